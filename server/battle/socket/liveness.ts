import { QUICK_MS } from '../../../domain/battle-scoring.ts'
import type { ArenaClock } from '../referee/clock.ts'

/**
 * A page is pinged this long after the time of a problem started. An answer in time for 5 points has been sent by then, and
 * a connection keeps its order: if the pong arrives first, there was no such answer.
 */
const PING_AFTER_MS = QUICK_MS
/**
 * A connection counts as silent if the page has not responded this long after a ping is due. Together with `ASK_AFTER_MS` this
 * is less than the time in which an answer for 5 points can arrive, so that every harmful silence is noticed.
 */
export const RESPONSE_WITHIN_MS = 600
/** How late a ping may be, unless the server itself was blocked; then nobody's time passed either. */
const CHECK_EVERY_MS = 100

/** Detects silence of one connection. Anything received from the page shows that it is alive. */
export class Liveness {
  /** Whether `livenessMonitor` checks this connection. */
  isWatched = false
  readonly #ping: (() => void) | null
  #receivedAtMs: number
  /** When the pending ping is due, Infinity if there is none, -Infinity until the page has received its problem. */
  #pingAtMs = Infinity

  /** @param ping pings the page; without it, silence is never detected */
  constructor(ping: (() => void) | null, nowMs: number) {
    this.#ping = ping
    this.#receivedAtMs = nowMs
  }

  /** When something was last received, if the connection is silent; otherwise now. */
  silentSinceMs(nowMs: number): number {
    return nowMs - this.#pingAtMs > RESPONSE_WITHIN_MS ? this.#receivedAtMs : nowMs
  }

  /** Whether the page has not yet confirmed that it received its problem. */
  get isUnconfirmed(): boolean {
    return this.#pingAtMs === -Infinity
  }

  received(nowMs: number): void {
    this.#receivedAtMs = nowMs
    if (nowMs >= this.#pingAtMs) this.#pingAtMs = Infinity
  }

  /** Schedules a ping for a while after `sinceMs`, when the time of its problem started; none for Infinity. */
  pingAfter(sinceMs: number, nowMs: number): void {
    if (!this.#ping || this.isUnconfirmed) return
    this.#pingAtMs = Math.max(nowMs, sinceMs + PING_AFTER_MS)
  }

  /** The page was sent its problem: until it responds to a ping, the connection counts as silent. */
  problemSent(nowMs: number): void {
    if (!this.#ping) return
    this.#receivedAtMs = nowMs
    this.#pingAtMs = -Infinity
    this.#ping()
  }

  /** Pings the page. False if the transport cannot. */
  pingNow(nowMs: number): boolean {
    if (!this.#ping) return false
    // A pending confirmation of its problem stays pending.
    if (!this.isUnconfirmed) this.#pingAtMs = nowMs
    this.#ping()
    return true
  }

  /** Pings the page if a ping is due. False if no further ping is pending. */
  pingIfDue(nowMs: number): boolean {
    if (nowMs < this.#pingAtMs) return this.#pingAtMs !== Infinity
    if (this.isUnconfirmed) return false
    this.#ping?.()
    return false
  }
}

/** Pings each connection once after it has sent something, so that idle connections cost nothing. */
export function livenessMonitor(clock: ArenaClock): { readonly watch: (liveness: Liveness) => void } {
  const watched = new Set<Liveness>()
  const check = (): void => {
    const nowMs = clock.nowMs()
    for (const life of watched) {
      if (life.pingIfDue(nowMs)) continue
      life.isWatched = false
      watched.delete(life)
    }
    if (watched.size > 0) clock.later(CHECK_EVERY_MS, check)
  }
  return {
    watch: (life) => {
      if (life.isWatched) return
      life.isWatched = true
      if (watched.size === 0) clock.later(CHECK_EVERY_MS, check)
      watched.add(life)
    },
  }
}
