/** A cached value, computed at most once per `maxAgeMs` and shared by all callers. */
export type CachedValue<Value> = {
  /** The value for this day. Rejects with what `compute` throws; the next call retries. */
  get(day: string): Promise<Value>
  /** Recomputes the value, for a caller who knows that the cached one is stale; others get the new one too. */
  refresh(day: string): Promise<Value>
}

type Entry<Value> = {
  readonly day: string
  readonly startedMs: number
  readonly value: Promise<Value>
}

/**
 * Age is counted from the start of the computation, so a result lacks at most what was stored in the last `maxAgeMs`.
 * `elapsedMs` is a monotonic clock.
 */
export function cachedValue<Value>(
  compute: (day: string) => Promise<Value>,
  maxAgeMs: number,
  elapsedMs: () => number,
): CachedValue<Value> {
  let entry: Entry<Value> | null = null

  const refresh = (day: string): Promise<Value> => {
    const value = compute(day)
    const newEntry: Entry<Value> = { day, startedMs: elapsedMs(), value }
    entry = newEntry
    value.catch(() => {
      if (entry === newEntry) entry = null
    })
    return value
  }

  return {
    refresh,
    get: (day) => {
      const isFresh = entry !== null && entry.day === day && elapsedMs() - entry.startedMs < maxAgeMs
      return isFresh && entry ? entry.value : refresh(day)
    },
  }
}
