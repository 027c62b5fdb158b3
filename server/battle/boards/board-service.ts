import type { battleRoutes } from '../../../contract/battles.ts'
import { MAX_BOARD_ROWS } from '../../../contract/leaderboard.ts'
import type { Output } from '../../../contract/route.ts'
import { DIVISIONS, type Division } from '../../../domain/division.ts'
import { cachedValue, type CachedValue } from '../../http/cached-value.ts'
import type { BattleStore } from '../../storage/sql/battles/battle-store.ts'
import { boardOf, isStale } from './battle-board.ts'
import type { BattleBoardRow, BattleHistoryRow, BattleWinner } from '../port.ts'

type History = Output<(typeof battleRoutes)['history']['response']>

type BattleBoardServiceNeeds = {
  readonly battles: Omit<BattleStore, 'save'>
  /** Monotonic time in milliseconds. */
  readonly elapsedMs: () => number
  /** How old a cached board may be. */
  readonly maxAgeMs: number
  /** Called for each computed board. */
  readonly onComputed: () => void
}

function winnerIdOf(winner: BattleWinner, sessionToken: string): string | null {
  switch (winner?.kind) {
    case undefined:
      return null
    case 'you':
      return sessionToken
    case 'person':
      return winner.publicId
    case 'bot':
      return winner.botId
  }
}

function historyEntryOf(row: BattleHistoryRow, sessionToken: string): History[number] {
  const { battleId, division, preference, endedAtMs: endedAt, score, rank, players } = row
  const winnerId = winnerIdOf(row.winner, sessionToken)
  return { battleId, division, preference, endedAt, winnerId, topScore: score, score, rank, players }
}

/** Boards, history and totals of finished battles (decisions §7). Boards are cached. */
export function battleBoardService(needs: BattleBoardServiceNeeds) {
  const { battles, elapsedMs, maxAgeMs, onComputed } = needs
  const compute = (division: Division): Promise<readonly BattleBoardRow[]> => {
    onComputed()
    return battles.board(division, MAX_BOARD_ROWS)
  }
  const boards = Object.fromEntries(
    DIVISIONS.map((division) => [division, cachedValue(() => compute(division), maxAgeMs, elapsedMs)]),
  ) as Readonly<Record<Division, CachedValue<readonly BattleBoardRow[]>>>

  return {
    board: async (division: Division, limit: number) => boardOf(await boards[division].get(division), limit),

    /** As `board`, with the caller's own row up to date. */
    boardFor: async (division: Division, limit: number, sessionToken: string, tokenHash: string) => {
      const own = await battles.ownRow(division, tokenHash)
      const rows = await boards[division].get(division)
      if (!own) return boardOf(rows, limit)
      // A player who has just won sees it immediately.
      const current = isStale(rows, MAX_BOARD_ROWS, own) ? await boards[division].refresh(division) : rows
      return boardOf(current, limit, { publicId: own.publicId, sessionToken })
    },

    /** The player's battles, newest first; empty for an unknown player. */
    history: async (sessionToken: string, tokenHash: string, limit: number) =>
      (await battles.history(tokenHash, limit)).map((row) => historyEntryOf(row, sessionToken)),

    stats: (tokenHash: string) => battles.stats(tokenHash),
  }
}

export type BattleBoardService = ReturnType<typeof battleBoardService>
