/** The time of the arena, in milliseconds; a test moves it by hand. */
export type ArenaClock = {
  /** Whole epoch milliseconds that only go forward, so that no correction of the system's clock stops or jumps a battle. */
  readonly nowMs: () => number
  /** Calls `happen` once, `afterMs` from now or a little later. */
  readonly later: (afterMs: number, happen: () => void) => void
}

/** Node's own time. What is to happen later keeps no process alive. */
export function systemClock(): ArenaClock {
  const startedAtMs = Date.now() - performance.now()
  return {
    nowMs: () => Math.floor(startedAtMs + performance.now()),
    later: (afterMs, happen) => void setTimeout(happen, afterMs).unref(),
  }
}
