import { OPERATIONS, type Operation } from '../fact.ts'
import { KIND_EDGE, type AskedProblem, type Leaning } from './choose.ts'
import { FACTS, numberOf, shownBy, type DayNumber, type LearningMemory } from './memory.ts'
import { KNOWN_LEVEL } from './states.ts'
import { isDue } from './update.ts'

/** This many facts right on the first attempt show that a child is working on an operation. */
const RIGHT_FACTS = 3
/** An ability counts after this many first encounters. */
const MIN_MET = 5
/** The abilities that open an operation to a child who has not practiced it in a league. */
const OPENED_BY: Readonly<Record<Operation, Readonly<Partial<Record<Operation, number>>>>> = {
  addition: {},
  subtraction: { addition: 0.5 },
  multiplication: { addition: 0.7, subtraction: 0.6 },
  division: { multiplication: 0.5 },
}

/** After this many known facts, new ones come one or two at a time, and no longer only easy ones. */
const SETTLED = 8
const MAX_UNKNOWN = 2
/** Before that, a set without a miss has this many new facts, also if more are due: one after every few problems. */
const NEW_WITHOUT_MISS = { every: 3, most: 3 }
/** With fewer facts, an operation cannot keep those of the last three problems apart. */
const REPEATABLE = 4
/** A new fact has come by this problem. */
const NEW_BY = 6
/** Parts of an operation without a fact that is due: enough for two of ten beside another one with many. */
const MIN_PARTS = 3
const MAX_PARTS = 12

/** What is known of an operation's facts. */
type Tally = { seen: number; right: number; known: number; due: number }

function tallies({ facts }: LearningMemory, day: DayNumber): Map<Operation, Tally> {
  const all = new Map(OPERATIONS.map((each) => [each, { seen: 0, right: 0, known: 0, due: 0 }]))
  FACTS.forEach(({ operation }, number) => {
    const fact = shownBy(facts[number])
    const tally = all.get(operation)
    if (!fact || !tally) return
    tally.seen += 1
    if (fact.firstRight > 0) tally.right += 1
    if (fact.level >= KNOWN_LEVEL) tally.known += 1
    if (isDue(fact, day)) tally.due += 1
  })
  return all
}

function isOpened({ abilities }: LearningMemory, operation: Operation): boolean {
  return Object.entries(OPENED_BY[operation]).every(([needed, least]) => {
    const { ability, met } = abilities[needed as Operation]
    return met >= MIN_MET && ability >= least
  })
}

/**
 * The operations a child is working on: addition, those it has answered well in a league, and those that its ability in
 * easier ones opens.
 */
export function operationsWorkedOn(memory: LearningMemory, day: DayNumber): Operation[] {
  const all = tallies(memory, day)
  return OPERATIONS.filter((operation) => {
    const { right = 0 } = all.get(operation) ?? {}
    return right >= RIGHT_FACTS || isOpened(memory, operation)
  })
}

/**
 * Splits `count` problems over the operations the child is working on: a few parts for each of them and one for each fact that is
 * due, so that more comes from where more is due.
 */
export function sharesOfTen(
  memory: LearningMemory,
  day: DayNumber,
  count: number,
  operations: readonly Operation[] = operationsWorkedOn(memory, day),
): Map<Operation, number> {
  const all = tallies(memory, day)
  const parts = operations.flatMap((operation) =>
    Array.from({ length: Math.min(MAX_PARTS, MIN_PARTS + (all.get(operation)?.due ?? 0)) }, () => operation),
  )
  return largestRemainders(parts, count)
}

function largestRemainders(parts: readonly Operation[], count: number): Map<Operation, number> {
  const operations = OPERATIONS.filter((each) => parts.includes(each))
  const exact = operations.map((operation) => ({
    operation,
    share: (count * parts.filter((each) => each === operation).length) / parts.length,
  }))
  const shares = new Map(exact.map(({ operation, share }) => [operation, Math.floor(share)]))
  const left = count - [...shares.values()].reduce((sum, share) => sum + share, 0)
  const byRemainder = exact.toSorted((a, b) => (b.share % 1) - (a.share % 1)).slice(0, left)
  for (const { operation } of byRemainder) shares.set(operation, (shares.get(operation) ?? 0) + 1)
  return shares
}

/**
 * How the next problem of Today's ten is chosen. `begun` is the memory at the session's start, `memory` the one now. New facts
 * are those whose first answer showed that they were not known: a new fact answered in time lets another one follow, so that a
 * child who knows much is not held up. `within` are the operations that may be asked: of these, those the child is working on,
 * or all if there are none.
 */
export function leaningOfTen(
  { begun, memory, day }: { begun: LearningMemory; memory: LearningMemory; day: DayNumber },
  asked: readonly AskedProblem[],
  count: number,
  within: readonly Operation[] = OPERATIONS,
): Leaning {
  const workedOn = operationsWorkedOn(begun, day).filter((each) => within.includes(each))
  const shares = sharesOfTen(begun, day, count, workedOn.length > 0 ? workedOn : within)
  const all = tallies(memory, day)
  const known = [...all.values()].reduce((sum, tally) => sum + tally.known, 0)
  const fresh = asked.filter(({ reason }) => reason === 'new')
  if (known < SETTLED) {
    const isTurn = asked.length >= NEW_WITHOUT_MISS.every * (fresh.length + 1)
    const isNewNext = isTurn && fresh.length < NEW_WITHOUT_MISS.most && asked.every(({ correct }) => correct)
    return { shares, edge: KIND_EDGE, ...(isNewNext && { newFacts: 'first' }) }
  }
  const unknown = fresh.filter(({ factId }) => {
    const fact = shownBy(memory.facts[numberOf(factId)])
    return fact !== null && fact.level < KNOWN_LEVEL
  })
  if (unknown.length >= MAX_UNKNOWN) {
    // An operation with hardly a fact to ask again would bring new ones nevertheless.
    const repeatable = [...shares.keys()].filter((each) => (all.get(each)?.seen ?? 0) >= REPEATABLE)
    const others = repeatable.length > 0 ? sharesOfTen(begun, day, count, repeatable) : shares
    return { shares: others, newFacts: 'last' }
  }
  return fresh.length === 0 && asked.length >= NEW_BY - 1 ? { shares, newFacts: 'first' } : { shares }
}
