import { sql } from 'kysely'
import type { LeagueId } from '../../../domain/league.ts'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { RankCellRows } from './rank-cells.ts'
import { StateSumRows } from './state-sums.ts'
import { queryBuilder, statement } from './statement.ts'

/**
 * The day of a row, written so that no index begins with it: SQLite would rather read everybody's day, which it does not
 * know to be long, than the few days of one guest.
 */
export const dayOutsideIndexes = sql<string>`practice_day || ''`

type GuestOfDay = { day: string; guestId: number }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    addSession: statement<GuestOfDay & { state: string; score: number }>()((values) =>
      db
        .insertInto('player_day')
        .values({
          practice_day: values.day,
          guest_id: values.guestId,
          state: values.state,
          score: values.score,
          sessions: 1,
        })
        .onConflict((conflict) =>
          conflict.columns(['guest_id', 'practice_day']).doUpdateSet((eb) => ({
            score: eb('player_day.score', '+', eb.ref('excluded.score')),
            sessions: eb('player_day.sessions', '+', 1),
          })),
        )
        .returning(['state', 'sessions']),
    ),
    dayOf: statement<GuestOfDay>()((values) =>
      db
        .selectFrom('player_day')
        .select(['state', 'score'])
        .where('guest_id', '=', values.guestId)
        .where('practice_day', '=', values.day),
    ),
    scoresOf: statement<GuestOfDay>()((values) =>
      db
        .selectFrom('daily_score')
        .select(['league', 'state', 'score', 'problems_solved', 'reached_at_ms'])
        .where('guest_id', '=', values.guestId)
        .where(dayOutsideIndexes, '=', values.day)
        .orderBy('league'),
    ),
    daysOf: statement<{ guestId: number }>()((values) =>
      db
        .selectFrom('player_day')
        .select('practice_day')
        .where('guest_id', '=', values.guestId)
        .orderBy('practice_day'),
    ),
    moveDay: statement<GuestOfDay & { state: string }>()((values) =>
      db
        .updateTable('player_day')
        .set({ state: values.state })
        .where('guest_id', '=', values.guestId)
        .where('practice_day', '=', values.day),
    ),
    moveScores: statement<GuestOfDay & { state: string }>()((values) =>
      db
        .updateTable('daily_score')
        .set({ state: values.state })
        .where('guest_id', '=', values.guestId)
        .where(dayOutsideIndexes, '=', values.day),
    ),
    deleteDay: statement<GuestOfDay>()((values) =>
      db
        .deleteFrom('player_day')
        .where('guest_id', '=', values.guestId)
        .where('practice_day', '=', values.day),
    ),
    deleteScores: statement<GuestOfDay>()((values) =>
      db
        .deleteFrom('daily_score')
        .where('guest_id', '=', values.guestId)
        .where(dayOutsideIndexes, '=', values.day),
    ),
  }
}

/** A player's sums in a league before and after a session; `before` is null at the first. */
export type ScoreChange = {
  readonly day: string
  readonly league: LeagueId
  readonly state: string
  readonly before: Sums | null
  readonly after: Sums
  /** Whether it is the player's first session of the day in any league. */
  readonly isFirstOfDay: boolean
}

export type Sums = { readonly score: number; readonly problemsSolved: number; readonly reachedAtMs: number }

/**
 * Keeps everything the boards are read from in step with the sessions, inside the transaction that stores them: rank
 * cells, the sums of the states and of each player's day. `npm run verify:boards` recomputes it all.
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

  /**
   * Adds a session to the player's day. Returns the state the player plays for on that day, which is `state` unless the
   * day has begun before, and whether it has begun now.
   */
  async addSession(
    transaction: Transaction,
    session: GuestOfDay & { readonly state: string; readonly score: number },
  ): Promise<{ state: string; isFirstOfDay: boolean }> {
    const row = await transaction.first(this.#statements.addSession, session)
    if (!row) throw new Error('a stored day came without its row')
    return { state: row.state, isFirstOfDay: row.sessions === 1 }
  }

  /** Counts a player's changed sums on every board. */
  async count(transaction: Transaction, change: ScoreChange): Promise<void> {
    const { day, league, state, before, after, isFirstOfDay } = change
    const score = after.score - (before?.score ?? 0)
    await this.#cells.move(transaction, { day, league }, before, after)
    await this.#states.add(transaction, { day, league }, state, {
      players: before ? 0 : 1,
      problemsSolved: after.problemsSolved - (before?.problemsSolved ?? 0),
      score,
      topScore: after.score,
    })
    await this.#states.addToDay(transaction, day, state, { players: isFirstOfDay ? 1 : 0, score })
  }

  /** Moves a player with all points of the day to another state, on every board. */
  async moveState(transaction: Transaction, player: GuestOfDay, state: string): Promise<void> {
    const { day } = player
    const known = await transaction.first(this.#statements.dayOf, player)
    if (!known || known.state === state) return
    const scores = await transaction.all(this.#statements.scoresOf, player)
    await transaction.run(this.#statements.moveDay, { ...player, state })
    await transaction.run(this.#statements.moveScores, { ...player, state })
    // In the order of the names: two players who change places then never wait for each other in a circle.
    const states = [known.state, state].toSorted()
    for (const { league: id, score, problems_solved: problemsSolved } of scores) {
      const board = { day, league: id as LeagueId }
      const share = { score, problemsSolved }
      for (const each of states) {
        if (each !== state) await this.#states.remove(transaction, board, each, share)
        else await this.#states.add(transaction, board, each, { ...share, players: 1, topScore: score })
      }
    }
    for (const each of states) {
      const by = each === state ? 1 : -1
      await this.#states.addToDay(transaction, day, each, { players: by, score: by * known.score })
    }
  }

  /** Takes a player off every board of every day; the player's stored sessions are the caller's to delete. */
  async removePlayer(transaction: Transaction, guestId: number): Promise<void> {
    for (const { practice_day: day } of await transaction.all(this.#statements.daysOf, { guestId })) {
      await this.#removeDay(transaction, { day, guestId })
    }
  }

  async #removeDay(transaction: Transaction, player: GuestOfDay): Promise<void> {
    const { day } = player
    const known = await transaction.first(this.#statements.dayOf, player)
    const scores = await transaction.all(this.#statements.scoresOf, player)
    await transaction.run(this.#statements.deleteScores, player)
    await transaction.run(this.#statements.deleteDay, player)
    for (const row of scores) {
      const board = { day, league: row.league as LeagueId }
      const sums = { score: row.score, problemsSolved: row.problems_solved, reachedAtMs: row.reached_at_ms }
      await this.#cells.move(transaction, board, sums, null)
      await this.#states.remove(transaction, board, row.state, sums)
    }
    if (known) {
      await this.#states.addToDay(transaction, day, known.state, { players: -1, score: -known.score })
    }
  }
}
