import { setTimeout as pause } from 'node:timers/promises'

/** Long enough that guessing is hopeless, and short enough that a person waits for it. */
const TURN_MS = 10_000
/** Callers that may wait under one key; each waits 30 s at most. */
const MAX_WAITING = 3

/** Lets callers of the same key through one at a time, every 10 s, instead of refusing them. */
export type SlowTurns = {
  /** Resolves with true when it is the caller's turn, or with false at once when too many wait under this key. */
  take(key: string): Promise<boolean>
}

type Line = { nextAtMs: number; waiting: number }

/** `elapsedMs` are milliseconds that only go forward. */
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
