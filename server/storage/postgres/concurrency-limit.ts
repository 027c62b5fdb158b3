import { StorageUnavailable } from '../../http/errors.ts'

type Limits = {
  readonly maxRunning: number
  /** Further jobs are rejected immediately, which bounds memory. */
  readonly maxWaiting: number
  /** A job that waits longer is rejected, so that callers do not hang with the engine. */
  readonly maxWaitMs: number
}

type Waiting = { readonly start: () => void; readonly timer: NodeJS.Timeout }

/** Limits how many jobs run at once; the others wait in order. */
export class ConcurrencyLimit {
  readonly #limits: Limits
  #running = 0
  readonly #waiting = new Set<Waiting>()
  #whenIdle: (() => void)[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Runs `job` as soon as a slot is free. Rejects with the job's error, or StorageUnavailable if none becomes free in time. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.maxRunning) this.#running += 1
    else await this.#freeSlot()
    try {
      return await job()
    } finally {
      this.#passSlot()
    }
  }

  /** Resolves when no job runs or waits. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve()
    return new Promise((resolve) => this.#whenIdle.push(resolve))
  }

  #freeSlot(): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#limits
    if (this.#waiting.size >= maxWaiting) {
      return Promise.reject(new StorageUnavailable({ cause: new Error('too many jobs are waiting') }))
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(new StorageUnavailable({ cause: new Error(`no connection was free for ${maxWaitMs} ms`) }))
      }, maxWaitMs)
      const waiting: Waiting = { start: resolve, timer }
      this.#waiting.add(waiting)
    })
  }

  /** Gives the slot of a finished job to the one that has waited longest. */
  #passSlot(): void {
    const [first] = this.#waiting
    if (first) {
      this.#waiting.delete(first)
      clearTimeout(first.timer)
      first.start()
      return
    }
    this.#running -= 1
    if (this.#running > 0) return
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }
}
