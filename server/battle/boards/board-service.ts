import type { battleRoutes } from '../../../contract/battles.ts'
import { MAX_BOARD_ROWS } from '../../../contract/leaderboard.ts'
import type { Output } from '../../../contract/route.ts'
import { DIVISIONS, type Division } from '../../../domain/division.ts'
import type { PreparedJson } from '../../http/prepared-json.ts'
import { cachedValue, type CachedValue } from '../../http/cached-value.ts'
import { BattleBoard } from './battle-board.ts'
import type { BattleHistoryRow, BattleStore, BattleWinner } from '../port.ts'

type History = Output<(typeof battleRoutes)['history']['response']>
type Stats = Output<(typeof battleRoutes)['stats']['response']>

/** A cached board, or a promise if it has to be computed. */
type Prepared = PreparedJson | Promise<PreparedJson>

type BattleBoardServiceNeeds = {
  readonly battles: Omit<BattleStore, 'save'>
  /** Monotonic time in milliseconds. */
  readonly elapsedMs: () => number
  /** How old a cached board may be. */
  readonly maxAgeMs: number
  /** Called for each computed board. */
  readonly onComputed: () => void
}

/** Boards, history and totals of finished battles (decisions §7). Boards are serialized once and cached. */
export type BattleBoardService = {
  board(division: Division, limit: number): Prepared
  /** As `board`, with the caller's own row up to date. */
  boardFor(division: Division, limit: number, sessionToken: string, tokenHash: string): Promise<PreparedJson>
  /** The player's battles, newest first; empty for an unknown player. */
  history(sessionToken: string, tokenHash: string, limit: number): Promise<History>
  stats(tokenHash: string): Promise<Stats>
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

export function battleBoardService(needs: BattleBoardServiceNeeds): BattleBoardService {
  const { battles, elapsedMs, maxAgeMs, onComputed } = needs
  const compute = async (division: Division): Promise<BattleBoard> => {
    onComputed()
    return new BattleBoard(await battles.board(division, MAX_BOARD_ROWS), MAX_BOARD_ROWS)
  }
  const boards = Object.fromEntries(
    DIVISIONS.map((division) => [division, cachedValue(() => compute(division), maxAgeMs, elapsedMs)]),
  ) as Readonly<Record<Division, CachedValue<BattleBoard>>>

  return {
    board: (division, limit) => {
      const board = boards[division].get(division)
      return board instanceof BattleBoard ? board.list(limit) : board.then((made) => made.list(limit))
    },

    boardFor: async (division, limit, sessionToken, tokenHash) => {
      const own = await battles.ownRow(division, tokenHash)
      const board = await boards[division].get(division)
      if (!own) return board.list(limit)
      // A player who has just won sees it immediately.
      const current = board.isStale(own) ? await boards[division].refresh(division) : board
      return current.listFor(limit, sessionToken, own)
    },

    history: async (sessionToken, tokenHash, limit) =>
      (await battles.history(tokenHash, limit)).map((row) => historyEntryOf(row, sessionToken)),

    stats: (tokenHash) => battles.stats(tokenHash),
  }
}
