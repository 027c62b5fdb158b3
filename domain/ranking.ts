/** What decides a place on a daily board: the score, then fewer problems, then the earlier time (decisions §6). */
export type Standing = {
  readonly score: number
  readonly problemsSolved: number
  /** When the score was reached, in epoch milliseconds. */
  readonly reachedAtMs: number
}

/** The order of a board: negative when `a` is ahead of `b`, 0 when they are equal in everything. */
export function compareStandings(a: Standing, b: Standing): number {
  return b.score - a.score || a.problemsSolved - b.problemsSolved || a.reachedAtMs - b.reachedAtMs
}

/** How many players a player sees around its own place, itself included. */
export const NEIGHBORS = 30

/**
 * How many of the players ahead and behind are shown around a player: half of each, and more of one where there are fewer of
 * the other.
 */
export function neighborhood(
  ahead: number,
  behind: number,
): { readonly ahead: number; readonly behind: number } {
  const others = NEIGHBORS - 1
  const shownAhead = Math.min(ahead, Math.max(Math.ceil(others / 2), others - behind))
  return { ahead: shownAhead, behind: Math.min(behind, others - shownAhead) }
}
