/** The arena's clock, in milliseconds; tests advance it by hand. */
export type ArenaClock = {
  /** Whole epoch milliseconds, monotonic, so that system clock changes do not stop or skip a battle. */
  readonly nowMs: () => number
  /** Calls `happen` once, after at least `afterMs`. */
  readonly later: (afterMs: number, happen: () => void) => void
}

/** The clock of this machine. Its timers do not keep the process alive. */
export function systemClock(): ArenaClock {
  const startedAtMs = Date.now() - performance.now()
  return {
    nowMs: () => Math.floor(startedAtMs + performance.now()),
    later: (afterMs, happen) => void setTimeout(happen, afterMs).unref(),
  }
}
