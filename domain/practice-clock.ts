/**
 * A stopwatch that can be paused. `elapsedMs` is what it had run by `runningSinceMs`, when it was last started; null while
 * paused.
 */
export type Clock = { readonly elapsedMs: number; readonly runningSinceMs: number | null }

/** A clock that starts at 0 now. */
export function startClock(nowMs: number): Clock {
  return { elapsedMs: 0, runningSinceMs: nowMs }
}

/** Milliseconds the clock has run. Setting the device's clock back takes nothing away. */
export function elapsedOf({ elapsedMs, runningSinceMs }: Clock, nowMs: number): number {
  return elapsedMs + (runningSinceMs === null ? 0 : Math.max(0, nowMs - runningSinceMs))
}

/** The clock, paused. */
export function stopped(clock: Clock, nowMs: number): Clock {
  return { elapsedMs: elapsedOf(clock, nowMs), runningSinceMs: null }
}

/** The clock, running; the same object if it already runs. */
export function running(clock: Clock, nowMs: number): Clock {
  return clock.runningSinceMs === null ? { ...clock, runningSinceMs: nowMs } : clock
}
