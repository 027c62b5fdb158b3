/** What decides a place on a daily board: the score, then fewer problems, then who was there first (decisions §6). */
export type Standing = {
  readonly score: number
  readonly problemsSolved: number
  /** When the score was reached, in epoch milliseconds. */
  readonly reachedAtMs: number
}

/** More than the pace rule lets anybody solve or score on a practice day; who has more shares the last cell. */
export const MOST_SCORE = 2 ** 20 - 1
export const MOST_PROBLEMS = 2 ** 18 - 1
/** Of two players who are equal in all else the earlier is first; the day is cut into stretches of ten minutes. */
export const STRETCH_MS = 600_000
/** 25 hours, the longest practice day, have 150. */
export const MOST_STRETCH = 255
/** Of the usual 24 hours. */
const STRETCHES_A_DAY = 144
export const SCORES_IN_A_BAND = 64

/**
 * How many cells of a level lie in one cell of the level above it. Cells are numbered from the best place to the worst:
 * bands of 64 scores, single scores, and stretches of time of one score and number of problems.
 */
export const CELLS_IN_PARENT = [Infinity, SCORES_IN_A_BAND, (MOST_PROBLEMS + 1) * (MOST_STRETCH + 1)] as const

/** The cell of each level that holds a standing; all are safe integers. */
export type RankCells = readonly [band: number, score: number, stretch: number]

function within(value: number, most: number): number {
  return Math.min(Math.max(0, Math.floor(value)), most)
}

function stretchOf(reachedAtMs: number, dayStartMs: number): number {
  return within((reachedAtMs - dayStartMs) / STRETCH_MS, MOST_STRETCH)
}

/**
 * From when on a player of the same score and problems shares the last cell of one who reached them at `reachedAtMs`, in
 * epoch milliseconds; -Infinity for the first stretch of the day, which holds everything before it too.
 */
export function stretchStartMs(reachedAtMs: number, dayStartMs: number): number {
  const stretch = stretchOf(reachedAtMs, dayStartMs)
  return stretch === 0 ? -Infinity : dayStartMs + stretch * STRETCH_MS
}

/** Until when others share that cell, this instant not included; Infinity for the last stretch. */
export function stretchEndMs(reachedAtMs: number, dayStartMs: number): number {
  const stretch = stretchOf(reachedAtMs, dayStartMs)
  return stretch === MOST_STRETCH ? Infinity : dayStartMs + (stretch + 1) * STRETCH_MS
}

/** An end from which to count: from the nearer one there is less to count. */
export type End = 'start' | 'end'

/** The end of the day that a stretch is nearer to, and the end of the stretch that the instant is nearer to. */
export function nearerEnds(reachedAtMs: number, dayStartMs: number): { inDay: End; inStretch: End } {
  const stretch = stretchOf(reachedAtMs, dayStartMs)
  const sinceStartMs = reachedAtMs - dayStartMs - stretch * STRETCH_MS
  return {
    inDay: stretch * 2 < STRETCHES_A_DAY ? 'start' : 'end',
    inStretch: sinceStartMs * 2 < STRETCH_MS ? 'start' : 'end',
  }
}

/**
 * The cells that count this standing. Whoever is in a cell before it, inside the same parent cell, has a better place;
 * so a rank is a sum of three short ranges of counts and the few players of the last cell, however many play.
 */
export function rankCells({ score, problemsSolved, reachedAtMs }: Standing, dayStartMs: number): RankCells {
  const byScore = MOST_SCORE - within(score, MOST_SCORE)
  const byProblems = byScore * (MOST_PROBLEMS + 1) + within(problemsSolved, MOST_PROBLEMS)
  const byStretch = byProblems * (MOST_STRETCH + 1) + stretchOf(reachedAtMs, dayStartMs)
  return [Math.floor(byScore / SCORES_IN_A_BAND), byScore, byStretch]
}

/** The order of a board: negative when `a` has the better place, 0 when they are equal in everything. */
export function compareStandings(a: Standing, b: Standing): number {
  return b.score - a.score || a.problemsSolved - b.problemsSolved || a.reachedAtMs - b.reachedAtMs
}
