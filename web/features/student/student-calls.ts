import type { studentRoutes } from '../../../contract/student.ts'
import { studentEndpoints } from '../../../contract/student-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import { LEAGUE_IDS, type LeagueId } from '../../../domain/league.ts'
import type { Call } from '../../lib/api.ts'
import {
  hasShape,
  isBoolean,
  isNumber,
  isNumberOrNull,
  isOptionalNumberOrNull,
  isText,
  isTextOrNull,
  type Check,
} from '../../lib/shape.ts'

type Routes = Pick<
  typeof studentRoutes,
  'beginSession' | 'finishSession' | 'logAttempts' | 'dailyStats' | 'mergeGuest'
>
type Answer<Name extends keyof Routes> = Output<Routes[Name]['answer']>

type PracticeSession = Answer<'beginSession'>
/** What a finished session is on its board; null where it is on none. */
export type BoardPlace = Answer<'finishSession'>['board']
/** What a student did today, and the place in each league played. */
export type StudentDailyStats = Answer<'dailyStats'>

const isStatus: Check<PracticeSession['status']> = (json): json is PracticeSession['status'] =>
  json === 'active' || json === 'completed'

const session = {
  id: isText,
  studentId: isText,
  sessionType: isText,
  targetDuration: isNumber,
  totalProblems: isNumber,
  status: isStatus,
  startedAt: isText,
  completedAt: isTextOrNull,
  actualDuration: isNumber,
  problemsSolved: isNumber,
  correctAnswers: isNumber,
  accuracy: isNumber,
  averageTime: isNumber,
  totalScore: isNumber,
  speedBonus: isNumber,
}

const isSession = hasShape<PracticeSession>(session)

const isBoardPlace = hasShape<NonNullable<BoardPlace>>({
  counted: isBoolean,
  practiceDay: isText,
  dailyScore: isNumber,
  dailyProblemsSolved: isNumber,
  rank: isNumber,
  rankBefore: isNumberOrNull,
  ranked: isNumber,
  pointsToNext: isOptionalNumberOrNull,
})

const isLeagueId: Check<LeagueId> = (json): json is LeagueId => LEAGUE_IDS.some((id) => id === json)

const isRanking = hasShape<StudentDailyStats['leagueRankings'][number]>({
  league: isLeagueId,
  leagueName: isText,
  score: isNumber,
  rank: isNumber,
  total: isNumber,
  pointsToNext: isOptionalNumberOrNull,
})

/** The calls of a signed-in student's practice, with a check of each answer. */
export const studentCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  beginSession: { ...studentEndpoints.beginSession, accepts: isSession },
  finishSession: {
    ...studentEndpoints.finishSession,
    accepts: hasShape<Answer<'finishSession'>>({
      ...session,
      board: (json): json is BoardPlace => json === null || isBoardPlace(json),
    }),
  },
  logAttempts: {
    ...studentEndpoints.logAttempts,
    accepts: hasShape<Answer<'logAttempts'>>({
      counted: isNumber,
      sessions: (json): json is PracticeSession[] => Array.isArray(json) && json.every(isSession),
    }),
  },
  dailyStats: {
    ...studentEndpoints.dailyStats,
    accepts: hasShape<StudentDailyStats>({
      totalDailyPoints: isNumber,
      sessionsToday: isNumber,
      leagueRankings: (json): json is StudentDailyStats['leagueRankings'] =>
        Array.isArray(json) && json.every(isRanking),
    }),
  },
  mergeGuest: {
    ...studentEndpoints.mergeGuest,
    accepts: hasShape<Answer<'mergeGuest'>>({ sessions: isNumber, points: isNumber, battles: isNumber }),
  },
}
