/** A stopwatch that can be paused: `elapsedMs` until it was last started, at `runningSinceMs`; null while it stands. */
export type Clock = { readonly elapsedMs: number; readonly runningSinceMs: number | null }

/** A clock that starts at 0 now. */
export function startClock(nowMs: number): Clock {
  return { elapsedMs: 0, runningSinceMs: nowMs }
}

/** Milliseconds the clock has run. A device clock that is set back takes nothing away. */
export function elapsedOf({ elapsedMs, runningSinceMs }: Clock, nowMs: number): number {
  return elapsedMs + (runningSinceMs === null ? 0 : Math.max(0, nowMs - runningSinceMs))
}

/** The clock, standing. */
export function stopped(clock: Clock, nowMs: number): Clock {
  return { elapsedMs: elapsedOf(clock, nowMs), runningSinceMs: null }
}

/** The clock, running on; one that runs already stays as it is. */
export function running(clock: Clock, nowMs: number): Clock {
  return clock.runningSinceMs === null ? { ...clock, runningSinceMs: nowMs } : clock
}
