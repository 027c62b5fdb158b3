import type { RankedPlace } from '../../../leaderboard/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { BoardChanges } from './board-changes.ts'
import { boardOf, boardsOfDay, dayOf } from './board-number.ts'
import { RankCellRows, type PlayerStanding } from './rank-cells.ts'
import { StateSumRows } from './state-sums.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

type GuestOfDay = { day: string; guestId: number }
type OfDay = { first: number; last: number; guestId: number }

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    scoresOf: statement<OfDay>()((values) =>
      db
        .selectFrom('daily_score')
        .select(['board', 'state', 'score', 'problems_solved', 'reached_at_ms'])
        .where('guest_id', '=', values.guestId)
        .where('board', '>=', values.first)
        .where('board', '<=', values.last)
        .orderBy('board'),
    ),
    boardsOf: statement<{ guestId: number }>()((values) =>
      db.selectFrom('daily_score').select('board').where('guest_id', '=', values.guestId).orderBy('board'),
    ),
    moveScores: statement<OfDay & { state: string }>()((values) =>
      db
        .updateTable('daily_score')
        .set({ state: values.state })
        .where('guest_id', '=', values.guestId)
        .where('board', '>=', values.first)
        .where('board', '<=', values.last),
    ),
    deleteScores: statement<OfDay>()((values) =>
      db
        .deleteFrom('daily_score')
        .where('guest_id', '=', values.guestId)
        .where('board', '>=', values.first)
        .where('board', '<=', values.last),
    ),
  }
})

/**
 * Keeps everything the boards are read from in step with the sessions, inside the transaction that stores them: rank
 * cells and the sums of the states. `npm run verify:boards` recomputes it all.
 */
export class BoardRows {
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #cells: RankCellRows
  readonly #states: StateSumRows

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#cells = new RankCellRows(dialect)
    this.#states = new StateSumRows(dialect)
  }

  /** Where changes are added up before they are counted. */
  changes(): BoardChanges {
    return new BoardChanges()
  }

  /** Counts what scores have changed on every board; the answers are not waited for. */
  count(transaction: Transaction, changes: BoardChanges): void {
    this.#cells.add(transaction, changes)
    this.#states.add(transaction, changes)
  }

  /** As `RankCellRows.places`. */
  places(transaction: Transaction, standings: readonly PlayerStanding[]): Promise<RankedPlace[]> {
    return this.#cells.places(transaction, standings)
  }

  /** Moves a player with all points of the day to another state; `changes` are the caller's to count. */
  async moveState(
    transaction: Transaction,
    { day, guestId }: GuestOfDay,
    state: string,
    changes: BoardChanges,
  ): Promise<void> {
    const player = { ...boardsOfDay(day), guestId }
    const scores = await transaction.all(this.#statements.scoresOf, player)
    const left = scores[0]?.state
    if (left === undefined || left === state) return
    await transaction.run(this.#statements.moveScores, { ...player, state })
    for (const { board: number, score, problems_solved: problemsSolved } of scores) {
      const board = boardOf(number)
      const share = { score, problemsSolved }
      changes.leave(board, left, share)
      changes.league(board, state, { ...share, players: 1, topScore: score })
    }
    const score = scores.reduce((sum, row) => sum + row.score, 0)
    changes.day(day, left, { players: -1, score: -score })
    changes.day(day, state, { players: 1, score })
  }

  /** Takes a player off every board of every day; the player's stored sessions are the caller's to delete. */
  async removePlayer(transaction: Transaction, guestId: number): Promise<void> {
    const changes = this.changes()
    await this.takeOff(transaction, guestId, changes)
    this.count(transaction, changes)
  }

  /** As `removePlayer`; `changes` are the caller's to count. */
  async takeOff(transaction: Transaction, guestId: number, changes: BoardChanges): Promise<void> {
    const boards = await transaction.all(this.#statements.boardsOf, { guestId })
    for (const day of new Set(boards.map(({ board }) => dayOf(board)))) {
      const player = { ...boardsOfDay(day), guestId }
      const scores = await transaction.all(this.#statements.scoresOf, player)
      await transaction.run(this.#statements.deleteScores, player)
      const state = scores[0]?.state ?? ''
      for (const row of scores) {
        const board = boardOf(row.board)
        const share = { score: row.score, problemsSolved: row.problems_solved }
        changes.standing(board, { ...share, reachedAtMs: row.reached_at_ms }, null)
        changes.leave(board, state, share)
      }
      changes.day(day, state, { players: -1, score: -scores.reduce((sum, row) => sum + row.score, 0) })
    }
  }
}
