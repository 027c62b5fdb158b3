/** Computes a value at most once in so many milliseconds, however many ask for it; all get the same one. */
export type SharedAnswer<Value> = {
  /**
   * The value for this day, or its promise while it is computed. Rejects with what `compute` throws; the next caller then
   * computes anew.
   */
  get(day: string): Value | Promise<Value>
  /** The same, computed from now on, for one who knows that the shared one is behind; others get it too. */
  renew(day: string): Promise<Value>
}

type Held<Value> = {
  readonly day: string
  readonly startedMs: number
  value: Value | Promise<Value>
}

/**
 * Age is counted from the start of the computation, so that what was stored before a call is in its answer unless it was
 * stored within the last `maxAgeMs`. `elapsedMs` is a clock that only goes forward.
 */
export function sharedAnswer<Value>(
  compute: (day: string) => Promise<Value>,
  maxAgeMs: number,
  elapsedMs: () => number,
): SharedAnswer<Value> {
  let held: Held<Value> | null = null

  const renew = (day: string): Promise<Value> => {
    const value = compute(day)
    const fresh: Held<Value> = { day, startedMs: elapsedMs(), value }
    held = fresh
    value
      .then((computed) => (fresh.value = computed))
      .catch(() => {
        if (held === fresh) held = null
      })
    return value
  }

  return {
    renew,
    get: (day) => {
      const isYoung = held !== null && held.day === day && elapsedMs() - held.startedMs < maxAgeMs
      return isYoung && held ? held.value : renew(day)
    },
  }
}
