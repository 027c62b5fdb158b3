import type { LeagueId } from '../../../domain/league.ts'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { BoardChanges } from './board-changes.ts'
import { dayStarts } from './day-starts.ts'
import { RankCellRows } from './rank-cells.ts'
import { StateSumRows } from './state-sums.ts'
import { queryBuilder, statement } from './statement.ts'

type GuestOfDay = { day: string; guestId: number }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    scoresOf: statement<GuestOfDay>()((values) =>
      db
        .selectFrom('daily_score')
        .select(['league', 'state', 'score', 'problems_solved', 'reached_at_ms'])
        .where('guest_id', '=', values.guestId)
        .where('practice_day', '=', values.day)
        .orderBy('league'),
    ),
    daysOf: statement<{ guestId: number }>()((values) =>
      db
        .selectFrom('daily_score')
        .select('practice_day')
        .distinct()
        .where('guest_id', '=', values.guestId)
        .orderBy('practice_day'),
    ),
    moveScores: statement<GuestOfDay & { state: string }>()((values) =>
      db
        .updateTable('daily_score')
        .set({ state: values.state })
        .where('guest_id', '=', values.guestId)
        .where('practice_day', '=', values.day),
    ),
    deleteScores: statement<GuestOfDay>()((values) =>
      db
        .deleteFrom('daily_score')
        .where('guest_id', '=', values.guestId)
        .where('practice_day', '=', values.day),
    ),
  }
}

/**
 * Keeps everything the boards are read from in step with the sessions, inside the transaction that stores them: rank
 * cells and the sums of the states. `npm run verify:boards` recomputes it all.
 */
export class BoardRows {
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #cells: RankCellRows
  readonly #states: StateSumRows
  readonly #startMsOf = dayStarts()

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#cells = new RankCellRows(dialect, this.#startMsOf)
    this.#states = new StateSumRows(dialect)
  }

  /** Where changes are added up before they are counted. */
  changes(): BoardChanges {
    return new BoardChanges(this.#startMsOf)
  }

  /** Counts what scores have changed on every board; the answers are not waited for. */
  count(transaction: Transaction, changes: BoardChanges): void {
    this.#cells.add(transaction, changes)
    this.#states.add(transaction, changes)
  }

  /** Moves a player with all points of the day to another state; `changes` are the caller's to count. */
  async moveState(
    transaction: Transaction,
    player: GuestOfDay,
    state: string,
    changes: BoardChanges,
  ): Promise<void> {
    const { day } = player
    const scores = await transaction.all(this.#statements.scoresOf, player)
    const left = scores[0]?.state
    if (left === undefined || left === state) return
    await transaction.run(this.#statements.moveScores, { ...player, state })
    for (const { league, score, problems_solved: problemsSolved } of scores) {
      const board = { day, league: league as LeagueId }
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
    for (const { practice_day: day } of await transaction.all(this.#statements.daysOf, { guestId })) {
      const player = { day, guestId }
      const scores = await transaction.all(this.#statements.scoresOf, player)
      await transaction.run(this.#statements.deleteScores, player)
      const state = scores[0]?.state ?? ''
      for (const row of scores) {
        const board = { day, league: row.league as LeagueId }
        const share = { score: row.score, problemsSolved: row.problems_solved }
        changes.standing(board, { ...share, reachedAtMs: row.reached_at_ms }, null)
        changes.leave(board, state, share)
      }
      changes.day(day, state, { players: -1, score: -scores.reduce((sum, row) => sum + row.score, 0) })
    }
    this.count(transaction, changes)
  }
}
