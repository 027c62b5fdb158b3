import * as z from 'zod/mini'
import { LEAGUE_IDS } from '../domain/league.ts'
import { nicknameText, sessionToken } from './guest.ts'
import { route, type Output } from './route.ts'
import { rowLimit } from './row-limit.ts'

/** Rows of a board that may be asked for (decisions §6). */
export const MAX_BOARD_ROWS = 50
/** Rows of the individual board when nobody says how many. */
const USUAL_PLAYERS = 25
/** Rows of the board of states over all leagues when nobody says how many. */
const USUAL_STATES = 10
/** A league's board of states has room for all of them: 50 and the district. */
export const MAX_STATES = 51

const league = z.enum(LEAGUE_IDS)

/**
 * A player on a board. `id` is the public id; `guestSessionId` is the same, but in the row of the caller who showed the
 * token it is the token (decisions §3).
 */
export const playerEntry = z.object({
  id: z.string(),
  rank: z.number(),
  nickname: z.string(),
  country: z.string(),
  state: z.string(),
  location: z.string(),
  score: z.number(),
  problemsSolved: z.number(),
  guestSessionId: z.string(),
  /** Only in the caller's own row outside the list: how far the next better score is; null when nobody has more. */
  pointsToNext: z.optional(z.nullable(z.number())),
})

/** A state on a league's board. `averageScore` is per player, to one decimal. */
export const stateEntry = z.object({
  id: z.string(),
  state: z.string(),
  playerCount: z.number(),
  totalProblems: z.number(),
  totalScore: z.number(),
  topScore: z.number(),
  averageScore: z.number(),
  rank: z.number(),
})

/** A state over all leagues together; who played in three of them is one player. */
export const aggregatedStateEntry = z.object({
  state: z.string(),
  playerCount: z.number(),
  totalScore: z.number(),
})

/** A player's place in a league; `total` is how many are ranked there today. */
export const leagueRanking = z.object({
  league,
  leagueName: z.string(),
  score: z.number(),
  rank: z.number(),
  total: z.number(),
  pointsToNext: z.optional(z.nullable(z.number())),
})

/** An address asks for boards as often as the general limit allows: a whole school looks at them at once. */
const BOARD_PACE = { calls: 60_000, perSeconds: 60 }

/** The calls of the daily boards (specification §7, decisions §6). */
export const leaderboardRoutes = {
  /** A plain list without a token; with one, `{entries, user}`, where `user` is the caller's row outside the list. */
  players: route({
    method: 'GET',
    path: '/api/guest/leaderboard',
    params: null,
    query: z.object({
      league,
      limit: rowLimit(USUAL_PLAYERS, MAX_BOARD_ROWS),
      sessionToken: z.optional(sessionToken),
    }),
    body: null,
    answer: z.union([
      z.array(playerEntry),
      z.object({ entries: z.array(playerEntry), user: z.nullable(playerEntry) }),
    ]),
    caller: 'anyone',
    action: 'read_boards',
    pace: BOARD_PACE,
  }),
  states: route({
    method: 'GET',
    path: '/api/guest/state-leaderboard',
    params: null,
    query: z.object({ league }),
    body: null,
    answer: z.array(stateEntry),
    caller: 'anyone',
    action: 'read_boards',
    pace: BOARD_PACE,
  }),
  statesOfAllLeagues: route({
    method: 'GET',
    path: '/api/guest/state-leaderboard-aggregated',
    params: null,
    query: z.object({ limit: rowLimit(USUAL_STATES, MAX_BOARD_ROWS) }),
    body: null,
    answer: z.array(aggregatedStateEntry),
    caller: 'anyone',
    action: 'read_boards',
    pace: BOARD_PACE,
  }),
  /** Points of the last 7 practice days, today included, of everybody who has that name. */
  weeklyPoints: route({
    method: 'GET',
    path: '/api/guest/weekly-points/:nickname',
    params: z.object({ nickname: nicknameText }),
    body: null,
    answer: z.object({ totalPoints: z.number() }),
    caller: 'anyone',
    action: 'read_boards',
    pace: BOARD_PACE,
  }),
  dailyStats: route({
    method: 'GET',
    path: '/api/guest/daily-stats/:sessionToken',
    params: z.object({ sessionToken }),
    body: null,
    answer: z.object({
      totalDailyPoints: z.number(),
      sessionsToday: z.number(),
      leagueRankings: z.array(leagueRanking),
    }),
    caller: 'guest',
    action: 'play',
    pace: { calls: 240, perSeconds: 60 },
  }),
} as const

export type PlayerEntry = z.infer<typeof playerEntry>
export type StateEntry = z.infer<typeof stateEntry>
export type AggregatedStateEntry = z.infer<typeof aggregatedStateEntry>
/** What a player did today, and the place in each league played. */
export type DailyStats = Output<typeof leaderboardRoutes.dailyStats.answer>
