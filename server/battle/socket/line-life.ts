import { QUICK_MS } from '../../../domain/battle-scoring.ts'
import type { ArenaClock } from '../referee/clock.ts'

/**
 * A page is pinged this long after the time of a problem started. An answer in time for 5 points has been sent by then, and
 * a connection keeps its order: if the pong arrives first, there was no such answer.
 */
const ASK_AFTER_MS = QUICK_MS
/**
 * A connection counts as silent if the page has not responded this long after a ping is due. Together with `ASK_AFTER_MS` this
 * is less than the time in which an answer for 5 points can arrive, so that every harmful silence is noticed.
 */
export const HEARD_WITHIN_MS = 600
/** How late a ping may be, unless the server itself was blocked; then nobody's time passed either. */
const LOOK_EVERY_MS = 100

/** Detects silence of one connection. Anything received from the page shows that it is alive. */
export class LineLife {
  /** Whether `lifeWatch` checks this connection. */
  isWatched = false
  readonly #ask: (() => void) | null
  #heardAtMs: number
  /** When the pending ping is due, Infinity if there is none, -Infinity until the page has received its problem. */
  #askAtMs = Infinity

  /** @param ask pings the page; without it, silence is never detected */
  constructor(ask: (() => void) | null, nowMs: number) {
    this.#ask = ask
    this.#heardAtMs = nowMs
  }

  /** When something was last received, if the connection is silent; otherwise now. */
  silentSinceMs(nowMs: number): number {
    return nowMs - this.#askAtMs > HEARD_WITHIN_MS ? this.#heardAtMs : nowMs
  }

  /** Whether the page has not yet confirmed that it received its problem. */
  get isUnseen(): boolean {
    return this.#askAtMs === -Infinity
  }

  heard(nowMs: number): void {
    this.#heardAtMs = nowMs
    if (nowMs >= this.#askAtMs) this.#askAtMs = Infinity
  }

  /** Schedules a ping for a while after `sinceMs`, when the time of its problem started; none for Infinity. */
  askAfter(sinceMs: number, nowMs: number): void {
    if (!this.#ask || this.isUnseen) return
    this.#askAtMs = Math.max(nowMs, sinceMs + ASK_AFTER_MS)
  }

  /** The page was sent its problem: until it responds to a ping, the connection counts as silent. */
  askIfSeen(nowMs: number): void {
    if (!this.#ask) return
    this.#heardAtMs = nowMs
    this.#askAtMs = -Infinity
    this.#ask()
  }

  /** Pings the page. False if the transport cannot. */
  askNow(nowMs: number): boolean {
    if (!this.#ask) return false
    // A pending confirmation of its problem stays pending.
    if (!this.isUnseen) this.#askAtMs = nowMs
    this.#ask()
    return true
  }

  /** Pings the page if a ping is due. False if no further ping is pending. */
  askIfDue(nowMs: number): boolean {
    if (nowMs < this.#askAtMs) return this.#askAtMs !== Infinity
    if (this.isUnseen) return false
    this.#ask?.()
    return false
  }
}

/** Pings each connection once after it has sent something, so that idle connections cost nothing. */
export function lifeWatch(clock: ArenaClock): { readonly watch: (life: LineLife) => void } {
  const watched = new Set<LineLife>()
  const look = (): void => {
    const nowMs = clock.nowMs()
    for (const life of watched) {
      if (life.askIfDue(nowMs)) continue
      life.isWatched = false
      watched.delete(life)
    }
    if (watched.size > 0) clock.later(LOOK_EVERY_MS, look)
  }
  return {
    watch: (life) => {
      if (life.isWatched) return
      life.isWatched = true
      if (watched.size === 0) clock.later(LOOK_EVERY_MS, look)
      watched.add(life)
    },
  }
}
