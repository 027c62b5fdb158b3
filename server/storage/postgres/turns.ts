import { StorageAway } from '../../http/errors.ts'

type TurnLimits = {
  /** Jobs under way at the same time. */
  readonly atOnce: number
  /** Jobs that wait at most; beyond it a job is refused at once, so that memory has a bound. */
  readonly mostWaiting: number
  /** How long a job waits at most before it is refused, so that nobody hangs behind an engine that does. */
  readonly longestWaitMs: number
}

type Waiting = { readonly start: () => void; readonly timer: NodeJS.Timeout }

/** Lets a few jobs run at once and the others wait, in order. */
export class Turns {
  readonly #limits: TurnLimits
  #running = 0
  readonly #waiting = new Set<Waiting>()
  #whenIdle: (() => void)[] = []

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Runs `work` when it is its turn. Rejects with what it throws, or StorageAway when its turn does not come. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running += 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  /** Resolves when no job runs or waits. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve()
    return new Promise((resolve) => this.#whenIdle.push(resolve))
  }

  #turn(): Promise<void> {
    const { mostWaiting, longestWaitMs } = this.#limits
    if (this.#waiting.size >= mostWaiting) {
      return Promise.reject(new StorageAway({ cause: new Error('too many jobs are waiting') }))
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(new StorageAway({ cause: new Error(`no connection was free for ${longestWaitMs} ms`) }))
      }, longestWaitMs)
      const waiting: Waiting = { start: resolve, timer }
      this.#waiting.add(waiting)
    })
  }

  /** Hands the turn of a job that has ended to the one that waits longest. */
  #next(): void {
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
