import { totalmem } from 'node:os'
import type { Transaction } from '../database.ts'
import type { Statement, Values } from '../sql/statement.ts'
import { openFile, type SqliteFile, type SqliteStatement } from './engine.ts'

/** How long a statement waits for a lock that another process holds; the event loop stands still meanwhile. */
const BUSY_MS = 250

/**
 * In KiB, at most a sixteenth of the machine's memory; taken as it is needed, so a small database takes little. The boards of a
 * large day lie at random places of the file, and a page that is not in the cache is asked of the system, 4 KiB at a time.
 */
const CACHE_KIB = Math.floor(Math.min(262_144, totalmem() / 1024 / 16))

/** 256 MB. A thread writes the journal back long before (checkpoints.ts); this bounds it where that thread cannot keep up. */
const PAGES_BEFORE_CHECKPOINT = 65_536

/**
 * As much as the engine maps at most. What is read is then looked at where the system keeps it: on a day of a million players
 * a place is read in 45 instead of 51 microseconds. A mapped file must not be cut short (ADR 0005).
 */
const MAPPED_BYTES = 2_147_418_112

/** Of a connection that only reads. */
export const READING = `
  pragma query_only = on;
  pragma mmap_size = ${MAPPED_BYTES};
`

// A statement that could fail half-way keeps what it overwrites: in memory, not in a file of its own.
const PRAGMAS = `
  pragma busy_timeout = ${BUSY_MS};
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
  pragma cache_size = -${CACHE_KIB};
  pragma temp_store = memory;
  pragma wal_autocheckpoint = ${PAGES_BEFORE_CHECKPOINT};
  pragma journal_size_limit = 67108864;
`

/** An open file with the statements that were prepared on it. */
export class SqliteConnection implements Transaction {
  readonly file: SqliteFile
  readonly #prepared = new Map<string, SqliteStatement>()

  constructor(path: string) {
    this.file = openFile(path)
    try {
      this.file.exec(PRAGMAS)
    } catch (error) {
      this.file.close()
      throw error
    }
  }

  async first<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row | undefined> {
    return this.prepare(statement.sql).get(...statement.bind(values)) as Row | undefined
  }

  async all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]> {
    return this.prepare(statement.sql).all(...statement.bind(values)) as Row[]
  }

  async run<P extends Values>(statement: Statement<P, unknown>, values: P): Promise<number> {
    return Number(this.prepare(statement.sql).run(...statement.bind(values)).changes)
  }

  send<P extends Values>(statement: Statement<P, unknown>, values: P): void {
    this.prepare(statement.sql).run(...statement.bind(values))
  }

  /** The statement of this SQL, prepared once. */
  prepare(sql: string): SqliteStatement {
    const known = this.#prepared.get(sql)
    if (known) return known
    const made = this.file.prepare(sql)
    this.#prepared.set(sql, made)
    return made
  }

  /** Closes the file; harmless when it is closed already. */
  close(): void {
    this.#prepared.clear()
    if (this.file.isOpen) this.file.close()
  }
}
