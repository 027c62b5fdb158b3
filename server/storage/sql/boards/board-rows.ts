import type { RankedPlace } from '../../../leaderboard/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { BoardChanges } from './board-changes.ts'
import { boardOf, boardsOfDay, dayOf } from './board-number.ts'
import { type PlayerStanding, ScoreCountRows } from './score-counts.ts'
import { deletion, perDialect, queryBuilder, statement, type RowOf } from '../statement.ts'
import { adding, insertSent, isSent, jsonRows, toJson } from '../json-rows.ts'

type Rows = { rows: string }

const LEAGUE_COLUMNS = {
  board: 'integer',
  state: 'text',
  players: 'integer',
  problems_solved: 'integer',
  score: 'integer',
  top_score: 'integer',
} as const

const DAY_COLUMNS = { practice_day: 'text', state: 'text', players: 'integer', score: 'integer' } as const

const stateStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    add: statement<Rows>()((values) =>
      insertSent(dialect, 'state_score', values.rows, LEAGUE_COLUMNS).onConflict((conflict) =>
        conflict.columns(['board', 'state']).doUpdateSet((eb) => ({
          ...adding('state_score', ['players', 'problems_solved', 'score']),
          top_score: eb
            .case()
            .when('excluded.top_score', '>', eb.ref('state_score.top_score'))
            .then(eb.ref('excluded.top_score'))
            .else(eb.ref('state_score.top_score'))
            .end(),
        })),
      ),
    ),
    /**
     * If the best player leaves, finds the best of those who remain, searching downwards from the score that left. `add` has
     * already locked these rows, so concurrent writers raise the top score after this.
     */
    recomputeTopScore: statement<Rows>()((values) =>
      db
        .updateTable('state_score')
        .from(
          jsonRows(dialect, values.rows, {
            board: 'integer',
            state: 'text',
            score: 'integer',
          }),
        )
        .set((eb) => ({
          top_score: eb.fn.coalesce(
            eb
              .selectFrom('daily_score')
              .select('daily_score.score')
              .where('daily_score.hidden', '=', eb.lit(0))
              .whereRef('daily_score.board', '=', 'sent.board')
              .whereRef('daily_score.score', '<=', 'sent.score')
              .whereRef('daily_score.state', '=', 'sent.state')
              .orderBy('daily_score.score', 'desc')
              .limit(eb.lit(1)),
            eb.lit(0),
          ),
        }))
        .whereRef('state_score.board', '=', 'sent.board')
        .whereRef('state_score.state', '=', 'sent.state')
        .whereRef('state_score.top_score', '<=', 'sent.score')
        .where((eb) => eb('state_score.players', '>', eb.lit(0))),
    ),
    deleteEmpty: statement<Rows>()((values) =>
      db
        .deleteFrom('state_score')
        .where((eb) => eb('players', '<=', eb.lit(0)))
        .where(isSent(dialect, values.rows, { board: 'integer', state: 'text' })),
    ),
    addToDay: statement<Rows>()((values) =>
      insertSent(dialect, 'state_day', values.rows, DAY_COLUMNS).onConflict((conflict) =>
        conflict.columns(['practice_day', 'state']).doUpdateSet(adding('state_day', ['players', 'score'])),
      ),
    ),
    deleteEmptyDays: statement<Rows>()((values) =>
      db
        .deleteFrom('state_day')
        .where((eb) => eb('players', '<=', eb.lit(0)))
        .where(isSent(dialect, values.rows, { practice_day: 'text', state: 'text' })),
    ),
  }
})

/** Maintains states' totals inside the caller's transaction. Players without a state are skipped. */
class StateSumRows {
  readonly #statements: ReturnType<typeof stateStatements>

  constructor(dialect: Dialect) {
    this.#statements = stateStatements(dialect)
  }

  /** Applies changes without waiting for the results. Players who left a state must already have left it in `daily_score`. */
  add(transaction: Transaction, changes: BoardChanges): void {
    const [leagues, days, left] = [changes.leagueRows(), changes.dayRows(), changes.leftRows()]
    if (leagues !== null) transaction.send(this.#statements.add, { rows: leagues })
    if (left !== null) {
      transaction.send(this.#statements.recomputeTopScore, { rows: left })
      transaction.send(this.#statements.deleteEmpty, { rows: left })
    }
    if (days !== null) transaction.send(this.#statements.addToDay, { rows: days })
    if (left !== null) transaction.send(this.#statements.deleteEmptyDays, { rows: left })
  }
}

type GuestOfDay = { day: string; guestId: number }
type OfDay = { first: number; last: number; guestId: number }

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    scoresOf: statement<OfDay>()((values) =>
      db
        .selectFrom('daily_score')
        .select(['board', 'state', 'score', 'problems_solved', 'hidden'])
        .where('guest_id', '=', values.guestId)
        .where('board', '>=', values.first)
        .where('board', '<=', values.last)
        .orderBy('board'),
    ),
    boardsOf: statement<{ guestId: number }>()((values) =>
      db.selectFrom('daily_score').select('board').where('guest_id', '=', values.guestId).orderBy('board'),
    ),
    hideScores: statement<{ guestId: number; hidden: number }>()((values) =>
      db.updateTable('daily_score').set({ hidden: values.hidden }).where('guest_id', '=', values.guestId),
    ),
    setState: statement<OfDay & { state: string }>()((values) =>
      db
        .updateTable('daily_score')
        .set({ state: values.state })
        .where('guest_id', '=', values.guestId)
        .where('board', '>=', values.first)
        .where('board', '<=', values.last),
    ),
    moveScores: statement<{ guestId: number; playerId: number; rows: string }>()((values) =>
      db
        .updateTable('daily_score')
        .set({ guest_id: values.playerId })
        .where('guest_id', '=', values.guestId)
        .where(isSent(dialect, values.rows, { board: 'integer' })),
    ),
    deleteScores: deletion(dialect, 'daily_score', 'guest_id', 'guestId'),
  }
})

type ScoreRow = RowOf<ReturnType<typeof statementsFor>['scoresOf']>

/** Keeps histograms and states' totals consistent with the sessions, inside the transaction that stores them. */
export class BoardRows {
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #counts: ScoreCountRows
  readonly #states: StateSumRows

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#counts = new ScoreCountRows(dialect)
    this.#states = new StateSumRows(dialect)
  }

  changes(): BoardChanges {
    return new BoardChanges()
  }

  /** Applies changes to all boards without waiting for the results. */
  apply(transaction: Transaction, changes: BoardChanges): void {
    this.#counts.add(transaction, changes)
    this.#states.add(transaction, changes)
  }

  /** See `ScoreCountRows.places`. */
  places(transaction: Transaction, standings: readonly PlayerStanding[]): Promise<RankedPlace[]> {
    return this.#counts.places(transaction, standings)
  }

  /** Moves a player, with all scores of the day, to another state. The caller applies `changes`. */
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
    await transaction.run(this.#statements.setState, { ...player, state })
    if (scores[0]?.hidden === 1) return
    for (const { board: number, score, problems_solved: problemsSolved } of scores) {
      const board = boardOf(number)
      const share = { score, problemsSolved }
      changes.leaveState(board, left, share)
      changes.addToState(board, state, { ...share, players: 1, topScore: score })
    }
    const score = scores.reduce((sum, row) => sum + row.score, 0)
    changes.addToStateDay(day, left, { players: -1, score: -score })
    changes.addToStateDay(day, state, { players: 1, score })
  }

  /** Removes a player from all boards. The caller deletes the player's sessions. */
  async removePlayer(transaction: Transaction, guestId: number): Promise<void> {
    const changes = this.changes()
    await this.deleteScores(transaction, guestId, changes)
    this.apply(transaction, changes)
  }

  /** Like `removePlayer`, but the caller applies `changes`. */
  async deleteScores(transaction: Transaction, guestId: number, changes: BoardChanges): Promise<void> {
    for (const { day, scores } of await this.#daysOf(transaction, guestId))
      if (scores[0]?.hidden === 0) showDay(changes, day, scores, false)
    await transaction.run(this.#statements.deleteScores, { guestId })
  }

  /**
   * Moves a guest's scores on `boards` to a player who has none there, and deletes the guest's others. On each day, all of the
   * player's scores are in one state: the guest's only if the player was on no board of that day and it is not `day`. The caller
   * applies `changes`.
   */
  async moveScores(
    transaction: Transaction,
    guestId: number,
    player: { readonly id: number; readonly day: string; readonly state: string; readonly isHidden: boolean },
    boards: Iterable<number>,
    changes: BoardChanges,
  ): Promise<void> {
    const { id: playerId, isHidden, ...today } = player
    const own = await this.#daysOf(transaction, playerId)
    if (!isHidden) for (const { day, scores } of own) showDay(changes, day, scores, false)
    await this.showScores(transaction, guestId, false, changes)
    const rows = toJson([...boards].map((board) => ({ board })))
    await transaction.run(this.#statements.moveScores, { guestId, playerId, rows })
    await transaction.run(this.#statements.deleteScores, { guestId })
    const states = own.map(({ day, scores }) => ({ day, state: scores[0]?.state ?? '' }))
    for (const { day, state } of [today, ...states])
      await transaction.run(this.#statements.setState, { ...boardsOfDay(day), guestId: playerId, state })
    if (!isHidden) await this.showScores(transaction, playerId, true, changes)
  }

  /** Shows a player's scores on the boards, or no longer. The caller applies `changes`. */
  async showScores(
    transaction: Transaction,
    guestId: number,
    isShown: boolean,
    changes: BoardChanges,
  ): Promise<void> {
    for (const { day, scores } of await this.#daysOf(transaction, guestId))
      showDay(changes, day, scores, isShown)
    await transaction.run(this.#statements.hideScores, { guestId, hidden: Number(!isShown) })
  }

  /** A player's scores by day. */
  async #daysOf(
    transaction: Transaction,
    guestId: number,
  ): Promise<{ readonly day: string; readonly scores: readonly ScoreRow[] }[]> {
    const boards = await transaction.all(this.#statements.boardsOf, { guestId })
    const days = [...new Set(boards.map(({ board }) => dayOf(board)))]
    return Promise.all(
      days.map(async (day) => ({
        day,
        scores: await transaction.all(this.#statements.scoresOf, { ...boardsOfDay(day), guestId }),
      })),
    )
  }
}

/** Adds a player's scores of a day to what the boards are read from, or removes them. */
function showDay(changes: BoardChanges, day: string, scores: readonly ScoreRow[], isShown: boolean): void {
  const state = scores[0]?.state ?? ''
  for (const row of scores) {
    const board = boardOf(row.board)
    const share = { score: row.score, problemsSolved: row.problems_solved }
    changes.moveScore(board, isShown ? null : row.score, isShown ? row.score : null)
    if (isShown) changes.addToState(board, state, { ...share, players: 1, topScore: row.score })
    else changes.leaveState(board, state, share)
  }
  const score = scores.reduce((sum, row) => sum + row.score, 0)
  const by = isShown ? 1 : -1
  changes.addToStateDay(day, state, { players: by, score: by * score })
}
