import { FIRST_KEY_MS } from './learning/entry-time.ts'
import { ownMs, type OwnTime } from './session-time.ts'

/**
 * The least time between two keys. The fastest of 168,000 typists take about 120 ms on average, using two hands (Dhakal et al.
 * 2018).
 */
const NEXT_KEY_MS = 50

/** Nobody averages less than this per problem over a series. At this pace, 150 problems fill a battle's minute. */
export const QUICKEST_PACE_MS = 400
/** Fewer answers say nothing about pace. */
const PACE_ANSWERS = 10

/**
 * Quicker than reading and typing a single digit. A key that bounces may hit the next answer by chance; several such answers are a
 * script's, however few answers there are.
 */
const TOO_QUICK_MS = minEntryMs(0)
const TOO_QUICK_ANSWERS = 4

/** A series is too quick only if at least this share of its answers is. One long pause must not hide a script. */
const QUICK_SHARE = 0.25

/**
 * Response times vary by 15 to 50 % of their mean even in practiced people (Wagenmakers & Brown 2007), and about one in five is
 * within 5 % of the one before. Only a script is as steady as a clock.
 */
const ALIKE = 0.05
const ALIKE_SHARE = 2 / 3
/** Fewer answers say nothing about how much they vary. */
const SPREAD_ANSWERS = 20

/** The least time to read and type an answer, Enter included, in milliseconds. */
export function minEntryMs(given: number): number {
  return FIRST_KEY_MS + NEXT_KEY_MS * String(given).length
}

/** An attempt, and the time it must fit into. */
type TimedAttempt = {
  readonly given: number
  /** Since the problem was first on the screen. */
  readonly responseMs: number
  /** How long problems of its session have been looked at, and how many, this one included. */
  readonly practicedMs: number
  readonly problems: number
  /** The time that belongs to this session alone (domain/session-time.ts). */
  readonly time: OwnTime
  readonly atMs: number
}

/**
 * Whether no child can have made this attempt: it was quicker than reading and typing, the whole session was quicker than
 * anybody is for long, or the session had less time than that. Milliseconds, not whole seconds: a session of less than a second
 * needs time as well.
 */
export function isTooFast({ given, responseMs, practicedMs, problems, time, atMs }: TimedAttempt): boolean {
  const isQuick = problems >= PACE_ANSWERS && practicedMs < QUICKEST_PACE_MS * problems
  return isQuick || responseMs < minEntryMs(given) || practicedMs > ownMs(time, atMs)
}

/** The sums of a finished session that its browser reports. */
type ReportedSession = {
  readonly problems: number
  readonly correct: number
  /** The mean time of all its problems, in whole milliseconds. */
  readonly averageMs: number
}

/**
 * Whether no child can have solved a session in that time. Wrong answers need no time, because a child may press any keys; and a
 * mean that was rounded down counts as what it can have been.
 */
export function isTooFastForPoints({ problems, correct, averageMs }: ReportedSession): boolean {
  const leastMs = correct >= PACE_ANSWERS ? QUICKEST_PACE_MS : TOO_QUICK_MS
  return problems * (averageMs + 0.5) < correct * leastMs
}

/** Statistics of a series of response times, in constant size; milliseconds. */
export type BattlePace = {
  readonly answers: number
  /** Answers faster than a person can keep up for long. */
  readonly quick: number
  /** Answers faster than a person can give even once. */
  readonly tooQuick: number
  /** Answers that took about as long as the one before. */
  readonly alike: number
  readonly lastMs: number
}

export const NO_PACE: BattlePace = { answers: 0, quick: 0, tooQuick: 0, alike: 0, lastMs: 0 }

/** The statistics with one more response time, in milliseconds. */
export function afterAnswer({ answers, quick, tooQuick, alike, lastMs }: BattlePace, ms: number): BattlePace {
  const isAlike = answers > 0 && Math.abs(ms - lastMs) <= ALIKE * lastMs
  return {
    answers: answers + 1,
    quick: quick + (ms < QUICKEST_PACE_MS ? 1 : 0),
    tooQuick: tooQuick + (ms < TOO_QUICK_MS ? 1 : 0),
    alike: alike + (isAlike ? 1 : 0),
    lastMs: ms,
  }
}

/** Whether a person can have given a series of answers: not too fast for long, and not at equal intervals. */
export function isHumanPace({ answers, quick, tooQuick, alike }: BattlePace): boolean {
  if (tooQuick >= TOO_QUICK_ANSWERS && tooQuick >= QUICK_SHARE * answers) return false
  if (answers >= PACE_ANSWERS && quick >= QUICK_SHARE * answers) return false
  return answers < SPREAD_ANSWERS || alike < ALIKE_SHARE * (answers - 1)
}
