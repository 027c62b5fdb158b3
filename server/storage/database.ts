import type { Dialect } from './dialect.ts'
import type { Statement, Values } from './sql/statement.ts'

/** What a job may do inside its transaction. Rows come as the statement's query types them. */
export type Transaction = {
  /** The first row, or undefined when there is none. */
  first<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row | undefined>
  /** Every row. */
  all<P extends Values, Row>(statement: Statement<P, Row>, values: P): Promise<Row[]>
  /** Runs a statement for its effect; the number of rows it changed. */
  run<P extends Values>(statement: Statement<P, unknown>, values: P): Promise<number>
  /** Runs a statement whose answer the job does not wait for, after those before it; when it fails, the whole job does. */
  send<P extends Values>(statement: Statement<P, unknown>, values: P): void
}

/** A piece of work that is done as a whole or not at all. It may be run again, so it has no other effect. */
export type Job<T> = (transaction: Transaction) => Promise<T>

/**
 * The one door to a database engine. Everything throws StorageAway when the engine cannot be used; the caller
 * may try again, and it works as soon as the engine does.
 */
export type Database = {
  readonly dialect: Dialect
  /** Reads what has been committed. */
  read<T>(job: Job<T>): Promise<T>
  /** As `read`, but all of it as of one moment, whatever is written meanwhile. */
  view<T>(job: Job<T>): Promise<T>
  /** As `view`, on a connection of its own; a statement may take minutes. */
  snapshot<T>(job: Job<T>): Promise<T>
  /** Resolves when the job's changes are durable; rejects with what the job threw, with nothing changed. */
  write<T>(job: Job<T>): Promise<T>
  /** Resolves when the engine can be read and written. */
  check(): Promise<void>
  /**
   * Makes sure that deleted rows are gone from every file of the engine, its journal included. False when another
   * program's open transaction kept the engine from it: they may still be there, and it is to be called again later.
   */
  scrub(): Promise<boolean>
  /** Does this unless another process is just doing work of this name; null where one is. Whoever dies at it is doing it no more. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | null>
  /** Finishes the jobs that were handed in and closes. */
  close(): Promise<void>
}
