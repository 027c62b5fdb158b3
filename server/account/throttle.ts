import { setTimeout as pause } from 'node:timers/promises'

/** Long enough to make guessing infeasible, and short enough for a person to wait. */
const TURN_MS = 10_000
/** Callers waiting per key; each waits at most 30 s. */
const MAX_WAITING = 3

/** Delays callers of the same key to one every 10 s, instead of refusing them. */
export type Throttle = {
  /** Resolves to true when it is the caller's turn, or to false at once if too many are waiting. */
  take(key: string): Promise<boolean>
}

type Turns = { nextAtMs: number; waiting: number }

/** `elapsedMs` is a monotonic clock. */
export function throttle(
  elapsedMs: () => number = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = pause,
): Throttle {
  const turnsByKey = new Map<string, Turns>()

  const dropFinished = (nowMs: number): void => {
    for (const [key, { nextAtMs }] of turnsByKey) if (nextAtMs <= nowMs) turnsByKey.delete(key)
  }

  return {
    take: async (key) => {
      const nowMs = elapsedMs()
      dropFinished(nowMs)
      const turns = turnsByKey.get(key) ?? { nextAtMs: nowMs, waiting: 0 }
      if (turns.waiting >= MAX_WAITING) return false
      turnsByKey.set(key, turns)
      const waitMs = turns.nextAtMs - nowMs
      turns.nextAtMs += TURN_MS
      if (waitMs === 0) return true
      turns.waiting += 1
      await wait(waitMs)
      turns.waiting -= 1
      return true
    },
  }
}
