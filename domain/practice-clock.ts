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

/** The most of one problem's time that counts as practiced: a child who takes longer is not there, or not at it. */
export const COUNTED_MS_PER_PROBLEM = 60_000

/** The clock, set back if it has run longer than `mostMs`. */
export function atMost(clock: Clock, mostMs: number, nowMs: number): Clock {
  if (elapsedOf(clock, nowMs) <= mostMs) return clock
  return { elapsedMs: mostMs, runningSinceMs: clock.runningSinceMs === null ? null : nowMs }
}

/** The clock, paused. */
export function stopped(clock: Clock, nowMs: number): Clock {
  return { elapsedMs: elapsedOf(clock, nowMs), runningSinceMs: null }
}

/** The clock, running; the same object if it already runs. */
export function running(clock: Clock, nowMs: number): Clock {
  return clock.runningSinceMs === null ? { ...clock, runningSinceMs: nowMs } : clock
}
