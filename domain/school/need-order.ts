import { OPERATIONS, type Operation } from '../fact.ts'
import { FACTS } from '../learning/memory.ts'
import { factsWith, isKnown, NO_LETTERS, readLetter } from './fact-letters.ts'
import { factsOfSet, type FactSetId } from './fact-sets.ts'
import { teachingOrder } from './teaching-order.ts'

/** A set counts as known from this share of known or fluent facts on. */
const MOSTLY_KNOWN = 0.9

/** The sets of all operations in teaching order. */
export const TAUGHT_SETS: readonly FactSetId[] = OPERATIONS.flatMap(teachingOrder)

/** The share of a set that is known or better, from 0 to 1. */
export function knownShare(letters: string, set: FactSetId): number {
  const facts = factsOfSet(set)
  return factsWith(letters, facts, isKnown).length / facts.length
}

/** Whether nine in ten facts of the set, or more, are known or better. */
export function isMostlyKnown(letters: string, set: FactSetId): boolean {
  return knownShare(letters, set) >= MOSTLY_KNOWN
}

const hasTried = (letters: string, operation: Operation): boolean =>
  FACTS.some(
    (fact, number) => fact.operation === operation && readLetter(letters[number]).state !== 'unknown',
  )

/** How many of the last four first attempts at each fact of the set were wrong, all facts together. */
const wrongIn = (letters: string, set: FactSetId): number =>
  factsOfSet(set).reduce((sum, number) => sum + readLetter(letters[number]).wrong, 0)

/**
 * The set that a child needs most: the first one in teaching order, among operations with any attempt, of which less than 90 %
 * is known. Of sets at the same position in their operations, the one with more wrong answers. Null if there is none.
 */
export function weakestSet(letters: string): FactSetId | null {
  const first = OPERATIONS.filter((operation) => hasTried(letters, operation)).flatMap((operation) => {
    const order = teachingOrder(operation)
    const place = order.findIndex((set) => !isMostlyKnown(letters, set))
    const set = order[place]
    return set === undefined ? [] : [{ set, place, wrong: wrongIn(letters, set) }]
  })
  const [weakest] = first.toSorted((one, other) => one.place - other.place || other.wrong - one.wrong)
  return weakest?.set ?? null
}

/** The set that a child practices next: its weakest one, and the first of all for a child who has tried nothing. */
export function nextSet(letters: string): FactSetId | null {
  return letters === NO_LETTERS ? (TAUGHT_SETS[0] ?? null) : weakestSet(letters)
}
