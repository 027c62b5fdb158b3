import * as z from 'zod/mini'
import { DIVISIONS, PREFERENCES } from '../domain/division.ts'
import { sessionToken } from './guest.ts'
import { route } from './route.ts'
import { rowLimit } from './row-limit.ts'
import { MAX_BOARD_ROWS } from './leaderboard.ts'

/** Rows of the history that may be asked for, and how many there are when nobody says (specification §9). */
export const MAX_HISTORY_ROWS = 50
export const USUAL_HISTORY_ROWS = 10
/** Rows of a division's board when nobody says how many; the bound is `MAX_BOARD_ROWS`. */
const USUAL_BATTLE_ROWS = 50

const division = z.enum(DIVISIONS)

/**
 * A player on a division's board. `playerId` is the public id, and the token itself in the row of the caller who showed
 * it (decisions §3). `winStreak` is the current one.
 */
export const battleBoardRow = z.object({
  playerId: z.string(),
  nickname: z.string(),
  wins: z.number(),
  winStreak: z.number(),
  topScore: z.number(),
})

/**
 * A finished battle of the caller. `winnerId` is the caller's token when the caller won, alone or with others; else the
 * public id of the first winner, a bot's id, or null when nobody won. `topScore` is the caller's own score, as `score`
 * is (decisions §7); `endedAt` is in epoch milliseconds; `players` is how many played.
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

/** Totals over everything kept, both divisions together (decisions §7). */
const battleStats = z.object({
  victories: z.number(),
  battles: z.number(),
  currentStreak: z.number(),
  bestStreak: z.number(),
  topScore: z.number(),
})

/** The calls about finished battles (specification §7, decisions §7). */
export const battleRoutes = {
  /** Wins descending, then current win streak, then top score. */
  board: route({
    method: 'GET',
    path: '/api/battles/leaderboard',
    params: null,
    query: z.object({
      division,
      limit: rowLimit(USUAL_BATTLE_ROWS, MAX_BOARD_ROWS),
      sessionToken: z.optional(sessionToken),
    }),
    body: null,
    answer: z.array(battleBoardRow),
    caller: 'anyone',
    action: 'read_boards',
    // As the daily boards: a whole school looks at once.
    pace: { calls: 60_000, perSeconds: 60 },
  }),
  /** Newest first; a player without battles has an empty list. */
  history: route({
    method: 'GET',
    path: '/api/battles/history/:sessionToken',
    params: z.object({ sessionToken }),
    query: z.object({ limit: rowLimit(USUAL_HISTORY_ROWS, MAX_HISTORY_ROWS) }),
    body: null,
    answer: z.array(battleHistoryRow),
    caller: 'guest',
    action: 'play',
    pace: { calls: 240, perSeconds: 60 },
  }),
  stats: route({
    method: 'GET',
    path: '/api/battles/stats/:sessionToken',
    params: z.object({ sessionToken }),
    body: null,
    answer: battleStats,
    caller: 'guest',
    action: 'play',
    pace: { calls: 240, perSeconds: 60 },
  }),
} as const

/** A row of a division's board. */
export type ChampionRow = z.infer<typeof battleBoardRow>
/** A player's battles, all that are kept. */
export type BattleStats = z.infer<typeof battleStats>
/** A kept battle of the caller. */
export type StoredBattle = z.infer<typeof battleHistoryRow>
