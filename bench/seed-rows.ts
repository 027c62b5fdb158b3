import type { LeagueId } from '../domain/league.ts'
import { practiceDayStartMs } from '../domain/practice-day.ts'
import { CELLS_IN_PARENT, rankCells } from '../domain/ranking.ts'
import type { Database, Transaction } from '../server/storage/database.ts'
import type { Dialect } from '../server/storage/dialect.ts'
import type { Tables } from '../server/storage/sql/schema.ts'
import { StateSumRows } from '../server/storage/sql/state-sums.ts'
import { queryBuilder, type SqlValue, type Statement, type Values } from '../server/storage/sql/statement.ts'
import type { SeededPlayer } from './seed-players.ts'

/**
 * Rows of one statement. PostgreSQL is far away and takes at most 65,535 values at once; SQLite keeps a copy of every
 * page that a statement of several rows touches, in case it fails half way.
 */
const MOST_ROWS = { sqlite: 1, postgres: 500 } as const

/** In KiB, negative as SQLite wants it. */
const LARGE_CACHE = { sql: 'pragma cache_size = -524288', bind: () => [] }

type Row = Readonly<Record<string, SqlValue>>

/** The sums of a player's sessions. */
type Day = {
  readonly score: number
  readonly problemsSolved: number
  readonly correctAnswers: number
  readonly reachedAtMs: number
}

function sumsOf({ sessions }: SeededPlayer): Day {
  const first = sessions[0]?.playedAtMs ?? 0
  let day: Day = { score: 0, problemsSolved: 0, correctAnswers: 0, reachedAtMs: first }
  for (const { score, problemsSolved, correctAnswers, playedAtMs } of sessions) {
    day = {
      score: day.score + score,
      problemsSolved: day.problemsSolved + problemsSolved,
      correctAnswers: day.correctAnswers + correctAnswers,
      reachedAtMs: score > 0 ? playedAtMs : day.reachedAtMs,
    }
  }
  return day
}

type How = 'insert' | 'insert, give ids' | 'add players'

/** Writes many rows of one table; all rows have the columns of the first one, in its order. */
class BulkInsert {
  readonly #compiled = new Map<string, string>()
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  async insert(transaction: Transaction, table: keyof Tables, rows: readonly Row[]): Promise<void> {
    for (const statement of this.#statements(table, rows, 'insert')) await transaction.run(statement, {})
  }

  /** Inserts guests; their ids by token hash. */
  async guests(transaction: Transaction, rows: readonly Row[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>()
    for (const statement of this.#statements('guest', rows, 'insert, give ids')) {
      for (const { id, token_hash: hash } of await transaction.all(statement, {})) ids.set(hash, id)
    }
    return ids
  }

  /** Adds players to cells. */
  async cells(transaction: Transaction, rows: readonly Row[]): Promise<void> {
    for (const statement of this.#statements('rank_cell', rows, 'add players')) {
      await transaction.run(statement, {})
    }
  }

  *#statements(
    table: keyof Tables,
    rows: readonly Row[],
    how: How,
  ): Generator<Statement<Values, { id: number; token_hash: string }>> {
    const most = MOST_ROWS[this.#dialect]
    for (let from = 0; from < rows.length; from += most) {
      const portion = rows.slice(from, from + most)
      yield {
        sql: this.#sql(table, portion, how),
        bind: () => portion.flatMap((row) => Object.values(row)),
      }
    }
  }

  #sql(table: keyof Tables, rows: readonly Row[], how: How): string {
    const key = `${table}, ${how}, ${rows.length}`
    const known = this.#compiled.get(key)
    if (known !== undefined) return known
    const made = this.#compile(table, rows, how)
    this.#compiled.set(key, made)
    return made
  }

  #compile(table: keyof Tables, rows: readonly Row[], how: How): string {
    const values = rows as never
    const db = queryBuilder(this.#dialect)
    if (how === 'insert') return db.insertInto(table).values(values).compile().sql
    if (how === 'insert, give ids') {
      return db.insertInto('guest').values(values).returning(['id', 'token_hash']).compile().sql
    }
    return db
      .insertInto('rank_cell')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['practice_day', 'league', 'level', 'cell']).doUpdateSet((eb) => ({
          players: eb('rank_cell.players', '+', eb.ref('excluded.players')),
        })),
      )
      .compile().sql
  }
}

function guestRow(player: SeededPlayer, day: string): Row {
  const { tokenHash, publicId, nickname, location, country, state, sessions } = player
  const [first, last] = [sessions[0], sessions.at(-1)]
  const playedMs = sessions.reduce((sum, of) => sum + of.averageTimeMs * of.problemsSolved, 0)
  return {
    token_hash: tokenHash,
    public_id: publicId,
    nickname,
    location,
    country,
    state,
    profile_at_ms: first?.playedAtMs ?? 0,
    last_active_day: day,
    seconds_played: Math.round(playedMs / 1000),
    pace_full_at_ms: last?.playedAtMs ?? 0,
    created_at_ms: first?.playedAtMs ?? 0,
  }
}

/** Stores whole players with everything that is counted from their sessions, as if each session had been recorded. */
export class SeedRows {
  readonly #database: Database
  readonly #bulk: BulkInsert
  readonly #states: StateSumRows

  constructor(database: Database) {
    this.#database = database
    this.#bulk = new BulkInsert(database.dialect)
    this.#states = new StateSumRows(database.dialect)
  }

  /** Gives the embedded database room to keep in memory what is written at random places, on this connection only. */
  async prepare(): Promise<void> {
    if (this.#database.dialect !== 'sqlite') return
    await this.#database.write((transaction) => transaction.run(LARGE_CACHE, {}))
  }

  /** Adds players to a league's day, in one transaction. None of them may be stored before. */
  async add(board: { day: string; league: LeagueId }, players: readonly SeededPlayer[]): Promise<void> {
    const days = players.map(sumsOf)
    await this.#database.write(async (transaction) => {
      const { day } = board
      const ids = await this.#bulk.guests(
        transaction,
        players.map((player) => guestRow(player, day)),
      )
      const idOf = (player: SeededPlayer): number => ids.get(player.tokenHash) ?? Number.NaN
      await this.#addSessions(transaction, board, players, idOf)
      await this.#addDays(transaction, board, players, days, idOf)
      await this.#bulk.cells(transaction, cellRows(board, days))
      await this.#addStates(transaction, board, players, days)
    })
  }

  #addSessions(
    transaction: Transaction,
    { day, league }: { day: string; league: LeagueId },
    players: readonly SeededPlayer[],
    idOf: (player: SeededPlayer) => number,
  ): Promise<void> {
    const rows = players.flatMap((player) =>
      player.sessions.map((session) => ({
        guest_id: idOf(player),
        submission_id: session.submissionId,
        league,
        practice_day: day,
        score: session.score,
        problems_solved: session.problemsSolved,
        correct_answers: session.correctAnswers,
        average_time_ms: session.averageTimeMs,
        speed_bonus: 0,
        played_at_ms: session.playedAtMs,
        stored_at_ms: session.playedAtMs,
      })),
    )
    return this.#bulk.insert(transaction, 'practice_result', rows)
  }

  async #addDays(
    transaction: Transaction,
    { day, league }: { day: string; league: LeagueId },
    players: readonly SeededPlayer[],
    days: readonly Day[],
    idOf: (player: SeededPlayer) => number,
  ): Promise<void> {
    const daily: Row[] = []
    const whole: Row[] = []
    for (const [place, sums] of days.entries()) {
      const player = players[place] as SeededPlayer
      const { state, sessions } = player
      const guestId = idOf(player)
      daily.push({
        practice_day: day,
        league,
        guest_id: guestId,
        state,
        score: sums.score,
        problems_solved: sums.problemsSolved,
        correct_answers: sums.correctAnswers,
        sessions: sessions.length,
        reached_at_ms: sums.reachedAtMs,
      })
      whole.push({
        practice_day: day,
        guest_id: guestId,
        state,
        score: sums.score,
        sessions: sessions.length,
      })
    }
    await this.#bulk.insert(transaction, 'daily_score', daily)
    await this.#bulk.insert(transaction, 'player_day', whole)
  }

  async #addStates(
    transaction: Transaction,
    board: { day: string; league: LeagueId },
    players: readonly SeededPlayer[],
    days: readonly Day[],
  ): Promise<void> {
    const sums = new Map<
      string,
      { players: number; score: number; problemsSolved: number; topScore: number }
    >()
    for (const [place, { score, problemsSolved }] of days.entries()) {
      const state = players[place]?.state ?? ''
      const known = sums.get(state) ?? { players: 0, score: 0, problemsSolved: 0, topScore: 0 }
      sums.set(state, {
        players: known.players + 1,
        score: known.score + score,
        problemsSolved: known.problemsSolved + problemsSolved,
        topScore: Math.max(known.topScore, score),
      })
    }
    for (const [state, more] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      await this.#states.add(transaction, board, state, more)
      await this.#states.addToDay(transaction, board.day, state, more)
    }
  }
}

function cellRows({ day, league }: { day: string; league: LeagueId }, days: readonly Day[]): Row[] {
  const startMs = practiceDayStartMs(day)
  const counts: readonly Map<number, number>[] = CELLS_IN_PARENT.map(() => new Map())
  for (const sums of days) {
    for (const [level, cell] of rankCells(sums, startMs).entries()) {
      counts[level]?.set(cell, (counts[level].get(cell) ?? 0) + 1)
    }
  }
  return counts.flatMap((cells, level) =>
    [...cells]
      .toSorted(([a], [b]) => a - b)
      .map(([cell, players]) => ({ practice_day: day, league, level, cell, players })),
  )
}
