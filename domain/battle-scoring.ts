/** Points of a first attempt (specification §9): right and quick, right, wrong. */
export const QUICK_POINTS = 5
export const RIGHT_POINTS = 3
/** Under this a right answer is quick. */
export const QUICK_MS = 3000
/** How much faster than the server measured a player may claim to have been: what a network can add (decisions §7). */
const LAG_CREDIT_MS = 750
/**
 * How much silence of a player is taken off the time of a battle at most. A client can keep silent on purpose, and without a
 * bound it would switch the server's clock off; an honest child loses by the bound 2 points at most, on the one answer that
 * is on the way, for those kept behind it are judged by their claims anyway.
 */
export const MAX_SILENCE_MS = 20_000
/** Nobody reads, solves and types in less; such an answer earns nothing (decisions §7). */
const FASTEST_HUMAN_MS = 250

/** Points of a first attempt that took so long, in milliseconds as believed (decisions §7). */
export function battlePoints(correct: boolean, believedMs: number): number {
  if (!correct || believedMs < FASTEST_HUMAN_MS) return 0
  return believedMs < QUICK_MS ? QUICK_POINTS : RIGHT_POINTS
}

/** What the server knows about when a problem was on a player's screen, in epoch milliseconds. */
export type Sight = {
  /**
   * When the player's last answer came in or the battle started, which is when the next problem could first be seen, later by
   * the silence since. Later than any instant after a wrong first attempt: how long the tries after it take is not heard.
   */
  readonly lastAnswerAtMs: number
  /** The earliest instant at which that answer can have been given: the start plus every response time claimed since. */
  readonly plausibleAtMs: number
}

/**
 * How long an answer is believed to have taken, in milliseconds (decisions §7). The claim counts, but
 * - it is at most 750 ms faster than the time since the last answer came in, when this problem could first be seen, without
 *   the silence in it. After a wrong one only the claim is known, for the child tries again or copies the answer first, and
 *   the clock begins with the next problem (specification §4);
 * - it is no slower than the time there was: answers that were kept while the connection was away come all at once and
 *   are judged by their claims, but all claims together never exceed the time since the start.
 */
export function believedResponseMs(claimedMs: number, sight: Sight, nowMs: number): number {
  const atLeastMs = nowMs - sight.lastAnswerAtMs - LAG_CREDIT_MS
  const atMostMs = Math.max(0, nowMs - sight.plausibleAtMs)
  return Math.min(Math.max(claimedMs, atLeastMs), atMostMs)
}

/** What is known of the next problem's sight after a first attempt that was right or not and claimed so much. */
export function sightAfter(claimedMs: number, correct: boolean, sight: Sight, nowMs: number): Sight {
  return {
    lastAnswerAtMs: correct ? nowMs : Number.MAX_SAFE_INTEGER,
    plausibleAtMs: Math.min(nowMs, sight.plausibleAtMs + claimedMs),
  }
}

/**
 * How much of a silence from `sinceMs` to `nowMs`, epoch milliseconds of the server, is taken off the player's time: what lies
 * after the last answer, until all silence of the battle is `MAX_SILENCE_MS`. `takenMs` was taken before.
 */
export function silenceTakenMs(sinceMs: number, sight: Sight, takenMs: number, nowMs: number): number {
  const thinkingMs = Math.max(0, nowMs - Math.max(sinceMs, sight.lastAnswerAtMs))
  return Math.min(thinkingMs, MAX_SILENCE_MS - takenMs)
}

/** What decides a player's rank in a battle and the place in the list of results. */
export type BattleStanding = {
  readonly score: number
  readonly isBot: boolean
  readonly problemsAnswered: number
  /** When the player left on purpose, or null. */
  readonly leftAtMs: number | null
}

/**
 * Negative when `a` ranks above `b`, 0 when they share a rank. Players who left rank below everyone who stayed, and below those
 * who left later; otherwise the score alone decides (decisions §7).
 */
export function compareBattleStandings(a: BattleStanding, b: BattleStanding): number {
  return (
    (b.leftAtMs ?? Number.MAX_SAFE_INTEGER) - (a.leftAtMs ?? Number.MAX_SAFE_INTEGER) || b.score - a.score
  )
}

/** The order of the list within a rank: people before bots, then by problems answered. */
function compareWithinRank(a: BattleStanding, b: BattleStanding): number {
  return Number(a.isBot) - Number(b.isBot) || b.problemsAnswered - a.problemsAnswered
}

/** Standings in the order of the list with their ranks, which are positions from 1; equal ones share the better rank: 1, 1, 3. */
export function ranked<Standing extends BattleStanding>(
  standings: readonly Standing[],
): { readonly standing: Standing; readonly rank: number }[] {
  const order = standings.toSorted((a, b) => compareBattleStandings(a, b) || compareWithinRank(a, b))
  return order.map((standing) => ({
    standing,
    rank: 1 + order.findIndex((other) => compareBattleStandings(other, standing) === 0),
  }))
}
