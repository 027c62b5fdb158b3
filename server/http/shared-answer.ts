/** A cached value, computed at most once per `maxAgeMs` and shared by all callers. */
export type SharedAnswer<Value> = {
  /** The value for this day, or its promise while it is computed. Rejects with what `compute` throws; the next call retries. */
  get(day: string): Value | Promise<Value>
  /** Recomputes the value, for a caller who knows that the cached one is stale; others get the new one too. */
  renew(day: string): Promise<Value>
}

type Held<Value> = {
  readonly day: string
  readonly startedMs: number
  value: Value | Promise<Value>
}

/**
 * Age is counted from the start of the computation, so a result lacks at most what was stored in the last `maxAgeMs`.
 * `elapsedMs` is a monotonic clock.
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
