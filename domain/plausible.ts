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

/**
 * Times of different problems differ, by 15 to 50 % of their mean even of practiced people (Wagenmakers & Brown 2007: their spread
 * grows with the mean); a third of the least is left to chance. Only a script is as steady as a clock.
 */
const LEAST_SPREAD = 0.05
/** So many answers say something about how much they differ. */
const SPREAD_ANSWERS = 20

/** The least time in which an answer can be read and typed, Enter included, in milliseconds. */
export function leastEntryMs(given: number): number {
  return FIRST_KEY_MS + NEXT_KEY_MS * String(given).length
}

/** An attempt, and what it must fit into. */
export type TimedAttempt = {
  readonly given: number
  /** From when the problem was first on the screen. */
  readonly responseMs: number
  /** For how long problems of its session were looked at, this one included. */
  readonly practisedMs: number
  /** The session's own time, in which no other session of the student is, and nothing before the account was made. */
  readonly time: OwnTime
  readonly atMs: number
}

/** Whether no child can have made this attempt: it took less than reading and typing, or there was no such time. */
export function isTooFast({ given, responseMs, practisedMs, time, atMs }: TimedAttempt): boolean {
  return responseMs < leastEntryMs(given) || Math.floor(practisedMs / 1000) > secondsOf(time, atMs)
}

/** What is kept of a series of response times, in milliseconds; it never grows. */
export type Pace = { readonly answers: number; readonly sumMs: number; readonly sumOfSquares: number }

/** Whether a person can have answered a series of problems in such times: not too quick for long, and not like a clock. */
export function isHumanPace({ answers, sumMs, sumOfSquares }: Pace): boolean {
  if (answers < PACE_ANSWERS) return true
  const meanMs = sumMs / answers
  if (meanMs < QUICKEST_PACE_MS) return false
  const variance = Math.max(0, sumOfSquares / answers - meanMs * meanMs)
  return answers < SPREAD_ANSWERS || Math.sqrt(variance) >= LEAST_SPREAD * meanMs
}
