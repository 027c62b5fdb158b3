import type { ArenaClock } from '../../server/battle/referee/clock.ts'

/** A clock that runs by itself and can be put forward: then what has become due happens before `forward` returns. */
export type MovableClock = ArenaClock & { forward(byMs: number): void }

type Due = { readonly atMs: number; readonly happen: () => void }

/** Real time plus what it was put forward by, so that a minute's battle can be waited for in no time. */
export function movableClock(): MovableClock {
  let aheadMs = 0
  const waiting = new Set<Due>()
  const nowMs = (): number => performance.now() + aheadMs
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
      const untilMs = nowMs() + byMs
      for (;;) {
        const [next] = [...waiting].toSorted((a, b) => a.atMs - b.atMs)
        if (!next || next.atMs > untilMs) break
        aheadMs += Math.max(0, next.atMs - nowMs())
        ring(next)
      }
      aheadMs += Math.max(0, untilMs - nowMs())
    },
  }
}
