import type { ArenaClock } from '../../server/battle/referee/clock.ts'

/** A clock that runs by itself and can be moved forward: what becomes due runs before `forward` returns. */
export type MovableClock = ArenaClock & { forward(byMs: number): void }

type Due = { readonly atMs: number; readonly happen: () => void }

/** Timers are set for whole milliseconds, rounded up, so what is due after a second may happen a little later. */
const ROUNDING_MS = 3

/** What happens takes a moment, as it does in real time. */
const LATER_MS = 0.001

/**
 * Real time plus the time moved forward, so that a battle of a minute takes no time to wait for. Within a turn of the event loop
 * real time stands still: a pause of the process between two steps of a test moves no deadline.
 */
export function movableClock(): MovableClock {
  let aheadMs = 0
  let turnMs: number | null = null
  const waiting = new Set<Due>()
  const nowMs = (): number => {
    if (turnMs === null) {
      turnMs = performance.now()
      setImmediate(() => (turnMs = null)).unref()
    }
    return turnMs + aheadMs
  }
  const ring = (due: Due): void => {
    if (waiting.delete(due)) due.happen()
  }
  return {
    nowMs,
    later: (afterMs, happen) => {
      const due = { atMs: nowMs() + afterMs, happen }
      waiting.add(due)
      setTimeout(() => ring(due), afterMs).unref()
    },
    forward: (byMs) => {
      const untilMs = nowMs() + byMs + ROUNDING_MS
      for (;;) {
        const [next] = [...waiting].toSorted((a, b) => a.atMs - b.atMs)
        if (!next || next.atMs > untilMs) break
        aheadMs += Math.max(0, next.atMs - nowMs()) + LATER_MS
        ring(next)
      }
      aheadMs += Math.max(0, untilMs - nowMs())
    },
  }
}
