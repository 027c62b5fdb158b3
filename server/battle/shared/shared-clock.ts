import type { ArenaClock } from '../referee/clock.ts'

/** A smaller difference is that of the request. */
const TOLERANCE_MS = 5
/** How far the clock is corrected at once, so that nobody notices. */
const STEP_MS = 1
/** A larger difference is no drift: this machine slept, or Redis is another by now. */
const JUMP_MS = 1_000

/** A clock that follows Redis's, so that a battle can move to another machine. */
export type SharedClock = ArenaClock & {
  /** Redis said `redisMs` in a request between these two times of this clock. */
  readonly adjust: (redisMs: number, askedAtMs: number, answeredAtMs: number) => void
}

export function sharedClock(own: ArenaClock): SharedClock {
  let aheadMs: number | null = null
  let latestMs = -Infinity
  return {
    // It never goes back.
    nowMs: () => (latestMs = Math.max(latestMs, own.nowMs() + (aheadMs ?? 0))),
    later: own.later,
    adjust: (redisMs, askedAtMs, answeredAtMs) => {
      const byMs = Math.round(redisMs - (askedAtMs + answeredAtMs) / 2)
      if (aheadMs === null) [aheadMs, latestMs] = [byMs, -Infinity]
      else if (Math.abs(byMs) > JUMP_MS) aheadMs += byMs
      else if (Math.abs(byMs) > TOLERANCE_MS) aheadMs += Math.sign(byMs) * STEP_MS
    },
  }
}
