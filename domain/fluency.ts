/**
 * How well a child knows a fact. Only the first attempt at a problem counts: a second one has seen that the first was
 * wrong. `known` is right at 3 of the last 4 first attempts and right on two different practice days; `fluent` is known,
 * with the middle one of the last three right answers in time. Khan Academy asks for at least twice as often right in time
 * as not over the last 10 tries, XtraMath for 2 of the last 3; this lies between them.
 */
export const FLUENCY_STATES = ['unknown', 'learning', 'known', 'fluent'] as const

export type FluencyState = (typeof FLUENCY_STATES)[number]

/** 3 s is the usual line for recall without reckoning; reading and typing are in it (XtraMath; Rocket Math's review). */
const GOAL_WITH_TYPING_MS = 3000
/** Recall itself takes 0.4 to 0.9 s; Khan Academy's goal is the child's own entry time and about 0.8 s. */
const GOAL_AFTER_ENTRY_MS = 800

const WHOLE_GOAL = 1000
/** Ten goals; how much slower an answer was than that says nothing more. */
const SLOWEST_PACE = 10 * WHOLE_GOAL

const RECENT = 4
const WRONG_OF_RECENT = 3
const RIGHT_OF_RECENT = 3
const TIMED = 3
const RIGHT_DAYS = 2

/** What is kept of a child's first attempts at a fact; it never grows. */
export type FactHistory = {
  /** First attempts so far, and how many of them were right. */
  readonly seen: number
  readonly right: number
  /** The last four at most, oldest first: the pace of a right answer (`paceOf`), null for a wrong one. */
  readonly recent: readonly (number | null)[]
  /** The first and the last practice day with a right first attempt; null while there was none. */
  readonly firstRightDay: string | null
  readonly lastRightDay: string | null
}

/** A first attempt at a problem. */
export type FirstAttempt = {
  readonly correct: boolean
  /** From when the problem was asked to the answer. */
  readonly responseMs: number
  /** How long this child takes to read and type a known answer on this device; null where nobody has measured it. */
  readonly entryMs: number | null
  readonly practiceDay: string
}

export const NO_HISTORY: FactHistory = {
  seen: 0,
  right: 0,
  recent: [],
  firstRightDay: null,
  lastRightDay: null,
}

/**
 * The time of an answer in thousandths of the goal, rounded down: below 1,000 it was in time. What is over the child's own
 * entry time counts where that is known, and the whole time otherwise. From 0 to 10,000.
 */
export function paceOf(responseMs: number, entryMs: number | null): number {
  const [overMs, goalMs] =
    entryMs === null ? [responseMs, GOAL_WITH_TYPING_MS] : [responseMs - entryMs, GOAL_AFTER_ENTRY_MS]
  return Math.min(SLOWEST_PACE, Math.max(0, Math.floor((WHOLE_GOAL * overMs) / goalMs)))
}

/** The history with one more first attempt. One of an earlier day that arrives late counts for its own day. */
export function afterFirstAttempt(history: FactHistory, attempt: FirstAttempt): FactHistory {
  const { correct, responseMs, entryMs, practiceDay: day } = attempt
  const { seen, right, firstRightDay, lastRightDay } = history
  const recent = [...history.recent, correct ? paceOf(responseMs, entryMs) : null].slice(-RECENT)
  if (!correct) return { ...history, seen: seen + 1, recent }
  return {
    seen: seen + 1,
    right: right + 1,
    recent,
    firstRightDay: firstRightDay !== null && firstRightDay < day ? firstRightDay : day,
    lastRightDay: lastRightDay !== null && lastRightDay > day ? lastRightDay : day,
  }
}

/** How many of the last four first attempts were wrong. */
export function recentMisses({ recent }: Pick<FactHistory, 'recent'>): number {
  return recent.filter((pace) => pace === null).length
}

/** Whether the child is stuck on the fact: at least 3 of the last 4 first attempts were wrong. */
export function needsHelp(history: Pick<FactHistory, 'recent'>): boolean {
  return history.recent.length === RECENT && recentMisses(history) >= WRONG_OF_RECENT
}

/** How well a fact with this history is known. */
export function fluencyOf({ seen, recent, firstRightDay, lastRightDay }: FactHistory): FluencyState {
  if (seen === 0) return 'unknown'
  const paces = recent.filter((pace) => pace !== null)
  const rightDays = new Set([firstRightDay, lastRightDay]).size
  if (paces.length < RIGHT_OF_RECENT || rightDays < RIGHT_DAYS) return 'learning'
  const timed = paces.slice(-TIMED).toSorted((a, b) => a - b)
  return (timed[1] ?? SLOWEST_PACE) < WHOLE_GOAL ? 'fluent' : 'known'
}
