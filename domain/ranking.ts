/** What decides a place on a daily board: the score, then fewer problems, then who was there first (decisions §6). */
export type Standing = {
  readonly score: number
  readonly problemsSolved: number
  /** When the score was reached, in epoch milliseconds. */
  readonly reachedAtMs: number
}

/** More than the pace rule lets anybody solve or score on a practice day; who has more shares the last cell. */
export const MAX_SCORE = 2 ** 20 - 1
export const MAX_PROBLEMS = 2 ** 18 - 1
/**
 * Of two players who are equal in all else the earlier is first; time is cut into hours, and these into 16 stretches, numbered
 * from the midnight, in UTC, of the date that names the practice day. Such a day lies between the 9th and the 34th hour after
 * it, whatever the clocks in California do, so that nothing here has to ask them.
 */
const STRETCHES_IN_HOUR = 16
export const STRETCH_MS = 3_600_000 / STRETCHES_IN_HOUR
/** Of 64 hours, many more than there are. */
const HOURS = 64
export const MAX_STRETCH = HOURS * STRETCHES_IN_HOUR - 1
export const SCORES_IN_A_BAND = 64

/**
 * How many cells of a level lie in one cell of the level above it. Cells are numbered from the best place to the worst: bands of
 * 64 scores; scores; hours, and stretches of an hour, in which one score was reached with one number of problems.
 */
export const CELLS_IN_PARENT = [
  Infinity,
  SCORES_IN_A_BAND,
  (MAX_PROBLEMS + 1) * HOURS,
  STRETCHES_IN_HOUR,
] as const
export const LEVELS = [0, 1, 2, 3] as const

/** The cell of each level that holds a standing; all are safe integers. */
type RankCells = readonly [band: number, score: number, hour: number, stretch: number]

function within(value: number, most: number): number {
  return Math.min(Math.max(0, Math.floor(value)), most)
}

function stretchOf(reachedAtMs: number, midnightMs: number): number {
  return within((reachedAtMs - midnightMs) / STRETCH_MS, MAX_STRETCH)
}

/**
 * From when on a player of the same score and problems shares the last cell of one who reached them at `reachedAtMs`, in
 * epoch milliseconds; -Infinity for the first stretch, which holds everything before it too.
 */
export function stretchStartMs(reachedAtMs: number, midnightMs: number): number {
  const stretch = stretchOf(reachedAtMs, midnightMs)
  return stretch === 0 ? -Infinity : midnightMs + stretch * STRETCH_MS
}

/**
 * The cells that count this standing on the board of a day that is named after the date of `midnightMs`. Whoever is in a cell
 * before it, inside the same parent cell, has a better place; so a rank is a sum of four short ranges of counts and the few
 * players of the last cell, however many play.
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

/** The order of a board: negative when `a` has the better place, 0 when they are equal in everything. */
export function compareStandings(a: Standing, b: Standing): number {
  return b.score - a.score || a.problemsSolved - b.problemsSolved || a.reachedAtMs - b.reachedAtMs
}
