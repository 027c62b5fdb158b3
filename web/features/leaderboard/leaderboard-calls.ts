import type { leaderboardRoutes } from '../../../contract/leaderboard.ts'
import { leaderboardEndpoints } from '../../../contract/leaderboard-endpoints.ts'
import type { Output } from '../../../contract/route.ts'
import { LEAGUE_IDS, type LeagueId } from '../../../domain/league.ts'
import type { Call } from '../../lib/api.ts'
import { hasShape, isNumber, isOptionalNumberOrNull, isText, type Check } from '../../lib/shape.ts'

type Routes = typeof leaderboardRoutes
type Answer<Name extends keyof Routes> = Output<Routes[Name]['answer']>

/** A player's row of a board; `guestSessionId` is the caller's own token in the caller's own row. */
export type PlayerEntry = Extract<Answer<'players'>, readonly unknown[]>[number]
/** A state's row of one league's board. */
export type StateEntry = Answer<'states'>[number]
/** A state's row of the board of all leagues together. */
export type AggregatedStateEntry = Answer<'statesOfAllLeagues'>[number]
/** What a player did today, and the place in each league played. */
export type DailyStats = Answer<'dailyStats'>

const listOf =
  <Value>(check: Check<Value>): Check<Value[]> =>
  (json): json is Value[] =>
    Array.isArray(json) && json.every(check)

const isLeagueId: Check<LeagueId> = (json): json is LeagueId => LEAGUE_IDS.some((id) => id === json)

const isPlayerEntry = hasShape<PlayerEntry>({
  id: isText,
  rank: isNumber,
  nickname: isText,
  country: isText,
  state: isText,
  location: isText,
  score: isNumber,
  problemsSolved: isNumber,
  guestSessionId: isText,
  pointsToNext: isOptionalNumberOrNull,
})

const isPlayerList = listOf(isPlayerEntry)

const isListWithOwnRow = hasShape<{ entries: PlayerEntry[]; user: PlayerEntry | null }>({
  entries: isPlayerList,
  user: (json): json is PlayerEntry | null => json === null || isPlayerEntry(json),
})

const isStateEntry = hasShape<StateEntry>({
  id: isText,
  state: isText,
  playerCount: isNumber,
  totalProblems: isNumber,
  totalScore: isNumber,
  topScore: isNumber,
  averageScore: isNumber,
  rank: isNumber,
})

const isAggregatedStateEntry = hasShape<AggregatedStateEntry>({
  state: isText,
  playerCount: isNumber,
  totalScore: isNumber,
})

const isLeagueRanking = hasShape<DailyStats['leagueRankings'][number]>({
  league: isLeagueId,
  leagueName: isText,
  score: isNumber,
  rank: isNumber,
  total: isNumber,
  pointsToNext: isOptionalNumberOrNull,
})

/** The calls of the daily boards as the browser makes them, with a check of each answer. */
export const leaderboardCalls: { readonly [Name in keyof Routes]: Call<Routes[Name]> } = {
  players: {
    ...leaderboardEndpoints.players,
    accepts: (json): json is Answer<'players'> => isPlayerList(json) || isListWithOwnRow(json),
  },
  states: { ...leaderboardEndpoints.states, accepts: listOf(isStateEntry) },
  statesOfAllLeagues: { ...leaderboardEndpoints.statesOfAllLeagues, accepts: listOf(isAggregatedStateEntry) },
  weeklyPoints: {
    ...leaderboardEndpoints.weeklyPoints,
    accepts: hasShape<Answer<'weeklyPoints'>>({ totalPoints: isNumber }),
  },
  dailyStats: {
    ...leaderboardEndpoints.dailyStats,
    accepts: hasShape<DailyStats>({
      totalDailyPoints: isNumber,
      sessionsToday: isNumber,
      leagueRankings: listOf(isLeagueRanking),
    }),
  },
}
