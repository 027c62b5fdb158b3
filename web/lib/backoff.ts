/** How long to hold back after failures; milliseconds. */
export type WaitLimits = { readonly firstMs: number; readonly longestMs: number }

/** A server that asks for more patience than this is not believed; milliseconds. */
const LONGEST_ASKED_MS = 60 * 60 * 1000

/**
 * Who has to wait, and until when: doubling from failure to failure up to a limit, spread by chance so that a class
 * of thirty does not come back in the same instant. Times are of a clock that only runs forwards.
 */
export class Waits {
  readonly #entries = new Map<string, { failures: number; untilMs: number }>()
  readonly #limits: WaitLimits
  readonly #elapsedMs: () => number
  readonly #random: () => number

  constructor(limits: WaitLimits, elapsedMs: () => number, random: () => number) {
    this.#limits = limits
    this.#elapsedMs = elapsedMs
    this.#random = random
  }

  /** Notes a failure. `askedSeconds` is what the server asked for (`Retry-After`) and is never undercut. */
  fail(key: string, askedSeconds?: number): void {
    const failures = (this.#entries.get(key)?.failures ?? 0) + 1
    const { firstMs, longestMs } = this.#limits
    const doubledMs = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30))
    const spreadMs = doubledMs * (0.5 + this.#random() / 2)
    const waitMs = Math.max(spreadMs, Math.min((askedSeconds ?? 0) * 1000, LONGEST_ASKED_MS))
    this.#entries.set(key, { failures, untilMs: this.#elapsedMs() + waitMs })
  }

  /** Forgets the failures under the key. */
  clear(key: string): void {
    this.#entries.delete(key)
  }

  /** Milliseconds left to wait; 0 when there is no reason to. */
  leftMs(key: string): number {
    return Math.max(0, (this.#entries.get(key)?.untilMs ?? 0) - this.#elapsedMs())
  }

  /** Whether the last try under the key failed. */
  hasFailed(key: string): boolean {
    return this.#entries.has(key)
  }
}
