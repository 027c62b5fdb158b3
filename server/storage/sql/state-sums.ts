import { sql } from 'kysely'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import type { Board } from './rank-cells.ts'
import { queryBuilder, statement } from './statement.ts'

type ScoreValues = {
  day: string
  league: string
  state: string
  players: number
  problemsSolved: number
  score: number
  topScore: number
}
type DayValues = { day: string; state: string; players: number; score: number }
type Key = { day: string; league: string; state: string }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    add: statement<ScoreValues>()((values) =>
      db
        .insertInto('state_score')
        .values({
          practice_day: values.day,
          league: values.league,
          state: values.state,
          players: values.players,
          problems_solved: values.problemsSolved,
          score: values.score,
          top_score: values.topScore,
        })
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
    /** The best of those who stay is found in an index, not by looking at them all. */
    remove: statement<ScoreValues>()((values) =>
      db
        .updateTable('state_score')
        .set((eb) => ({
          players: eb('players', '-', values.players),
          problems_solved: eb('problems_solved', '-', values.problemsSolved),
          score: eb('score', '-', values.score),
          top_score: eb
            .selectFrom('daily_score')
            .select((of) => of.fn.coalesce(of.fn.max('daily_score.score'), of.lit(0)).as('top'))
            .where('daily_score.practice_day', '=', values.day)
            .where('daily_score.league', '=', values.league)
            .where('daily_score.state', '=', values.state)
            // Word for word as the index says it, so that the engine knows it may use it.
            .where('daily_score.state', '<>', sql.lit('')),
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
    addToDay: statement<DayValues>()((values) =>
      db
        .insertInto('state_day')
        .values({
          practice_day: values.day,
          state: values.state,
          players: values.players,
          score: values.score,
        })
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

/** What one player brings to a state in a league, or takes away from it. */
export type Share = { readonly score: number; readonly problemsSolved: number }

/** The sums of the states, inside somebody's transaction. Nobody plays for the state without a name. */
export class StateSumRows {
  readonly #statements: ReturnType<typeof statementsFor>
  /** SQLite has one writer at a time. */
  readonly #hasOtherWriters: boolean

  constructor(dialect: Dialect) {
    this.#statements = statementsFor(dialect)
    this.#hasOtherWriters = dialect === 'postgres'
  }

  /** Adds to a state what a player has more than before; `topScore` is the player's whole sum. */
  async add(
    transaction: Transaction,
    { day, league }: Board,
    state: string,
    more: Share & { readonly players: number; readonly topScore: number },
  ): Promise<void> {
    if (state !== '') await transaction.run(this.#statements.add, { day, league, state, ...more })
  }

  /** Takes a whole player out of a state's league. The player's own row must have left the state, or be gone, before. */
  async remove(
    transaction: Transaction,
    { day, league }: Board,
    state: string,
    { score, problemsSolved }: Share,
  ): Promise<void> {
    if (state === '') return
    const player = { day, league, state, players: 1, score, problemsSolved, topScore: 0 }
    if (this.#hasOtherWriters) await transaction.first(this.#statements.hold, player)
    await transaction.run(this.#statements.remove, player)
    await transaction.run(this.#statements.dropEmpty, { day, league, state })
  }

  /** Adds to a state's day over all leagues; negative numbers take away. */
  async addToDay(
    transaction: Transaction,
    day: string,
    state: string,
    { players, score }: { readonly players: number; readonly score: number },
  ): Promise<void> {
    if (state === '') return
    await transaction.run(this.#statements.addToDay, { day, state, players, score })
    if (players < 0) await transaction.run(this.#statements.dropEmptyDay, { day, state })
  }
}
