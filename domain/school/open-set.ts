import type { Operation } from '../fact.ts'
import type { LearningMemory } from '../learning/memory.ts'
import { fluencyOf } from '../learning/states.ts'
import { factsOfSet, type FactSetId } from './fact-sets.ts'
import { teachingOrder } from './teaching-order.ts'

/** A set is done when this share of its facts is known or better. */
const DONE_SHARE = 0.9

/** The first set in teaching order of which the child knows less than 90 %; null if there is none. */
export function firstOpenSet(
  { facts }: Pick<LearningMemory, 'facts'>,
  operation: Operation,
): FactSetId | null {
  const isKnown = (number: number): boolean => ['known', 'fluent'].includes(fluencyOf(facts[number] ?? null))
  const shareKnown = (numbers: readonly number[]): number => numbers.filter(isKnown).length / numbers.length
  return teachingOrder(operation).find((id) => shareKnown(factsOfSet(id)) < DONE_SHARE) ?? null
}
