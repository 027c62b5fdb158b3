/** Points for a right first attempt, quick or not (specification §9); a wrong one gets none. */
export const QUICK_POINTS = 5
export const RIGHT_POINTS = 3
/** A right answer in less than this is quick. */
export const QUICK_MS = 3000
/** How much faster than the server measured a claim may be, to allow for network delay (decisions §7). */
const LAG_CREDIT_MS = 750
/**
 * The most silence that is taken off a player's time in one battle. Without a bound, a client could stop the server's clock by
 * keeping silent. The bound costs an honest player at most 2 points, on the one answer in transit; the answers queued behind it
 * are judged by their claims.
 */
export const MAX_SILENCE_MS = 20_000
/** Nobody reads, solves and types faster than this; such an answer earns nothing (decisions §7). */
const FASTEST_HUMAN_MS = 250

/** Points for a first attempt; `acceptedMs` comes from `acceptedResponseMs` (decisions §7). */
export function battlePoints(correct: boolean, acceptedMs: number): number {
  if (!correct || acceptedMs < FASTEST_HUMAN_MS) return 0
  return acceptedMs < QUICK_MS ? QUICK_POINTS : RIGHT_POINTS
}

/** What the server knows about when a player saw a problem, in epoch milliseconds. */
export type ProblemTiming = {
  /**
   * When the player's last answer arrived or the battle started, plus the silence since: the next problem was visible from then
   * on. After a wrong first attempt, a time that never comes, because the server does not know how long the second try takes.
   */
  readonly lastAnswerAtMs: number
  /** The earliest time at which that answer can have been given: the start plus all response times claimed since. */
  readonly plausibleAtMs: number
}

/**
 * The response time that the referee accepts, in milliseconds (decisions §7): the player's claim, within two
 * limits.
 * - It is at most 750 ms less than the time since the last answer arrived, silence excluded. After a wrong
 *   answer this limit does not apply: the player first tries again or copies the answer, and the clock starts
 *   with the next problem (specification §4).
 * - It is at most the time available. Answers held back by a lost connection arrive together and are judged
 *   by their claims, but all claims together never exceed the time since the start.
 */
export function acceptedResponseMs(claimedMs: number, timing: ProblemTiming, nowMs: number): number {
  const atLeastMs = nowMs - timing.lastAnswerAtMs - LAG_CREDIT_MS
  const atMostMs = Math.max(0, nowMs - timing.plausibleAtMs)
  return Math.min(Math.max(claimedMs, atLeastMs), atMostMs)
}

/** The timing of the next problem after a first attempt. */
export function timingAfter(
  claimedMs: number,
  correct: boolean,
  timing: ProblemTiming,
  nowMs: number,
): ProblemTiming {
  return {
    lastAnswerAtMs: correct ? nowMs : Number.MAX_SAFE_INTEGER,
    plausibleAtMs: Math.min(nowMs, timing.plausibleAtMs + claimedMs),
  }
}

/**
 * How much of a silence from `sinceMs` to `nowMs` (server time, epoch milliseconds) is taken off the player's time: the part
 * after the last answer, up to `MAX_SILENCE_MS` in the whole battle. `excludedMs` is what was excluded before.
 */
export function excludedSilenceMs(
  sinceMs: number,
  timing: ProblemTiming,
  excludedMs: number,
  nowMs: number,
): number {
  const thinkingMs = Math.max(0, nowMs - Math.max(sinceMs, timing.lastAnswerAtMs))
  return Math.min(thinkingMs, MAX_SILENCE_MS - excludedMs)
}

/** What decides a player's rank in a battle and position in the results. */
export type BattleStanding = {
  readonly score: number
  readonly isBot: boolean
  readonly problemsAnswered: number
  /** When the player left on purpose, or null. */
  readonly leftAtMs: number | null
}

/**
 * Negative when `a` ranks above `b`, 0 when they share a rank. Players who left rank below those who stayed, the first to leave
 * last; otherwise the score alone decides (decisions §7).
 */
export function compareBattleStandings(a: BattleStanding, b: BattleStanding): number {
  return (
    (b.leftAtMs ?? Number.MAX_SAFE_INTEGER) - (a.leftAtMs ?? Number.MAX_SAFE_INTEGER) || b.score - a.score
  )
}

/** Order within a rank: people before bots, then by problems answered. */
function compareWithinRank(a: BattleStanding, b: BattleStanding): number {
  return Number(a.isBot) - Number(b.isBot) || b.problemsAnswered - a.problemsAnswered
}

/** Sorts standings and adds their ranks, which start at 1. Equal ones share the better rank: 1, 1, 3. */
export function ranked<Standing extends BattleStanding>(
  standings: readonly Standing[],
): { readonly standing: Standing; readonly rank: number }[] {
  const order = standings.toSorted((a, b) => compareBattleStandings(a, b) || compareWithinRank(a, b))
  return order.map((standing) => ({
    standing,
    rank: 1 + order.findIndex((other) => compareBattleStandings(other, standing) === 0),
  }))
}
