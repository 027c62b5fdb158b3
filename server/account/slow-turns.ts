import { setTimeout as pause } from 'node:timers/promises'

/** Long enough to make guessing infeasible, and short enough for a person to wait. */
const TURN_MS = 10_000
/** Callers waiting per key; each waits at most 30 s. */
const MAX_WAITING = 3

/** Delays callers of the same key to one every 10 s, instead of refusing them. */
export type SlowTurns = {
  /** Resolves to true when it is the caller's turn, or to false at once if too many are waiting. */
  take(key: string): Promise<boolean>
}

type Line = { nextAtMs: number; waiting: number }

/** `elapsedMs` is a monotonic clock. */
export function slowTurns(
  elapsedMs: () => number = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = pause,
): SlowTurns {
  const lines = new Map<string, Line>()

  const dropFinished = (nowMs: number): void => {
    for (const [key, { nextAtMs }] of lines) if (nextAtMs <= nowMs) lines.delete(key)
  }

  return {
    take: async (key) => {
      const nowMs = elapsedMs()
      dropFinished(nowMs)
      const line = lines.get(key) ?? { nextAtMs: nowMs, waiting: 0 }
      if (line.waiting >= MAX_WAITING) return false
      lines.set(key, line)
      const waitMs = line.nextAtMs - nowMs
      line.nextAtMs += TURN_MS
      if (waitMs === 0) return true
      line.waiting += 1
      await wait(waitMs)
      line.waiting -= 1
      return true
    },
  }
}
