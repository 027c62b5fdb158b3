import * as z from 'zod/mini'
import { DIVISIONS, PREFERENCES } from '../domain/division.ts'
import { battleEndpoints } from './battle-endpoints.ts'
import { MAX_HISTORY_ROWS, USUAL_BATTLE_ROWS, USUAL_HISTORY_ROWS } from './battle-limits.ts'
import { sessionToken } from './guest.ts'
import { MAX_BOARD_ROWS } from './leaderboard-limits.ts'
import { route } from './route.ts'
import { rowLimit } from './row-limit.ts'

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
    ...battleEndpoints.board,
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
    ...battleEndpoints.history,
    params: z.object({ sessionToken }),
    query: z.object({ limit: rowLimit(USUAL_HISTORY_ROWS, MAX_HISTORY_ROWS) }),
    body: null,
    answer: z.array(battleHistoryRow),
    caller: 'guest',
    action: 'play',
    pace: { calls: 240, perSeconds: 60 },
  }),
  stats: route({
    ...battleEndpoints.stats,
    params: z.object({ sessionToken }),
    body: null,
    answer: battleStats,
    caller: 'guest',
    action: 'play',
    pace: { calls: 240, perSeconds: 60 },
  }),
} as const
