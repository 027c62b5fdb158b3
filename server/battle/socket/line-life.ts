import { QUICK_MS } from '../../../domain/battle-scoring.ts'
import type { ArenaClock } from '../referee/clock.ts'

/**
 * So long after the time of a problem began its player's page is asked for a sign of life. An answer that was given in time for
 * 5 points is on its way by then, and a line keeps its order: if the sign of life comes first, there was no such answer.
 */
const ASK_AFTER_MS = QUICK_MS
/**
 * A page gives the sign of life within this after it is due, or its line stands still. Together with `ASK_AFTER_MS` it is less
 * than what may pass before an answer for 5 points comes too late, so that no silence that does harm is too short to be noticed.
 */
export const HEARD_WITHIN_MS = 600
/** An ask is at most so late, unless the server itself stood still: then nobody's time passed either. */
const LOOK_EVERY_MS = 100

/** What is known of one line's signs of life: whatever comes from the page is one. */
export class LineLife {
  /** Whether the line is among those that are looked at. */
  isWatched = false
  readonly #ask: (() => void) | null
  #heardAtMs: number
  /** When a sign of life is asked for, until one has come after that; -Infinity is until the page has seen what it was told. */
  #askAtMs = Infinity

  /** @param ask makes the page give a sign of life; of a line that has no way to do that no silence is known */
  constructor(ask: (() => void) | null, nowMs: number) {
    this.#ask = ask
    this.#heardAtMs = nowMs
  }

  /** When the line was heard last if it is silent, otherwise now. */
  silentSinceMs(nowMs: number): number {
    return nowMs - this.#askAtMs > HEARD_WITHIN_MS ? this.#heardAtMs : nowMs
  }

  /** Whether the page has not answered yet to having been told its problem. */
  get isUnseen(): boolean {
    return this.#askAtMs === -Infinity
  }

  heard(nowMs: number): void {
    this.#heardAtMs = nowMs
    if (nowMs >= this.#askAtMs) this.#askAtMs = Infinity
  }

  /** The page is to be asked a while after `sinceMs`, when the time of the problem on it began; not at all at Infinity. */
  askAfter(sinceMs: number, nowMs: number): void {
    if (!this.#ask || this.isUnseen) return
    this.#askAtMs = Math.max(nowMs, sinceMs + ASK_AFTER_MS)
  }

  /** The page was told its problem: until it answers to that it has not seen it, and the line counts as silent. */
  askIfSeen(nowMs: number): void {
    if (!this.#ask) return
    this.#heardAtMs = nowMs
    this.#askAtMs = -Infinity
    this.#ask()
  }

  /** Asks the page whether it is there at all. False when there is no way to. */
  askNow(nowMs: number): boolean {
    if (!this.#ask) return false
    // What it has to see before it counts as heard stays as it is.
    if (!this.isUnseen) this.#askAtMs = nowMs
    this.#ask()
    return true
  }

  /** Asks the page if it is time for it. False when there is nothing more to ask for until the next event. */
  askIfDue(nowMs: number): boolean {
    if (nowMs < this.#askAtMs) return this.#askAtMs !== Infinity
    if (this.isUnseen) return false
    this.#ask?.()
    return false
  }
}

/** Asks the lines that have sent something, each once: who sends nothing more costs nothing more. */
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
