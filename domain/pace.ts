import { UNLIMITED_SECONDS } from './guest-day.ts'

/** Nobody solves faster than this for long (decisions §6): 2 problems a second on average, 100 in a burst. */
const MS_PER_PROBLEM = 500
const BURST_PROBLEMS = 100

/** A session that is begun in time may be finished. */
const LAST_SESSION_PROBLEMS = 50

/**
 * How many problems of a practice day count for a guest who may play for so many seconds: nobody solves more in that time, whatever a
 * page reports.
 */
export function mostProblemsOfDay(dailySeconds: number): number {
  if (dailySeconds >= UNLIMITED_SECONDS) return Number.POSITIVE_INFINITY
  return Math.ceil((dailySeconds * 1000) / MS_PER_PROBLEM) + LAST_SESSION_PROBLEMS
}

type Credit =
  | { readonly ok: true; readonly fullAtMs: number }
  | { readonly ok: false; readonly retryAfterSeconds: number }

/**
 * Credits problems to a player, or says how long to wait. `fullAtMs` is the only state: when the player's credit is whole again
 * (the generic cell rate algorithm, ITU-T I.371); 0 for a new player.
 */
export function creditProblems(fullAtMs: number, problems: number, nowMs: number): Credit {
  // The debt is capped at a burst: a clock that is set back must not lock a player out for as long.
  const debtUntilMs = Math.min(Math.max(fullAtMs, nowMs), nowMs + BURST_PROBLEMS * MS_PER_PROBLEM)
  const wouldBeFullAtMs = debtUntilMs + problems * MS_PER_PROBLEM
  const tooEarlyMs = wouldBeFullAtMs - nowMs - BURST_PROBLEMS * MS_PER_PROBLEM
  return tooEarlyMs > 0
    ? { ok: false, retryAfterSeconds: Math.ceil(tooEarlyMs / 1000) }
    : { ok: true, fullAtMs: wouldBeFullAtMs }
}

/** The credit of two players who turn out to be one: their debts add up. */
export function joinedCredit(oneFullAtMs: number, otherFullAtMs: number, nowMs: number): Credit {
  const debtMs = Math.max(0, oneFullAtMs - nowMs) + Math.max(0, otherFullAtMs - nowMs)
  const tooMuchMs = debtMs - BURST_PROBLEMS * MS_PER_PROBLEM
  if (tooMuchMs > 0) return { ok: false, retryAfterSeconds: Math.ceil(tooMuchMs / 1000) }
  return { ok: true, fullAtMs: debtMs === 0 ? Math.max(oneFullAtMs, otherFullAtMs) : nowMs + debtMs }
}
