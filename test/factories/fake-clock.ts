/** A clock that jumps to the next event: no real time passes. Times are whole milliseconds. */
export type FakeClock = {
  readonly nowMs: () => number
  /** Runs once, `afterMs` from now; events due at the same time run in the order they were scheduled. */
  readonly later: (afterMs: number, happen: () => void) => void
  /** Moves the clock on; what becomes due runs before this returns. */
  readonly forward: (byMs: number) => void
  /** Until nothing is left to happen. */
  readonly run: () => void
}

export function fakeClock(startMs: number): FakeClock {
  let nowMs = startMs
  const dueAt = new Map<number, (() => void)[]>()
  let last = startMs
  const runDue = (): void => {
    const due = dueAt.get(nowMs)
    // Events scheduled meanwhile for this very instant run after those already due.
    for (const happen of due ?? []) happen()
    dueAt.delete(nowMs)
  }
  return {
    nowMs: () => nowMs,
    later: (afterMs, happen) => {
      const atMs = nowMs + Math.max(0, Math.ceil(afterMs))
      last = Math.max(last, atMs)
      const due = dueAt.get(atMs)
      if (due) due.push(happen)
      else dueAt.set(atMs, [happen])
    },
    forward: (byMs) => {
      const untilMs = nowMs + byMs
      while (nowMs < untilMs) {
        runDue()
        nowMs += 1
      }
      runDue()
    },
    run: () => {
      for (; nowMs <= last; nowMs += 1) runDue()
    },
  }
}
