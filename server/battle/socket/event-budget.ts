import type { ClientEventName } from '../../../contract/battle-events.ts'
import { EVENTS_PER_SECOND, EVENTS_OF_WHOLE_BATTLE, MAX_DROPPED_EVENTS } from './overload.ts'

type Verdict = 'taken' | 'dropped' | 'first_dropped' | 'hopeless'

/** Events that may be answered with all problems of a battle. */
const WHOLE_BATTLE: ReadonlySet<unknown> = new Set<ClientEventName>([
  'join-battle-queue',
  'start-computer-battle',
  'battle-ready',
])

/** A token bucket: holds at most `size` and refills by `aSecond` per second. Times are in milliseconds of any one clock. */
export class Bucket {
  readonly #size: number
  readonly #aSecond: number
  #left: number
  #atMs: number

  constructor(size: number, aSecond: number, nowMs: number) {
    this.#size = size
    this.#aSecond = aSecond
    this.#left = size
    this.#atMs = nowMs
  }

  /** False, taking nothing, if less than `amount` is left. */
  take(amount: number, nowMs: number): boolean {
    this.#left = Math.min(this.#size, this.#left + ((nowMs - this.#atMs) / 1000) * this.#aSecond)
    this.#atMs = nowMs
    if (this.#left < amount) return false
    this.#left -= amount
    return true
  }
}

/**
 * The rate limit of one connection, for events, some of which count as several, and pongs. It is per connection, not per
 * address, because a whole school may share one address.
 */
export class EventBudget {
  readonly #bucket: Bucket
  #dropped = 0

  constructor(size: number, nowMs: number) {
    this.#bucket = new Bucket(size, EVENTS_PER_SECOND, nowMs)
  }

  /** Counts one event of any name. `hopeless` means that the connection keeps exceeding the limit and should be closed. */
  take(name: unknown, nowMs: number): Verdict {
    if (this.#bucket.take(WHOLE_BATTLE.has(name) ? EVENTS_OF_WHOLE_BATTLE : 1, nowMs)) return 'taken'
    this.#dropped += 1
    if (this.#dropped > MAX_DROPPED_EVENTS) return 'hopeless'
    return this.#dropped === 1 ? 'first_dropped' : 'dropped'
  }
}
