/** A stretch of time in epoch milliseconds; `untilMs` is not before `fromMs`. */
export type Stretch = { readonly fromMs: number; readonly untilMs: number }

/**
 * How much of a session or battle may overlap with other play: a quarter. Ages are sent in whole seconds, requests take time,
 * and a player who is done with a battle does not wait for its end. Play in two places at once overlaps completely.
 */
const MAX_OVERLAP_SHARE = 0.25

/** Nobody solves problems faster for long (domain/pace.ts), whatever mean time the browser reports. */
const QUICKEST_PROBLEM_MS = 500

/**
 * When a session was played that ended at `playedAtMs`: each of its problems took its mean time, and at least half a second.
 */
export function sessionStretch(session: {
  readonly playedAtMs: number
  readonly problemsSolved: number
  readonly averageTimeMs: number
}): Stretch {
  const { playedAtMs: untilMs, problemsSolved, averageTimeMs } = session
  return { fromMs: untilMs - problemsSolved * Math.max(QUICKEST_PROBLEM_MS, averageTimeMs), untilMs }
}

/** Ages are sent in whole seconds, requests take time, and a page may end a battle a moment before the server does. */
const EDGE_MS = 5000

/** Whether an answer of that moment was given during one of these battles. */
export function isDuring(battles: readonly Stretch[], atMs: number): boolean {
  return battles.some(({ fromMs, untilMs }) => atMs > fromMs + EDGE_MS && atMs < untilMs - EDGE_MS)
}

/** How many answers during a battle may have been sent with a wrong age. */
export const MAX_ANSWERS_DURING = 2

/** Whether a player can have played this beside `own`. */
export function fitsBeside(own: readonly Stretch[], { fromMs, untilMs }: Stretch): boolean {
  const overlaps = own.map((taken) => Math.min(taken.untilMs, untilMs) - Math.max(taken.fromMs, fromMs))
  const overlapMs = overlaps.reduce((sum, ms) => sum + Math.max(0, ms), 0)
  return overlapMs <= MAX_OVERLAP_SHARE * (untilMs - fromMs)
}
