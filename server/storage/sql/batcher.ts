import { StorageUnavailable, LockTimeout } from '../../http/errors.ts'
import type { Dialect } from '../dialect.ts'

/** The result of one item of a batch. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }

type BatcherOptions<In, Out> = {
  /** Processes a batch atomically; returns one outcome per item, in order. */
  readonly runBatch: (items: readonly In[]) => Promise<readonly Outcome<Out>[]>
  readonly maxBatchSize: number
  /** Batches in flight at the same time. */
  readonly maxConcurrent: number
  /** Further items are rejected immediately, which bounds memory. */
  readonly maxWaiting: number
}

/** PostgreSQL has several writers, so a second batch makes progress while the first waits. SQLite has only one. */
export function maxConcurrentBatches(dialect: Dialect): number {
  return dialect === 'postgres' ? 2 : 1
}

/** How long an item may wait for its batch to start, so that callers do not hang with the store. */
const MAX_WAIT_MS = 10_000

type Waiting<In, Out> = {
  readonly item: In
  readonly sinceMs: number
  readonly resolve: (value: Out) => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches concurrent callers: items that arrive while batches are in flight form the next batch. Fixed costs (a round trip,
 * a commit) are paid once per batch.
 */
export class Batcher<In, Out> {
  readonly #options: BatcherOptions<In, Out>
  #waiting: Waiting<In, Out>[] = []
  #running = 0

  constructor(options: BatcherOptions<In, Out>) {
    this.#options = options
  }

  /** Resolves or rejects with the item's outcome; rejects with StorageUnavailable when too many items are waiting. */
  add(item: In): Promise<Out> {
    if (this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(new StorageUnavailable({ cause: new Error('too many writes are waiting') }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, sinceMs: performance.now(), resolve, reject })
      if (this.#running === this.#options.maxConcurrent) return
      this.#running += 1
      // setImmediate runs after the poll phase, when all requests read in this turn have been added.
      setImmediate(() => void this.#run())
    })
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#rejectExpired()
      const batch = this.#waiting.splice(0, this.#options.maxBatchSize)
      if (batch.length === 0) break
      try {
        await this.#settle(batch)
      } catch (error) {
        await this.#handleFailure(batch, error)
      }
    }
    this.#running -= 1
  }

  /** Rejects items that have waited too long. The oldest come first. */
  #rejectExpired(): void {
    const oldestMs = performance.now() - MAX_WAIT_MS
    const firstValid = this.#waiting.findIndex(({ sinceMs }) => sinceMs >= oldestMs)
    const expired = this.#waiting.splice(0, firstValid < 0 ? this.#waiting.length : firstValid)
    const away = new StorageUnavailable({
      cause: new Error(`the write waited longer than ${MAX_WAIT_MS} ms`),
    })
    for (const { reject } of expired) reject(away)
  }

  async #settle(batch: readonly Waiting<In, Out>[]): Promise<void> {
    const outcomes = await this.#options.runBatch(batch.map(({ item }) => item))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index]
      if (outcome?.ok) resolve(outcome.value)
      else reject(outcome?.error ?? new Error('a write has no outcome'))
    }
  }

  async #handleFailure(batch: readonly Waiting<In, Out>[], error: unknown): Promise<void> {
    if (error instanceof StorageUnavailable && !(error instanceof LockTimeout)) {
      // The store has just failed, so waiting items would fail too.
      for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error)
      return
    }
    const [only] = batch
    if (batch.length === 1 && only) {
      only.reject(error)
      return
    }
    // A single item may have failed the batch, or be waiting for a lock: retry each on its own.
    await Promise.all(batch.map((each) => this.#settle([each]).catch((own: unknown) => each.reject(own))))
  }
}
