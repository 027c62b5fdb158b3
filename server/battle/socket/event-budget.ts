import type { ClientEventName } from '../../../contract/battle-events.ts'
import { EVENTS_A_SECOND, EVENTS_OF_WHOLE_BATTLE, MAX_DROPPED_EVENTS } from './overload.ts'

type Verdict = 'taken' | 'dropped' | 'first_dropped' | 'hopeless'

/** What leads back into a battle, and is then answered with all of its problems. */
const WHOLE_BATTLE: ReadonlySet<unknown> = new Set<ClientEventName>([
  'join-battle-queue',
  'start-computer-battle',
  'battle-ready',
])

/** Holds `size` at most, of which is taken, and fills again by so much a second. Times are in milliseconds of any one clock. */
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

  /** False, and nothing is taken, where there is less. */
  take(amount: number, nowMs: number): boolean {
    this.#left = Math.min(this.#size, this.#left + ((nowMs - this.#atMs) / 1000) * this.#aSecond)
    this.#atMs = nowMs
    if (this.#left < amount) return false
    this.#left -= amount
    return true
  }
}

/**
 * What one connection may send: events, of which some count as many, and signs of life, which count as one each. It is about
 * the connection and not its address, because a whole school is one address.
 */
export class EventBudget {
  readonly #bucket: Bucket
  #dropped = 0

  constructor(size: number, nowMs: number) {
    this.#bucket = new Bucket(size, EVENTS_A_SECOND, nowMs)
  }

  /** Judges one event of any name. `hopeless` is a connection that goes on in spite of all and is to be closed. */
  take(name: unknown, nowMs: number): Verdict {
    if (this.#bucket.take(WHOLE_BATTLE.has(name) ? EVENTS_OF_WHOLE_BATTLE : 1, nowMs)) return 'taken'
    this.#dropped += 1
    if (this.#dropped > MAX_DROPPED_EVENTS) return 'hopeless'
    return this.#dropped === 1 ? 'first_dropped' : 'dropped'
  }
}
