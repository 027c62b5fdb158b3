import type { ArenaClock } from '../../server/battle/referee/clock.ts'

/** A clock that stands still until it is moved forward, or something is due: what becomes due runs before `forward` returns. */
export type MovableClock = ArenaClock & { forward(byMs: number): void }

type Due = { readonly atMs: number; readonly happen: () => void }

/** Timers are set for whole milliseconds, rounded up, so what is due after a second may happen a little later. */
const ROUNDING_MS = 3

/** What happens takes a moment, as it does in real time. */
const LATER_MS = 0.001

/**
 * Time that the test moves forward, so that a battle of a minute takes no time to wait for. What nobody moves it to happens when it
 * would in real time, and moves it to then: a slow machine moves no deadline. With `realMs` the clock runs on, too.
 */
export function movableClock(realMs: () => number = () => 0): MovableClock {
  let aheadMs = 1_789_000_000_000
  const waiting = new Set<Due>()
  const nowMs = (): number => realMs() + aheadMs
  const moveTo = (untilMs: number): void => {
    for (;;) {
      const [next] = [...waiting].toSorted((a, b) => a.atMs - b.atMs)
      if (!next || next.atMs > untilMs) break
      waiting.delete(next)
      aheadMs += Math.max(0, next.atMs - nowMs()) + LATER_MS
      next.happen()
    }
    aheadMs += Math.max(0, untilMs - nowMs())
  }
  return {
    nowMs,
    later: (afterMs, happen) => {
      const due = { atMs: nowMs() + afterMs, happen }
      waiting.add(due)
      setTimeout(() => {
        if (waiting.has(due)) moveTo(due.atMs)
      }, afterMs).unref()
    },
    forward: (byMs) => moveTo(nowMs() + byMs + ROUNDING_MS),
  }
}
