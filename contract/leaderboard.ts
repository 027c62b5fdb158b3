import * as z from 'zod/mini'
import { LEAGUE_IDS } from '../domain/league.ts'
import { nicknameText, sessionToken } from './guest.ts'
import { route, type Output } from './route.ts'
import { rowLimit } from './row-limit.ts'

/** The largest `limit` of a board (decisions §6). */
export const MAX_BOARD_ROWS = 50
/** Default number of rows of the individual board. */
const DEFAULT_PLAYERS = 25
/** Default number of rows of the states board of all leagues. */
const DEFAULT_STATES = 10
/** All states fit on a league's states board: 50 and the District of Columbia. */
export const MAX_STATES = 51

const league = z.enum(LEAGUE_IDS)

/**
 * A player on a board. `id` is the public id; so is `guestSessionId`, except in the row of a caller who sent a token: there it
 * is that token (decisions §3).
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
  /** Only in the caller's own row, outside the list or among its neighbors: points up to the next better score; null if nobody has more. */
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

/** A state's totals over all leagues. A player of several leagues counts once. */
export const aggregatedStateEntry = z.object({
  state: z.string(),
  playerCount: z.number(),
  totalScore: z.number(),
})

/** A player's rank in a league, among `total` players today. */
export const leagueRanking = z.object({
  league,
  leagueName: z.string(),
  score: z.number(),
  rank: z.number(),
  total: z.number(),
  pointsToNext: z.optional(z.nullable(z.number())),
})

/** As high as the general limit of an address: a whole school may look at the boards at once. */
const BOARD_RATE_LIMIT = { calls: 60_000, perSeconds: 60 }

/** The daily boards (specification §7, decisions §6). */
export const leaderboardRoutes = {
  /**
   * Without a token, a list; with one, `{entries, user}`, where `user` is the caller's row if it is not in the list. With
   * `around=me` the entries are the thirty around a caller who has a rank, whatever the limit.
   */
  players: route({
    method: 'GET',
    path: '/api/guest/leaderboard',
    params: null,
    query: z.object({
      league,
      limit: rowLimit(DEFAULT_PLAYERS, MAX_BOARD_ROWS),
      sessionToken: z.optional(sessionToken),
      around: z.optional(z.literal('me', 'must be me')),
    }),
    body: null,
    response: z.union([
      z.array(playerEntry),
      z.object({ entries: z.array(playerEntry), user: z.nullable(playerEntry) }),
    ]),
    caller: 'anyone',
    action: 'read_boards',
    rateLimit: BOARD_RATE_LIMIT,
  }),
  states: route({
    method: 'GET',
    path: '/api/guest/state-leaderboard',
    params: null,
    query: z.object({ league }),
    body: null,
    response: z.array(stateEntry),
    caller: 'anyone',
    action: 'read_boards',
    rateLimit: BOARD_RATE_LIMIT,
  }),
  statesOfAllLeagues: route({
    method: 'GET',
    path: '/api/guest/state-leaderboard-aggregated',
    params: null,
    query: z.object({ limit: rowLimit(DEFAULT_STATES, MAX_BOARD_ROWS) }),
    body: null,
    response: z.array(aggregatedStateEntry),
    caller: 'anyone',
    action: 'read_boards',
    rateLimit: BOARD_RATE_LIMIT,
  }),
  /** Points of the last 7 practice days, today included, of all players with that nickname. */
  weeklyPoints: route({
    method: 'GET',
    path: '/api/guest/weekly-points/:nickname',
    params: z.object({ nickname: nicknameText }),
    body: null,
    response: z.object({ totalPoints: z.number() }),
    caller: 'anyone',
    action: 'read_boards',
    rateLimit: BOARD_RATE_LIMIT,
  }),
  dailyStats: route({
    method: 'GET',
    path: '/api/guest/daily-stats/:sessionToken',
    params: z.object({ sessionToken }),
    body: null,
    response: z.object({
      totalDailyPoints: z.number(),
      sessionsToday: z.number(),
      leagueRankings: z.array(leagueRanking),
    }),
    caller: 'guest',
    action: 'play',
    rateLimit: { calls: 240, perSeconds: 60 },
  }),
} as const

export type PlayerEntry = z.infer<typeof playerEntry>
export type StateEntry = z.infer<typeof stateEntry>
export type AggregatedStateEntry = z.infer<typeof aggregatedStateEntry>
/** A player's totals of today, and the rank in each league played. */
export type DailyStats = Output<typeof leaderboardRoutes.dailyStats.response>
