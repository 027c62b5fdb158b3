import type { Operation } from '../fact.ts'
import type { LearningMemory } from '../learning/memory.ts'
import { fluencyOf } from '../learning/states.ts'
import { factsOfSet, type FactSetId } from './fact-sets.ts'
import { teachingOrder } from './teaching-order.ts'

type IsKnown = (number: number) => boolean
type Facts = Pick<LearningMemory, 'facts'>

/** A set is done when this share of its facts is known or better. */
const DONE_SHARE = 0.9

const stateOf = ({ facts }: Facts, number: number) => fluencyOf(facts[number] ?? null)

function isKnownIn(memory: Facts, number: number): boolean {
  const state = stateOf(memory, number)
  return state === 'known' || state === 'fluent'
}

/** The share of these facts that is known, from 0 to 1; 1 for no facts. */
function shareKnown(isKnown: IsKnown, numbers: readonly number[]): number {
  if (numbers.length === 0) return 1
  return numbers.filter(isKnown).length / numbers.length
}

/** The first set in teaching order of which less than 90 % is known; null if there is none. */
export function firstSetToLearn(isKnown: IsKnown, operation: Operation): FactSetId | null {
  const order = teachingOrder(operation)
  return order.find((id) => shareKnown(isKnown, factsOfSet(id)) < DONE_SHARE) ?? null
}

/** `firstSetToLearn` by a child's memory. */
export function firstOpenSet(memory: Facts, operation: Operation): FactSetId | null {
  return firstSetToLearn((number) => isKnownIn(memory, number), operation)
}
