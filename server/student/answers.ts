import { PROGRESS_DAYS } from '../../contract/student-progress.ts'
import type { childDataRoutes } from '../../contract/child-data.ts'
import type { DailyStats } from '../../contract/leaderboard.ts'
import type { studentRoutes } from '../../contract/student.ts'
import { announcedNow } from '../../domain/achievements/announce.ts'
import { goodWeeks } from '../../domain/achievements/by-day.ts'
import { calendarDay, DEFAULT_ZONE, MONDAY_TO_FRIDAY } from '../../domain/calendar.ts'
import { dayStartIn } from '../../domain/day-in-zone.ts'
import { allFacts, OPERATIONS } from '../../domain/fact.ts'
import { INPUT_TYPES } from '../../domain/learning/entry-time.ts'
import { gardenFact } from '../../domain/garden.ts'
import { dayNumber, type FactMemory, type LearningMemory } from '../../domain/learning/memory.ts'
import { fluencyOf, needsHelp } from '../../domain/learning/states.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import { accuracyOf, averageMsOf } from '../../domain/session-log.ts'
import { streakOf, type Streak } from '../../domain/streak.ts'
import type { Answer } from '../http/bind.ts'
import type {
  Achieved,
  DayProgress,
  StudentDay,
  PastAttempt,
  Progress,
  StudentAchievement,
  StudentOverview,
  StudentSession,
  MeasuredEntry,
} from './port.ts'

type SessionAnswer = Answer<(typeof studentRoutes)['beginSession']>
type ProgressAnswer = Answer<(typeof studentRoutes)['progress']>
type OwnDayAnswer = Answer<(typeof studentRoutes)['dailyStats']>
type OverviewAnswer = Answer<(typeof childDataRoutes)['overviewOfClass']>
type MemoryAnswer = Answer<(typeof studentRoutes)['memory']>
type FactHistoryAnswer = Answer<(typeof studentRoutes)['factHistory']>

const isoOf = (atMs: number): string => new Date(atMs).toISOString()

/** A session on the wire; results are computed from its attempt log. */
export function sessionAnswer({ log, completedAtMs, ...session }: StudentSession): SessionAnswer {
  return {
    id: session.sessionId,
    studentId: session.studentId,
    sessionType: session.sessionType,
    targetDuration: session.targetSeconds,
    totalProblems: session.totalProblems,
    status: completedAtMs === null ? 'active' : 'completed',
    startedAt: isoOf(session.startedAtMs),
    completedAt: completedAtMs === null ? null : isoOf(completedAtMs),
    actualDuration: session.seconds,
    problemsSolved: log.answered,
    correctAnswers: log.correct,
    accuracy: Math.round(accuracyOf(log) * 10) / 10,
    averageTime: Math.round(averageMsOf(log)),
    totalScore: log.score,
    speedBonus: 0,
  }
}

function sumOf(days: readonly DayProgress[], name: 'seconds' | 'sessions' | 'points' | 'attempts'): number {
  return days.reduce((sum, day) => sum + day[name], 0)
}

const NOTHING_ACHIEVED: Achieved = {
  calendar: { zone: DEFAULT_ZONE, past: [], schoolDays: MONDAY_TO_FRIDAY, free: [], firstDay: '' },
  practiced: [],
  achievements: [],
  ownAnnounces: true,
  announces: false,
}

const answerOf = ({ id, level, about, amount, day }: StudentAchievement) => ({
  id,
  level,
  about,
  amount,
  day,
})

function streakNow({ calendar, practiced }: Pick<Achieved, 'calendar' | 'practiced'>, nowMs: number): Streak {
  return streakOf(
    practiced.map(({ day }) => day),
    calendar,
    calendarDay(calendar, nowMs),
  )
}

function achievedAnswer(
  { calendar, practiced, achievements, ownAnnounces, announces }: Achieved,
  nowMs: number,
): Pick<ProgressAnswer, 'streak' | 'achievements' | 'goodWeeks' | 'announced' | 'announces'> {
  const today = calendarDay(calendar, nowMs)
  const now = announces ? announcedNow(achievements, dayStartIn(calendar.zone, today), nowMs) : null
  return {
    streak: streakNow({ calendar, practiced }, nowMs),
    achievements: achievements.map(answerOf),
    goodWeeks: goodWeeks(practiced, calendar),
    announced: now && { large: answerOf(now.large), small: now.small.map(answerOf) },
    announces: ownAnnounces,
  }
}

/** A student's totals of a day: those on the boards, and the others. */
export function ownDayAnswer(
  boards: DailyStats,
  { sessions, points, practice }: StudentDay,
  nowMs: number,
): OwnDayAnswer {
  const { days, run } = streakNow(practice ?? NOTHING_ACHIEVED, nowMs)
  return {
    ...boards,
    totalDailyPoints: boards.totalDailyPoints + points,
    sessionsToday: boards.sessionsToday + sessions,
    streak: { days, run },
  }
}

/** Progress as of `today`, a practice day. */
export function progressAnswer(
  { days, facts, achieved }: Progress,
  today: string,
  nowMs: number,
): ProgressAnswer {
  const byDay = new Map(days.map((day) => [day.practiceDay, day]))
  // Memory goes by the days of the child's own calendar.
  const day = dayNumber(achieved ? calendarDay(achieved.calendar, nowMs) : today)
  const byFact = new Map(facts.map(({ factId, fact }) => [factId, gardenFact(factId, fact, day)]))
  return {
    practiceDay: today,
    ...achievedAnswer(achieved ?? NOTHING_ACHIEVED, nowMs),
    totals: {
      seconds: sumOf(days, 'seconds'),
      sessions: sumOf(days, 'sessions'),
      points: sumOf(days, 'points'),
      attempts: sumOf(days, 'attempts'),
    },
    days: Array.from({ length: PROGRESS_DAYS }, (_, place) => {
      const practiceDay = daysBefore(today, PROGRESS_DAYS - 1 - place)
      return byDay.get(practiceDay) ?? { practiceDay, seconds: 0, sessions: 0, points: 0, attempts: 0 }
    }),
    operations: OPERATIONS.map((operation) => {
      const all = allFacts(operation)
      const tried = all.flatMap(({ id }) => byFact.get(id) ?? [])
      const inState = (wanted: string): number => tried.filter(({ state }) => state === wanted).length
      return {
        operation,
        total: all.length,
        learning: inState('learning'),
        known: inState('known'),
        fluent: inState('fluent'),
        facts: tried,
      }
    }),
  }
}

/** The overview of students as of `today`, a practice day. */
export function overviewAnswer(students: readonly StudentOverview[], today: string): OverviewAnswer {
  return { practiceDay: today, children: students }
}

/** A fact's state and its newest attempts. */
export function factHistoryAnswer(
  factId: string,
  fact: FactMemory | null,
  attempts: readonly PastAttempt[],
): FactHistoryAnswer {
  return {
    factId,
    state: fluencyOf(fact),
    needsHelp: fact !== null && needsHelp(fact),
    seen: fact?.seen ?? 0,
    right: fact?.right ?? 0,
    attempts: attempts.map((past) => ({
      at: isoOf(past.atMs),
      studentAnswer: past.given,
      isCorrect: past.correct,
      attempt: past.attempt,
      finalScore: past.points,
      responseTime: past.responseMs,
      visualUsed: past.visualUsed,
    })),
  }
}

/** A memory on the wire. */
export function memoryAnswer(memory: LearningMemory, entryTimes: readonly MeasuredEntry[]): MemoryAnswer {
  return {
    memory: storeMemory(memory),
    entryTimes: entryTimes.flatMap(({ inputType: kept, baseMs, keyMs, measuredAtMs }) => {
      const inputType = INPUT_TYPES.find((type) => type === kept)
      return inputType ? [{ inputType, baseMs, keyMs, measuredAt: isoOf(measuredAtMs) }] : []
    }),
  }
}
