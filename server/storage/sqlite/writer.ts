import { StorageUnavailable } from '../../http/errors.ts'
import type { Job } from '../database.ts'
import type { SqliteConnection } from './connection.ts'
import { isUnreachable } from './engine.ts'

/** Further jobs are rejected immediately, which bounds memory. */
export const MAX_WAITING = 10_000
/** Jobs per transaction, so that no turn of the event loop takes long. */
const MAX_IN_BATCH = 256

type Waiting = {
  readonly run: Job<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

type Settle = () => void

type WriterOptions = {
  /** May throw if there is none now. */
  connection(): SqliteConnection
  /** Called when the engine fails, before the jobs are rejected. */
  onUnavailable(error: unknown): void
  /** Called after each committed transaction. */
  onBatch(jobs: number, seconds: number): void
}

/**
 * Group commit: jobs submitted in the same turn of the event loop share a transaction, each in its own savepoint, and are
 * acknowledged after the commit. Its cost, by far the largest of a durable write, is paid once (ADR 0005).
 */
export class Writer {
  readonly #options: WriterOptions
  #waiting: Waiting[] = []
  #scheduled = false
  /** Batches and exclusive work run one after another. */
  #tail: Promise<void> = Promise.resolve()

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** Resolves when the job's changes are durable. Rejects with the job's error or StorageUnavailable. */
  write<T>(job: Job<T>): Promise<T> {
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new StorageUnavailable({ cause: new Error('too many writes are waiting') }))
    }
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: job, resolve: (value) => resolve(value as T), reject })
      this.#schedule()
    })
  }

  /** Runs `work` while no transaction is open, after jobs in flight and before later ones. */
  exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#tail.then(work)
    this.#tail = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }

  /** Resolves when all submitted jobs are settled. */
  async idle(): Promise<void> {
    while (this.#scheduled || this.#waiting.length > 0) await new Promise((resolve) => setImmediate(resolve))
    await this.#tail
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    // setImmediate runs after the poll phase, when all requests read in this turn have submitted their jobs.
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
      // SQLite copies each page that changes after a savepoint, and a single job needs none.
      if (only && batch.length === 1) settled.push(await runAlone(connection, only))
      else for (const job of batch) settled.push(await runInSavepoint(connection, job))
      // A single job that failed has rolled back the transaction.
      if (connection.file.isTransaction) {
        connection.prepare('commit').run()
        this.#options.onBatch(batch.length, (performance.now() - startedAt) / 1000)
      }
      for (const settle of settled) settle()
    } catch (error) {
      if (connection) rollBack(connection)
      this.#options.onUnavailable(error)
      const away = new StorageUnavailable({ cause: error })
      for (const job of batch) job.reject(away)
    }
  }
}

/** Runs the only job of a transaction. If the job fails, rolls back; rethrows failures of the engine. */
async function runAlone(connection: SqliteConnection, job: Waiting): Promise<Settle> {
  try {
    const value = await job.run(connection)
    return () => job.resolve(value)
  } catch (error) {
    if (isUnreachable(error)) throw error
    connection.prepare('rollback').run()
    return () => job.reject(error)
  }
}

/** Runs one of several jobs. If the job fails, rolls back only its changes; rethrows failures of the engine. */
async function runInSavepoint(connection: SqliteConnection, job: Waiting): Promise<Settle> {
  connection.prepare('savepoint job').run()
  try {
    const value = await job.run(connection)
    connection.prepare('release job').run()
    return () => job.resolve(value)
  } catch (error) {
    if (isUnreachable(error)) throw error
    connection.prepare('rollback to job').run()
    connection.prepare('release job').run()
    return () => job.reject(error)
  }
}

function rollBack(connection: SqliteConnection): void {
  try {
    connection.file.exec('rollback')
  } catch {
    // SQLite has already rolled back, or the file is gone. `onUnavailable` closes the connection.
  }
}
