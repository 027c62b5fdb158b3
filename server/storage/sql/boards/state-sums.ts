import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { BoardChanges } from './board-changes.ts'
import { adding, insertSent, isSent, jsonRows } from '../json-rows.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'

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

const statementsFor = perDialect((dialect) => {
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
     * Only where the best one leaves, the best of those who stay is looked for, from that one's place downwards. The rows
     * are held since they were added to: whoever still waits to add to one adds a better score after this.
     */
    findBest: statement<Rows>()((values) =>
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
    dropEmpty: statement<Rows>()((values) =>
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
    dropEmptyDays: statement<Rows>()((values) =>
      db
        .deleteFrom('state_day')
        .where((eb) => eb('players', '<=', eb.lit(0)))
        .where(isSent(dialect, values.rows, { practice_day: 'text', state: 'text' })),
    ),
  }
})

/** The sums of the states, inside somebody's transaction. Nobody plays for the state without a name. */
export class StateSumRows {
  readonly #statements: ReturnType<typeof statementsFor>

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
  }

  /**
   * Adds what has changed, in the order of the keys; the answers are not waited for. Who has left a state must be gone from
   * it in `daily_score` before.
   */
  add(transaction: Transaction, changes: BoardChanges): void {
    const [leagues, days, left] = [changes.leagues(), changes.days(), changes.left()]
    if (leagues !== null) transaction.send(this.#statements.add, { rows: leagues })
    if (left !== null) {
      transaction.send(this.#statements.findBest, { rows: left })
      transaction.send(this.#statements.dropEmpty, { rows: left })
    }
    if (days !== null) transaction.send(this.#statements.addToDay, { rows: days })
    if (left !== null) transaction.send(this.#statements.dropEmptyDays, { rows: left })
  }
}
