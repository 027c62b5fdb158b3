import { setTimeout as pause } from 'node:timers/promises'

/** Long enough that guessing is hopeless, and short enough that a person waits for it. */
const TURN_MS = 10_000
/** Waiting for their turns; each waits half a minute at most. */
const MOST_WAITING = 3

/** Lets what is asked under one key through slowly, without telling anybody to come again later. */
export type SlowTurns = {
  /** Resolves with true when it is one's turn, or with false at once where too many wait under this key. */
  take(key: string): Promise<boolean>
}

type Line = { nextAtMs: number; waiting: number }

/** `elapsedMs` are milliseconds that only go forward. */
export function slowTurns(
  elapsedMs: () => number = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = pause,
): SlowTurns {
  const lines = new Map<string, Line>()

  const forgetOver = (nowMs: number): void => {
    for (const [key, { nextAtMs }] of lines) if (nextAtMs <= nowMs) lines.delete(key)
  }

  return {
    take: async (key) => {
      const nowMs = elapsedMs()
      forgetOver(nowMs)
      const line = lines.get(key) ?? { nextAtMs: nowMs, waiting: 0 }
      if (line.waiting >= MOST_WAITING) return false
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
