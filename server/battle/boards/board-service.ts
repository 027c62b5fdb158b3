import type { battleRoutes } from '../../../contract/battles.ts'
import { MAX_BOARD_ROWS } from '../../../contract/leaderboard.ts'
import type { Output } from '../../../contract/route.ts'
import { DIVISIONS, type Division } from '../../../domain/division.ts'
import type { PreparedJson } from '../../http/prepared-json.ts'
import { sharedAnswer, type SharedAnswer } from '../../http/shared-answer.ts'
import { BattleBoard } from './battle-board.ts'
import type { BattleHistoryRow, BattleStore, BattleWinner } from '../port.ts'

type History = Output<(typeof battleRoutes)['history']['answer']>
type Stats = Output<(typeof battleRoutes)['stats']['answer']>

/** A board that is there at once unless it has to be computed first. */
type Prepared = PreparedJson | Promise<PreparedJson>

type BattleBoardServiceNeeds = {
  readonly battles: Omit<BattleStore, 'save'>
  /** Milliseconds that only go forward. */
  readonly elapsedMs: () => number
  /** How old a board may be that somebody is shown. */
  readonly maxAgeMs: number
  /** A whole board was computed. */
  readonly onComputed: () => void
}

/** What finished battles have come to (decisions §7); boards are JSON already, made once for all who look. */
export type BattleBoardService = {
  board(division: Division, limit: number): Prepared
  /** As `board`, for the caller with this token and its hash. */
  boardFor(division: Division, limit: number, sessionToken: string, tokenHash: string): Promise<PreparedJson>
  /** The battles of this token's player, newest first; nobody's are an empty list. */
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

/** The calls about finished battles over a store. */
export function battleBoardService(needs: BattleBoardServiceNeeds): BattleBoardService {
  const { battles, elapsedMs, maxAgeMs, onComputed } = needs
  const compute = async (division: Division): Promise<BattleBoard> => {
    onComputed()
    return new BattleBoard(await battles.board(division, MAX_BOARD_ROWS), MAX_BOARD_ROWS)
  }
  const boards = Object.fromEntries(
    DIVISIONS.map((division) => [division, sharedAnswer(() => compute(division), maxAgeMs, elapsedMs)]),
  ) as Readonly<Record<Division, SharedAnswer<BattleBoard>>>

  return {
    board: (division, limit) => {
      const board = boards[division].get(division)
      return board instanceof BattleBoard ? board.list(limit) : board.then((made) => made.list(limit))
    },

    boardFor: async (division, limit, sessionToken, tokenHash) => {
      const own = await battles.ownRow(division, tokenHash)
      const board = await boards[division].get(division)
      if (!own) return board.list(limit)
      // Whoever has just won sees it at once.
      const current = board.isBehind(own) ? await boards[division].renew(division) : board
      return current.listFor(limit, sessionToken, own)
    },

    history: async (sessionToken, tokenHash, limit) =>
      (await battles.history(tokenHash, limit)).map((row) => historyEntryOf(row, sessionToken)),

    stats: (tokenHash) => battles.stats(tokenHash),
  }
}
