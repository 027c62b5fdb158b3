/** What decides a place on a daily board: the score, then fewer problems, then the earlier time (decisions §6). */
export type Standing = {
  readonly score: number
  readonly problemsSolved: number
  /** When the score was reached, in epoch milliseconds. */
  readonly reachedAtMs: number
}

/** More than the pace limit allows on a practice day; larger values share the last cell. */
export const MAX_SCORE = 2 ** 20 - 1
export const MAX_PROBLEMS = 2 ** 18 - 1
/**
 * Ties are broken by time, which is cut into hours and each hour into 16 stretches, counted from the UTC midnight of the date
 * that names the practice day. A practice day lies between hours 9 and 34 after that midnight, daylight saving included, which
 * is why time zones do not matter here.
 */
const STRETCHES_IN_HOUR = 16
export const STRETCH_MS = 3_600_000 / STRETCHES_IN_HOUR
/** An upper bound; a practice day reaches hour 34. */
const HOURS = 64
export const MAX_STRETCH = HOURS * STRETCHES_IN_HOUR - 1
export const SCORES_IN_A_BAND = 64

/**
 * How many cells of a level lie in one cell of the level above. Cells are numbered from the best place to the worst: bands of
 * 64 scores; single scores; then hours, and stretches, in which a score was reached with a number of problems.
 */
export const CELLS_IN_PARENT = [
  Infinity,
  SCORES_IN_A_BAND,
  (MAX_PROBLEMS + 1) * HOURS,
  STRETCHES_IN_HOUR,
] as const
export const LEVELS = [0, 1, 2, 3] as const

/** The cell that holds a standing, at each level; all are safe integers. */
type RankCells = readonly [band: number, score: number, hour: number, stretch: number]

function within(value: number, most: number): number {
  return Math.min(Math.max(0, Math.floor(value)), most)
}

function stretchOf(reachedAtMs: number, midnightMs: number): number {
  return within((reachedAtMs - midnightMs) / STRETCH_MS, MAX_STRETCH)
}

/**
 * The start of the stretch that contains `reachedAtMs`, in epoch milliseconds. Players who reached the same score and problems
 * from then on may share its last cell. -Infinity for the first stretch, which holds everything earlier too.
 */
export function stretchStartMs(reachedAtMs: number, midnightMs: number): number {
  const stretch = stretchOf(reachedAtMs, midnightMs)
  return stretch === 0 ? -Infinity : midnightMs + stretch * STRETCH_MS
}

/**
 * The cells that count this standing on the board of the day named after the date of `midnightMs`. Within a parent cell,
 * players in earlier cells have better places. A rank is therefore a sum of four short ranges of counts and of the few players
 * in the last cell, however many play.
 */
export function rankCells({ score, problemsSolved, reachedAtMs }: Standing, midnightMs: number): RankCells {
  const byScore = MAX_SCORE - within(score, MAX_SCORE)
  const byProblems = byScore * (MAX_PROBLEMS + 1) + within(problemsSolved, MAX_PROBLEMS)
  const byStretch = byProblems * (MAX_STRETCH + 1) + stretchOf(reachedAtMs, midnightMs)
  return [
    Math.floor(byScore / SCORES_IN_A_BAND),
    byScore,
    Math.floor(byStretch / STRETCHES_IN_HOUR),
    byStretch,
  ]
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
