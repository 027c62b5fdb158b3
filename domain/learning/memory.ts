import { allFacts, OPERATIONS, type Fact, type Operation } from '../fact.ts'

/** Whole days since 1970-01-01, counted in practice days. */
export type DayNumber = number

/** What is remembered of one fact, in constant size. */
export type FactMemory = {
  /** 0 to 11: below 4 the fact is being learned, from 4 on it is reviewed at growing intervals. */
  readonly level: number
  /** The day on which it is due, and the day on which it was last asked. */
  readonly due: DayNumber
  readonly last: DayNumber
  /** How many problems the child had had when it was last asked, and whether its first attempt was wrong then. */
  readonly at: number
  readonly missed: boolean
  /** First attempts at its problems, and how many of them were right; answers that nobody can type so fast are left out. */
  readonly seen: number
  readonly right: number
  /** The first and the last day with right evidence; 0 for none. */
  readonly firstRight: DayNumber
  readonly lastRight: DayNumber
  /** The last four that are evidence, oldest first: 0 wrong, 1 right but late, 2 in time. */
  readonly recent: readonly Verdict[]
  /** Whether the last three right ones were in time, oldest first. */
  readonly timed: readonly boolean[]
  /** The best state so far, as an index into `FLUENCY_STATES`. It never falls. */
  readonly best: number
}

export type Verdict = 0 | 1 | 2

/** A fact of which nothing is known yet. */
export const NEW_FACT: FactMemory = {
  level: 0,
  due: 0,
  last: 0,
  at: 0,
  missed: false,
  seen: 0,
  right: 0,
  firstRight: 0,
  lastRight: 0,
  recent: [],
  timed: [],
  best: 0,
}

/** A child's ability in an operation, from -0.3 to 1.3, and the number of first encounters it is estimated from. */
export type Ability = { readonly ability: number; readonly met: number }

export type LearningMemory = {
  /** By fact number (`numberOf`); null for facts that were never asked. */
  readonly facts: readonly (FactMemory | null)[]
  readonly abilities: Readonly<Record<Operation, Ability>>
  /** Problems so far. */
  readonly problems: number
  /** The day of the last problem, and how many facts met on that day were not known. */
  readonly day: DayNumber
  readonly unknownMet: number
}

/** The facts of the leagues, in a fixed order: stored data refers to facts by their number. */
export const FACTS: readonly Fact[] = OPERATIONS.flatMap(allFacts)

const NUMBERS: ReadonlyMap<string, number> = new Map(FACTS.map(({ id }, number) => [id, number]))

/** The fact with this number; undefined for any other number. */
export function factAt(number: number): Fact | undefined {
  return FACTS[number]
}

/** The number of a fact, or -1 for an unknown id. */
export function numberOf(factId: string): number {
  return NUMBERS.get(factId) ?? -1
}

const START: Ability = { ability: 0.3, met: 0 }

/** The memory of a child who has not practiced yet. */
export const EMPTY_MEMORY: LearningMemory = {
  facts: FACTS.map(() => null),
  abilities: { addition: START, subtraction: START, multiplication: START, division: START },
  problems: 0,
  day: 0,
  unknownMet: 0,
}

/** The memory of a fact that was tried; null if it was never asked or only answered too fast to count. */
export function shownBy(fact: FactMemory | null | undefined): FactMemory | null {
  return fact && fact.seen > 0 ? fact : null
}

/** What is remembered of a fact; null if it was never asked. */
export function memoryOf(memory: LearningMemory, factId: string): FactMemory | null {
  return memory.facts[numberOf(factId)] ?? null
}

const DAY_MS = 86_400_000

/** The number of a day written as `YYYY-MM-DD`. */
export function dayNumber(day: string): DayNumber {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
}
