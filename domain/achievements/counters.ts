import type { Operation } from '../fact.ts'

/** What one session has shown so far. */
export type SessionCounts = {
  readonly sessionId: string
  /** Its number among the child's sessions, from 1. */
  readonly number: number
  /** Problems that are over, and the counted ones among them. */
  readonly over: number
  readonly counted: number
  /** Facts asked, and those among them that were not known when the session began. */
  readonly facts: number
  readonly hard: number
}

export type DayCounts = { readonly day: string; readonly problems: number; readonly ms: number }

/** A position in the log. The end of a session comes after all its attempts. */
export type LogPosition = { readonly atMs: number; readonly sessionId: string; readonly place: number }

/** The counters from which achievements are evaluated: plain JSON, bounded however long a child practices. */
export type Counters = {
  /** Counted problems. */
  readonly problems: number
  readonly byOperation: Readonly<Record<Operation, number>>
  readonly factsSeen: number
  /** Problems solved at the second or third attempt. */
  readonly retried: number
  readonly helped: number
  /** Facts, each counted once. */
  readonly alone: number
  readonly hard: number
  readonly again: number
  readonly firstTry: number
  readonly still: number
  /** Sessions of mostly new or hard facts, effort sessions, and all sessions. */
  readonly hardSessions: number
  readonly efforts: number
  readonly sessions: number
  readonly hadAllFour: boolean
  /** How often the child came back after a pause, and the day of the last time. */
  readonly returns: number
  readonly returnDay: string
  /** The last days of practice, oldest first. */
  readonly lastDays: readonly string[]
  /** The most facts, pairs and families known at one time. */
  readonly mostKnown: number
  readonly mostPairs: number
  readonly mostFamilies: number
  /** Fact numbers: known now, and once in the goal state. */
  readonly known: readonly number[]
  readonly goal: readonly number[]
  /** The first attempt at the last problem, if the problem is not over. */
  readonly open: { readonly sessionId: string; readonly number: number; readonly picture: boolean } | null
  /** The latest days and sessions. */
  readonly days: readonly DayCounts[]
  readonly latest: readonly SessionCounts[]
  /** The last entry of the log that is counted. */
  readonly position: LogPosition
}

/** What is counted of one fact, besides its memory. */
export type FactCounters = {
  /** Whether the very first problem was not solved at the first attempt. */
  readonly missedFirst: boolean
  /** Later days with a right first attempt, at most three, and the last day with one or with the very first problem. */
  readonly rightDays: number
  readonly rightDay: string
  /** The first day on which it was solved with the picture; '' for none. */
  readonly pictureDay: string
  readonly isAlone: boolean
  readonly isHard: boolean
  readonly fell: boolean
  readonly isAgain: boolean
  readonly isStill: boolean
  readonly seenMs: number
  /** The number of the session in which it was last asked. */
  readonly session: number
  /** The first day on which it was known; '' for none, and where that was before the day was counted. */
  readonly knownDay: string
}

export const NO_FACT_COUNTERS: FactCounters = {
  missedFirst: false,
  rightDays: 0,
  rightDay: '',
  pictureDay: '',
  isAlone: false,
  isHard: false,
  fell: false,
  isAgain: false,
  isStill: false,
  seenMs: 0,
  session: 0,
  knownDay: '',
}

export const NO_COUNTERS: Counters = {
  problems: 0,
  byOperation: { addition: 0, subtraction: 0, multiplication: 0, division: 0 },
  factsSeen: 0,
  retried: 0,
  helped: 0,
  alone: 0,
  hard: 0,
  again: 0,
  firstTry: 0,
  still: 0,
  hardSessions: 0,
  efforts: 0,
  sessions: 0,
  hadAllFour: false,
  returns: 0,
  returnDay: '',
  lastDays: [],
  mostKnown: 0,
  mostPairs: 0,
  mostFamilies: 0,
  known: [],
  goal: [],
  open: null,
  days: [],
  latest: [],
  position: { atMs: 0, sessionId: '', place: 0 },
}
