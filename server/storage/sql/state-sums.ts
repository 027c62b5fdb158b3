import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import type { BoardChanges, Share } from './board-changes.ts'
import { everyRow, jsonRows } from './json-rows.ts'
import type { Board } from './rank-cells.ts'
import { queryBuilder, statement } from './statement.ts'

type Rows = { rows: string }
type Key = { day: string; league: string; state: string }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    add: statement<Rows>()((values) =>
      db
        .insertInto('state_score')
        .columns(['practice_day', 'league', 'state', 'players', 'problems_solved', 'score', 'top_score'])
        .expression((eb) =>
          eb
            .selectFrom(
              jsonRows(dialect, values.rows, {
                practice_day: 'text',
                league: 'text',
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
          conflict.columns(['practice_day', 'league', 'state']).doUpdateSet((eb) => ({
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
    // Only then is everybody's best of this state known: whoever still waits to add theirs adds it after this. An update
    // that waits for the row itself would look for the best as of the moment at which it began to wait.
    hold: statement<Key>()((values) =>
      db
        .selectFrom('state_score')
        .select('state')
        .where('practice_day', '=', values.day)
        .where('league', '=', values.league)
        .where('state', '=', values.state)
        .forUpdate(),
    ),
    /** Only where the best one leaves, the best of those who stay is looked for, from that one's place downwards. */
    remove: statement<Key & Share>()((values) =>
      db
        .updateTable('state_score')
        .set((eb) => ({
          players: eb('players', '-', eb.lit(1)),
          problems_solved: eb('problems_solved', '-', values.problemsSolved),
          score: eb('score', '-', values.score),
          top_score: eb
            .case()
            .when('top_score', '>', values.score)
            .then(eb.ref('top_score'))
            .when('players', '<=', eb.lit(1))
            .then(eb.lit(0))
            .else(
              eb.fn.coalesce(
                eb
                  .selectFrom('daily_score')
                  .select('daily_score.score')
                  .where('daily_score.practice_day', '=', values.day)
                  .where('daily_score.league', '=', values.league)
                  .where('daily_score.score', '<=', values.score)
                  .where('daily_score.state', '=', values.state)
                  .orderBy('daily_score.score', 'desc')
                  .limit(eb.lit(1)),
                eb.lit(0),
              ),
            )
            .end(),
        }))
        .where('practice_day', '=', values.day)
        .where('league', '=', values.league)
        .where('state', '=', values.state),
    ),
    dropEmpty: statement<Key>()((values) =>
      db
        .deleteFrom('state_score')
        .where('practice_day', '=', values.day)
        .where('league', '=', values.league)
        .where('state', '=', values.state)
        .where((eb) => eb('players', '<=', eb.lit(0))),
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
    dropEmptyDay: statement<{ day: string; state: string }>()((values) =>
      db
        .deleteFrom('state_day')
        .where('practice_day', '=', values.day)
        .where('state', '=', values.state)
        .where((eb) => eb('players', '<=', eb.lit(0))),
    ),
  }
}

/** The sums of the states, inside somebody's transaction. Nobody plays for the state without a name. */
export class StateSumRows {
  readonly #statements: ReturnType<typeof statementsFor>
  /** SQLite has one writer at a time. */
  readonly #hasOtherWriters: boolean

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#hasOtherWriters = dialect === 'postgres'
  }

  /** Adds what has changed, in the order of the keys; the answers are not waited for. */
  add(transaction: Transaction, changes: BoardChanges): void {
    const leagues = changes.leagues()
    if (leagues !== null) transaction.send(this.#statements.add, { rows: leagues })
    const days = changes.days()
    if (days !== null) transaction.send(this.#statements.addToDay, { rows: days })
  }

  /** Takes a whole player out of a state's league. The player's own row must have left the state, or be gone, before. */
  async remove(
    transaction: Transaction,
    { day, league }: Board,
    state: string,
    { score, problemsSolved }: Share,
  ): Promise<void> {
    if (state === '') return
    const player = { day, league, state, score, problemsSolved }
    if (this.#hasOtherWriters) await transaction.first(this.#statements.hold, player)
    await transaction.run(this.#statements.remove, player)
    await transaction.run(this.#statements.dropEmpty, { day, league, state })
  }

  /** Forgets a state's day that nobody has played for any more. */
  async dropEmptyDay(transaction: Transaction, day: string, state: string): Promise<void> {
    if (state !== '') await transaction.run(this.#statements.dropEmptyDay, { day, state })
  }
}
