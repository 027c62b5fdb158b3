import type { Kysely } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Tables } from './sql/schema.ts'

/** Only integers and text, which all engines store alike. Times are epoch milliseconds. */
export type SqlValue = number | string | null

/** What a job can do inside its transaction. */
export type Transaction = {
  readonly dialect: Dialect
  /** Builds queries, and runs them inside the transaction in the order in which they are started. */
  readonly db: Kysely<Tables>
}

/** Work that takes effect atomically. It may be retried, so it must have no other side effects. */
export type Job<T> = (transaction: Transaction) => Promise<T>

/** A database engine. Every method throws StorageUnavailable while the engine is unavailable; callers may retry. */
export type Database = {
  readonly dialect: Dialect
  /** Reads committed data. */
  read<T>(job: Job<T>): Promise<T>
  /** Like `read`, but from one consistent snapshot. */
  view<T>(job: Job<T>): Promise<T>
  /** Resolves when the job's changes are durable. If the job throws, rolls back and rejects with its error. */
  write<T>(job: Job<T>): Promise<T>
  /** Resolves if the engine accepts reads and writes. */
  check(): Promise<void>
  /**
   * Removes deleted rows from the engine's files, including its journal. Returns false if another program's open transaction
   * prevented that; retry later.
   */
  scrub(): Promise<boolean>
  /** Runs `work` while holding the lock `name`; null if another process holds it. The lock of a dead process is released. */
  tryWithLock<T>(name: string, work: () => Promise<T>): Promise<T | null>
  /** Closes the engine after all submitted jobs have finished. */
  close(): Promise<void>
}
