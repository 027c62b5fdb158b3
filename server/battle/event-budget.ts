import { EVENTS_A_SECOND, MOST_DROPPED_EVENTS } from './overload.ts'

export type Verdict = 'taken' | 'dropped' | 'first_dropped' | 'hopeless'

/**
 * What one connection may send: a bucket of `size` events that fills again by so many a second. It is about the connection
 * and not its address, because a whole school is one address.
 */
export class EventBudget {
  readonly #size: number
  #left: number
  #atMs: number
  #dropped = 0

  constructor(size: number, nowMs: number) {
    this.#size = size
    this.#left = size
    this.#atMs = nowMs
  }

  /** Judges one event. `hopeless` is a connection that goes on in spite of all and is to be closed. */
  take(nowMs: number): Verdict {
    this.#left = Math.min(this.#size, this.#left + ((nowMs - this.#atMs) / 1000) * EVENTS_A_SECOND)
    this.#atMs = nowMs
    if (this.#left >= 1) {
      this.#left -= 1
      return 'taken'
    }
    this.#dropped += 1
    if (this.#dropped > MOST_DROPPED_EVENTS) return 'hopeless'
    return this.#dropped === 1 ? 'first_dropped' : 'dropped'
  }
}
