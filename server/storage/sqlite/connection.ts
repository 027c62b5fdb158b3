import { totalmem } from 'node:os'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { SqlValue, Transaction } from '../database.ts'
import { boundKysely } from '../sql/bound-kysely.ts'
import { openFile, type SqliteFile, type SqliteStatement } from './engine.ts'

/** How long a statement waits for another process's lock. This blocks the event loop. */
const BUSY_MS = 250

/**
 * The page cache, at most a sixteenth of the machine's memory. Allocated on demand, so a small database uses little. The
 * boards of a busy day are spread over the file, and each cache miss is a 4 KiB read from the system.
 */
const CACHE_KIB = Math.floor(Math.min(262_144, totalmem() / 1024 / 16))

/**
 * The most that SQLite can map. Reads then avoid a copy: with a million players, reading a rank takes 45 instead of 51
 * microseconds. A mapped file must not be truncated (ADR 0005).
 */
const MAPPED_BYTES = 2_147_418_112

/** For read-only connections. */
export const READER_PRAGMAS = `
  pragma query_only = on;
  pragma mmap_size = ${MAPPED_BYTES};
`

// temp_store: statement journals are kept in memory, not in files.
const PRAGMAS = `
  pragma busy_timeout = ${BUSY_MS};
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
  pragma cache_size = -${CACHE_KIB};
  pragma temp_store = memory;
  pragma journal_size_limit = 67108864;
`

/** An open file with its prepared statements. */
export class SqliteConnection implements Transaction {
  readonly dialect = 'sqlite'
  readonly db = boundKysely(this.dialect, async (query) => this.#execute(query))
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

  #execute({ sql, parameters, query }: CompiledQuery): QueryResult<never> {
    const prepared = this.prepare(sql)
    const values = parameters as SqlValue[]
    const hasRows = query.kind === 'SelectQueryNode' || query.kind === 'RawNode' || 'returning' in query
    if (hasRows) return { rows: prepared.all(...values) as never[] }
    return { rows: [], numAffectedRows: BigInt(prepared.run(...values).changes) }
  }

  /** Prepares a statement, or returns the one prepared earlier. */
  prepare(sql: string): SqliteStatement {
    const cached = this.#prepared.get(sql)
    if (cached) return cached
    const prepared = this.file.prepare(sql)
    this.#prepared.set(sql, prepared)
    return prepared
  }

  /** Idempotent. */
  close(): void {
    this.#prepared.clear()
    if (this.file.isOpen) this.file.close()
  }
}
