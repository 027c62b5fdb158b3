import * as z from 'zod/mini'
import { DIVISIONS, PREFERENCES } from '../domain/division.ts'
import { sessionToken } from './guest.ts'
import { route } from './route.ts'
import { rowLimit } from './row-limit.ts'
import { MAX_BOARD_ROWS } from './leaderboard.ts'

/** Rows of the history: the largest `limit`, and the default (specification §9). */
export const MAX_HISTORY_ROWS = 50
export const DEFAULT_HISTORY_ROWS = 10
/** Default number of rows of a division's board; the largest is `MAX_BOARD_ROWS`. */
const DEFAULT_BATTLE_ROWS = 50

const division = z.enum(DIVISIONS)

/**
 * A player on a division's board. `playerId` is the public id; in the row of a caller who sent a token it is that token
 * (decisions §3). `winStreak` is the current one.
 */
const battleBoardRow = z.object({
  playerId: z.string(),
  nickname: z.string(),
  wins: z.number(),
  winStreak: z.number(),
  topScore: z.number(),
})

/**
 * A finished battle of the caller. `winnerId` is the caller's token if the caller won, alone or tied; otherwise the public id
 * of the first winner, a bot's id, or null if nobody won. `topScore` and `score` are both the caller's own score (decisions
 * §7); `endedAt` is epoch milliseconds; `players` is the number of players.
 */
const battleHistoryRow = z.object({
  battleId: z.string(),
  division,
  preference: z.enum(PREFERENCES),
  endedAt: z.number(),
  winnerId: z.nullable(z.string()),
  topScore: z.number(),
  score: z.number(),
  rank: z.number(),
  players: z.number(),
})

/** Totals of all stored battles of both divisions (decisions §7). */
const battleStats = z.object({
  victories: z.number(),
  battles: z.number(),
  currentStreak: z.number(),
  bestStreak: z.number(),
  topScore: z.number(),
})

/** Finished battles (specification §7, decisions §7). */
export const battleRoutes = {
  /** Sorted by wins, then current win streak, then top score, each descending. */
  board: route({
    method: 'GET',
    path: '/api/battles/leaderboard',
    params: null,
    query: z.object({
      division,
      limit: rowLimit(DEFAULT_BATTLE_ROWS, MAX_BOARD_ROWS),
      sessionToken: z.optional(sessionToken),
    }),
    body: null,
    response: z.array(battleBoardRow),
    caller: 'anyone',
    action: 'read_boards',
    // As for the daily boards: a whole school may look at once.
    rateLimit: { calls: 60_000, perSeconds: 60 },
  }),
  /** Newest first; empty for a player without battles. */
  history: route({
    method: 'GET',
    path: '/api/battles/history/:sessionToken',
    params: z.object({ sessionToken }),
    query: z.object({ limit: rowLimit(DEFAULT_HISTORY_ROWS, MAX_HISTORY_ROWS) }),
    body: null,
    response: z.array(battleHistoryRow),
    caller: 'guest',
    action: 'play',
    rateLimit: { calls: 240, perSeconds: 60 },
  }),
  stats: route({
    method: 'GET',
    path: '/api/battles/stats/:sessionToken',
    params: z.object({ sessionToken }),
    body: null,
    response: battleStats,
    caller: 'guest',
    action: 'play',
    rateLimit: { calls: 240, perSeconds: 60 },
  }),
} as const

export type ChampionRow = z.infer<typeof battleBoardRow>
export type BattleStats = z.infer<typeof battleStats>
export type StoredBattle = z.infer<typeof battleHistoryRow>
