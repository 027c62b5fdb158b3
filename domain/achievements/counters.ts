import { OPERATIONS, type Operation } from '../fact.ts'
import { FACTS } from '../learning/memory.ts'

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

/** The counters from which achievements are evaluated, in constant size however long a child practices. */
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
  readonly known: ReadonlySet<number>
  readonly goal: ReadonlySet<number>
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
  known: new Set(),
  goal: new Set(),
  open: null,
  days: [],
  latest: [],
  position: { atMs: 0, sessionId: '', place: 0 },
}

const DIGIT_BITS = 4

/** A set of fact numbers as hexadecimal digits of four facts each. */
function bitsText(numbers: ReadonlySet<number>): string {
  const digits = Array.from({ length: Math.ceil(FACTS.length / DIGIT_BITS) }, (_, place) => {
    let digit = 0
    for (let bit = 0; bit < DIGIT_BITS; bit += 1) if (numbers.has(DIGIT_BITS * place + bit)) digit += 2 ** bit
    return digit.toString(16)
  })
  return digits.join('').replace(/0+$/, '')
}

function readBits(text: string): ReadonlySet<number> {
  const numbers = new Set<number>()
  Array.from(text, (sign, place) => {
    const digit = Number.parseInt(sign, 16)
    for (let bit = 0; bit < DIGIT_BITS; bit += 1)
      if (Math.floor(digit / 2 ** bit) % 2 === 1) numbers.add(DIGIT_BITS * place + bit)
  })
  return numbers
}

/** Counters as they are stored, in less than 2 KB. */
export function countersText(counters: Counters): string {
  const { known, goal, byOperation, days, latest, open, position, ...rest } = counters
  return JSON.stringify({
    ...rest,
    known: bitsText(known),
    goal: bitsText(goal),
    byOperation: OPERATIONS.map((operation) => byOperation[operation]),
    days: days.map(({ day, problems, ms }) => [day, problems, ms]),
    latest: latest.map((of) => [of.sessionId, of.number, of.over, of.counted, of.facts, of.hard]),
    open: open && [open.sessionId, open.number, open.picture],
    position: [position.atMs, position.sessionId, position.place],
  })
}

type Stored = Omit<Counters, 'known' | 'goal' | 'byOperation' | 'days' | 'latest' | 'open' | 'position'> & {
  readonly known: string
  readonly goal: string
  readonly byOperation: readonly number[]
  readonly days: readonly (readonly [string, number, number])[]
  readonly latest: readonly (readonly [string, number, number, number, number, number])[]
  readonly open: readonly [string, number, boolean] | null
  readonly position: readonly [number, string, number]
}

/** The inverse of `countersText`, for texts that it made. */
export function readCounters(text: string): Counters {
  const { known, goal, byOperation, days, latest, open, position, ...rest } = JSON.parse(text) as Stored
  const [addition = 0, subtraction = 0, multiplication = 0, division = 0] = byOperation
  return {
    ...rest,
    known: readBits(known),
    goal: readBits(goal),
    byOperation: { addition, subtraction, multiplication, division },
    days: days.map(([day, problems, ms]) => ({ day, problems, ms })),
    latest: latest.map(([sessionId, number, over, counted, facts, hard]) => {
      return { sessionId, number, over, counted, facts, hard }
    }),
    open: open && { sessionId: open[0], number: open[1], picture: open[2] },
    position: { atMs: position[0], sessionId: position[1], place: position[2] },
  }
}

const FLAGS = ['missedFirst', 'isAlone', 'isHard', 'fell', 'isAgain', 'isStill'] as const

/** A fact's counters as they are stored. */
export function factCountersText(fact: FactCounters): string {
  const flags = FLAGS.map((flag) => (fact[flag] ? '1' : '0')).join('')
  const { rightDays, rightDay, pictureDay, seenMs, session, knownDay } = fact
  return [flags, rightDays, rightDay, pictureDay, seenMs, session, knownDay].join(' ')
}

/** The inverse of `factCountersText`; '' is a fact without counters. */
export function readFactCounters(text: string): FactCounters {
  if (text === '') return NO_FACT_COUNTERS
  const [flags = '', rightDays, rightDay = '', pictureDay = '', seenMs, session, knownDay = ''] =
    text.split(' ')
  const [missedFirst, isAlone, isHard, fell, isAgain, isStill] = Array.from(flags, (flag) => flag === '1')
  return {
    missedFirst: missedFirst ?? false,
    rightDays: Number(rightDays),
    rightDay,
    pictureDay,
    isAlone: isAlone ?? false,
    isHard: isHard ?? false,
    fell: fell ?? false,
    isAgain: isAgain ?? false,
    isStill: isStill ?? false,
    seenMs: Number(seenMs),
    session: Number(session),
    knownDay,
  }
}
