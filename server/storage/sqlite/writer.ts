import { StorageAway } from '../../http/errors.ts'
import type { Job } from '../database.ts'
import type { SqliteConnection } from './connection.ts'
import { isAway } from './engine.ts'

/** Jobs that wait at most; beyond it a write is refused at once, so that memory has a bound. */
export const MAX_WAITING = 10_000
/** Jobs of one transaction at most, so that no turn of the event loop is long. */
const MAX_IN_BATCH = 256

type Waiting = {
  readonly run: Job<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

type Settle = () => void

type WriterOptions = {
  /** The connection to write on; may throw when there is none now. */
  connection(): SqliteConnection
  /** Told of each failure of the engine, before the jobs are. */
  onAway(error: unknown): void
  /** Told of each committed transaction. */
  onBatch(jobs: number, seconds: number): void
}

/**
 * Group commit: jobs that arrived in the same turn of the event loop share one transaction, each behind a
 * savepoint of its own, and are acknowledged after its commit. The cost of making a write durable is the
 * commit, and it is paid once for all of them (ADR 0005).
 */
export class Writer {
  readonly #options: WriterOptions
  #waiting: Waiting[] = []
  #scheduled = false
  /** Batches and exclusive work follow one another on this chain. */
  #turn: Promise<void> = Promise.resolve()

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** Resolves when the job is durable. Rejects with the job's own error, or StorageAway. */
  write<T>(job: Job<T>): Promise<T> {
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new StorageAway({ cause: new Error('too many writes are waiting') }))
    }
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: job, resolve: (value) => resolve(value as T), reject })
      this.#schedule()
    })
  }

  /** Runs `work` when no transaction is open; after the jobs that are under way, before later ones. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }

  /** Resolves when every job handed in so far is settled. */
  async idle(): Promise<void> {
    while (this.#scheduled || this.#waiting.length > 0) await new Promise((resolve) => setImmediate(resolve))
    await this.#turn
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    // After the poll phase: every request that was read in this turn has handed in its job by then.
    setImmediate(() => {
      void this.exclusive(async () => {
        const batch = this.#waiting.splice(0, MAX_IN_BATCH)
        await this.#commit(batch)
        this.#scheduled = false
        if (this.#waiting.length > 0) this.#schedule()
      })
    })
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now()
    let connection: SqliteConnection | null = null
    try {
      connection = this.#options.connection()
      connection.prepare('begin immediate').run()
      const settled: Settle[] = []
      const [only] = batch
      // The engine copies each page before a job behind a savepoint changes it; one job alone needs no savepoint.
      if (only && batch.length === 1) settled.push(await runAlone(connection, only))
      else for (const job of batch) settled.push(await runBehindSavepoint(connection, job))
      // One job that failed alone has undone the transaction.
      if (connection.file.isTransaction) {
        connection.prepare('commit').run()
        this.#options.onBatch(batch.length, (performance.now() - startedAt) / 1000)
      }
      for (const settle of settled) settle()
    } catch (error) {
      if (connection) rollBack(connection)
      this.#options.onAway(error)
      const away = new StorageAway({ cause: error })
      for (const job of batch) job.reject(away)
    }
  }
}

/** Runs the only job of a transaction; an error of its own undoes the transaction, a failure of the engine is thrown on. */
async function runAlone(connection: SqliteConnection, job: Waiting): Promise<Settle> {
  try {
    const value = await job.run(connection)
    return () => job.resolve(value)
  } catch (error) {
    if (isAway(error)) throw error
    connection.prepare('rollback').run()
    return () => job.reject(error)
  }
}

/** Runs one job; an error of its own undoes only it, a failure of the engine is thrown on. */
async function runBehindSavepoint(connection: SqliteConnection, job: Waiting): Promise<Settle> {
  connection.prepare('savepoint job').run()
  try {
    const value = await job.run(connection)
    connection.prepare('release job').run()
    return () => job.resolve(value)
  } catch (error) {
    if (isAway(error)) throw error
    connection.prepare('rollback to job').run()
    connection.prepare('release job').run()
    return () => job.reject(error)
  }
}

function rollBack(connection: SqliteConnection): void {
  try {
    connection.file.exec('rollback')
  } catch {
    // There is no transaction left, or no file: SQLite rolled back by itself. The connection is dropped by whoever hears of the failure.
  }
}
