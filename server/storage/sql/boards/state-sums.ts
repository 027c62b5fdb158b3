import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { BoardChanges } from './board-changes.ts'
import { everyRow, jsonRows } from '../json-rows.ts'
import { queryBuilder, statement } from '../statement.ts'

type Rows = { rows: string }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    add: statement<Rows>()((values) =>
      db
        .insertInto('state_score')
        .columns(['board', 'state', 'players', 'problems_solved', 'score', 'top_score'])
        .expression((eb) =>
          eb
            .selectFrom(
              jsonRows(dialect, values.rows, {
                board: 'integer',
                state: 'text',
                players: 'integer',
                problems_solved: 'integer',
                score: 'integer',
                top_score: 'integer',
              }),
            )
            .selectAll()
            .where(everyRow),
        )
        .onConflict((conflict) =>
          conflict.columns(['board', 'state']).doUpdateSet((eb) => ({
            players: eb('state_score.players', '+', eb.ref('excluded.players')),
            problems_solved: eb('state_score.problems_solved', '+', eb.ref('excluded.problems_solved')),
            score: eb('state_score.score', '+', eb.ref('excluded.score')),
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
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('board', 'state'),
            'in',
            selectFrom(jsonRows(dialect, values.rows, { board: 'integer', state: 'text' }))
              .select(['sent.board', 'sent.state'])
              .$asTuple('board', 'state'),
          ),
        ),
    ),
    addToDay: statement<Rows>()((values) =>
      db
        .insertInto('state_day')
        .columns(['practice_day', 'state', 'players', 'score'])
        .expression((eb) =>
          eb
            .selectFrom(
              jsonRows(dialect, values.rows, {
                practice_day: 'text',
                state: 'text',
                players: 'integer',
                score: 'integer',
              }),
            )
            .selectAll()
            .where(everyRow),
        )
        .onConflict((conflict) =>
          conflict.columns(['practice_day', 'state']).doUpdateSet((eb) => ({
            players: eb('state_day.players', '+', eb.ref('excluded.players')),
            score: eb('state_day.score', '+', eb.ref('excluded.score')),
          })),
        ),
    ),
    dropEmptyDays: statement<Rows>()((values) =>
      db
        .deleteFrom('state_day')
        .where((eb) => eb('players', '<=', eb.lit(0)))
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('practice_day', 'state'),
            'in',
            selectFrom(jsonRows(dialect, values.rows, { practice_day: 'text', state: 'text' }))
              .select(['sent.practice_day', 'sent.state'])
              .$asTuple('practice_day', 'state'),
          ),
        ),
    ),
  }
}

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
