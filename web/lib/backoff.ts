/** The delay after the first failure, and the longest delay. */
export type BackoffLimits = { readonly firstMs: number; readonly maxMs: number }

/** Longer `Retry-After` values are capped. */
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000

/**
 * Exponential backoff per key, with jitter, so that a class of thirty does not retry at the same moment. `elapsedMs` is a
 * monotonic clock.
 */
export class Backoff {
  readonly #entries = new Map<string, { failures: number; untilMs: number }>()
  readonly #limits: BackoffLimits
  readonly #elapsedMs: () => number
  readonly #random: () => number

  constructor(limits: BackoffLimits, elapsedMs: () => number, random: () => number) {
    this.#limits = limits
    this.#elapsedMs = elapsedMs
    this.#random = random
  }

  /** Records a failure. `askedSeconds` is the server's `Retry-After`, the shortest delay. */
  fail(key: string, askedSeconds?: number): void {
    const failures = (this.#entries.get(key)?.failures ?? 0) + 1
    const { firstMs, maxMs: longestMs } = this.#limits
    const doubledMs = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30))
    const spreadMs = doubledMs * (0.5 + this.#random() / 2)
    const waitMs = Math.max(spreadMs, Math.min((askedSeconds ?? 0) * 1000, MAX_RETRY_AFTER_MS))
    this.#entries.set(key, { failures, untilMs: this.#elapsedMs() + waitMs })
  }

  /** Resets the key. */
  clear(key: string): void {
    this.#entries.delete(key)
  }

  /** The remaining delay; 0 for none. */
  remainingMs(key: string): number {
    return Math.max(0, (this.#entries.get(key)?.untilMs ?? 0) - this.#elapsedMs())
  }

  /** Whether the last attempt of the key failed. */
  hasFailed(key: string): boolean {
    return this.#entries.has(key)
  }
}
