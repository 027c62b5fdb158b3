import { CompiledQuery, sql, type Kysely } from 'kysely'
import type { Database, SqlValue, Transaction } from '../server/storage/database.ts'
import type { Dialect } from '../server/storage/dialect.ts'
import type { Tables } from '../server/storage/sql/schema.ts'
import { BoardChanges } from '../server/storage/sql/boards/board-changes.ts'
import { boardNumber, type Board } from '../server/storage/sql/boards/board-number.ts'
import type { SeededPlayer } from './seed-players.ts'

/**
 * Rows per statement. PostgreSQL has latency and takes at most 65,535 values per statement; SQLite copies every page that a
 * multi-row statement touches, in case it fails half way.
 */
const MAX_ROWS = { sqlite: 1, postgres: 500 } as const

/** Players counted per statement: SQLite searches its copies of touched pages linearly. */
const MAX_COUNTED = 500

/** In KiB; SQLite expects it negative. */
const LARGE_CACHE = sql`pragma cache_size = -524288`

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

type How = 'insert' | 'insert, give ids'

function compiled(db: Kysely<Tables>, table: keyof Tables, rows: readonly Row[], how: How): string {
  const values = rows as never
  if (how === 'insert') return db.insertInto(table).values(values).compile().sql
  return db.insertInto('guest').values(values).returning(['id', 'token_hash']).compile().sql
}

/** Writes many rows of one table, all with the columns of the first one, in its order. */
class BulkInsert {
  readonly #compiled = new Map<string, string>()
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  async insert({ db }: Transaction, table: keyof Tables, rows: readonly Row[]): Promise<void> {
    for (const query of this.#queries(db, table, rows, 'insert')) await db.executeQuery(query)
  }

  /** Inserts guests and returns their ids by token hash. */
  async guests({ db }: Transaction, rows: readonly Row[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>()
    for (const query of this.#queries(db, 'guest', rows, 'insert, give ids')) {
      for (const { id, token_hash: hash } of (await db.executeQuery(query)).rows) ids.set(hash, id)
    }
    return ids
  }

  *#queries(
    db: Kysely<Tables>,
    table: keyof Tables,
    rows: readonly Row[],
    how: How,
  ): Generator<CompiledQuery<{ id: number; token_hash: string }>> {
    const most = MAX_ROWS[this.#dialect]
    for (let from = 0; from < rows.length; from += most) {
      const portion = rows.slice(from, from + most)
      yield CompiledQuery.raw(
        this.#sql(db, table, portion, how),
        portion.flatMap((row) => Object.values(row)),
      )
    }
  }

  #sql(db: Kysely<Tables>, table: keyof Tables, rows: readonly Row[], how: How): string {
    const key = `${table}, ${how}, ${rows.length}`
    const known = this.#compiled.get(key)
    if (known !== undefined) return known
    const made = compiled(db, table, rows, how)
    this.#compiled.set(key, made)
    return made
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

/** Stores whole players with all their counts, as if each session had been recorded. */
export class SeedRows {
  readonly #database: Database
  readonly #bulk: BulkInsert

  constructor(database: Database) {
    this.#database = database
    this.#bulk = new BulkInsert(database.dialect)
  }

  /** Lets the embedded database cache more of what is written at random places, on this connection only. */
  async prepare(): Promise<void> {
    if (this.#database.dialect !== 'sqlite') return
    await this.#database.write((transaction) => LARGE_CACHE.execute(transaction.db))
  }

  /** Adds players to a league's day, in one transaction. None of them may be stored already. */
  async add(board: Board, players: readonly SeededPlayer[]): Promise<void> {
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
      for (let first = 0; first < days.length; first += MAX_COUNTED) {
        const [some, theirs] = [players, days].map((all) => all.slice(first, first + MAX_COUNTED)) as [
          SeededPlayer[],
          Day[],
        ]
        await countInto(new BoardChanges(), board, some, theirs).apply(transaction)
      }
    })
  }

  #addSessions(
    transaction: Transaction,
    board: Board,
    players: readonly SeededPlayer[],
    idOf: (player: SeededPlayer) => number,
  ): Promise<void> {
    const rows = players.flatMap((player) =>
      player.sessions.map((session) => ({
        guest_id: idOf(player),
        submission_id: session.submissionId,
        board: boardNumber(board),
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
    board: Board,
    players: readonly SeededPlayer[],
    days: readonly Day[],
    idOf: (player: SeededPlayer) => number,
  ): Promise<void> {
    const daily: Row[] = []
    for (const [place, sums] of days.entries()) {
      const player = players[place] as SeededPlayer
      const { state, sessions } = player
      const guestId = idOf(player)
      daily.push({
        guest_id: guestId,
        board: boardNumber(board),
        state,
        score: sums.score,
        problems_solved: sums.problemsSolved,
        correct_answers: sums.correctAnswers,
        sessions: sessions.length,
        reached_at_ms: sums.reachedAtMs,
      })
    }
    await this.#bulk.insert(transaction, 'daily_score', daily)
  }
}

function countInto(
  changes: BoardChanges,
  board: Board,
  players: readonly SeededPlayer[],
  days: readonly Day[],
): BoardChanges {
  for (const [place, sums] of days.entries()) {
    const state = players[place]?.state ?? ''
    changes.moveScore(board, null, sums.score)
    changes.addToState(board, state, { ...sums, players: 1, topScore: sums.score })
    changes.addToStateDay(board.day, state, { players: 1, score: sums.score })
  }
  return changes
}
