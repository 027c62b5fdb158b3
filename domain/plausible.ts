import { secondsOf, type OwnTime } from './session-time.ts'

/**
 * Nobody sees a problem, knows its answer and finds the first key sooner: seeing a light and pressing the one key there is takes
 * children of 12 about 250 to 300 ms, and choosing one of ten digits takes longer (Hick 1952).
 */
const FIRST_KEY_MS = 300
/** Between two keys: the fastest typists among 168,000 take about 120 ms on average (Dhakal et al. 2018), two hands included. */
const NEXT_KEY_MS = 50

/** Nobody solves problem after problem quicker on average: 150 of them fill a battle's minute. */
export const QUICKEST_PACE_MS = 400
/** So many answers say something about a pace. */
const PACE_ANSWERS = 10

/** So many of the answers at least would have to be quicker than that: one long pause makes no script a child. */
const QUICK_SHARE = 0.25

/**
 * Times of different problems differ, by 15 to 50 % of their mean even of practiced people (Wagenmakers & Brown 2007): about one
 * in five is within 5 % of the one before. Only a script is as steady as a clock.
 */
const ALIKE = 0.05
const ALIKE_SHARE = 2 / 3
/** So many answers say something about how much they differ. */
const SPREAD_ANSWERS = 20

/** The least time in which an answer can be read and typed, Enter included, in milliseconds. */
export function leastEntryMs(given: number): number {
  return FIRST_KEY_MS + NEXT_KEY_MS * String(given).length
}

/** An attempt, and what it must fit into. */
type TimedAttempt = {
  readonly given: number
  /** From when the problem was first on the screen. */
  readonly responseMs: number
  /** For how long problems of its session were looked at, and how many, this one included. */
  readonly practisedMs: number
  readonly problems: number
  /** The session's own time, in which no other session of the student is, and nothing before the account was made. */
  readonly time: OwnTime
  readonly atMs: number
}

/**
 * Whether no child can have made this attempt: it took less than reading and typing, the whole session was quicker than
 * anybody is for long, or there was no such time.
 */
export function isTooFast({ given, responseMs, practisedMs, problems, time, atMs }: TimedAttempt): boolean {
  const isQuick = problems >= PACE_ANSWERS && practisedMs < QUICKEST_PACE_MS * problems
  return isQuick || responseMs < leastEntryMs(given) || Math.floor(practisedMs / 1000) > secondsOf(time, atMs)
}

/** What is kept of a series of response times, in milliseconds; it never grows. */
export type BattlePace = {
  readonly answers: number
  /** Quicker than anybody is for long. */
  readonly quick: number
  /** As long as the one before. */
  readonly alike: number
  readonly lastMs: number
}

export const NO_PACE: BattlePace = { answers: 0, quick: 0, alike: 0, lastMs: 0 }

/** The pace with one more answer. */
export function afterAnswer({ answers, quick, alike, lastMs }: BattlePace, ms: number): BattlePace {
  const isAlike = answers > 0 && Math.abs(ms - lastMs) <= ALIKE * lastMs
  return {
    answers: answers + 1,
    quick: quick + (ms < QUICKEST_PACE_MS ? 1 : 0),
    alike: alike + (isAlike ? 1 : 0),
    lastMs: ms,
  }
}

/** Whether a person can have answered a series of problems in such times: not too quick for long, and not like a clock. */
export function isHumanPace({ answers, quick, alike }: BattlePace): boolean {
  if (answers >= PACE_ANSWERS && quick >= QUICK_SHARE * answers) return false
  return answers < SPREAD_ANSWERS || alike < ALIKE_SHARE * (answers - 1)
}
