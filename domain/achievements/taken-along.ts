import type { LearningMemory } from '../learning/memory.ts'
import { fluencyOf, type FluencyState } from '../learning/states.ts'
import { NO_COUNTERS, type Counters } from './counters.ts'
import { completeSets, FAMILIES, PAIRS } from './sets.ts'

/** The counters of a garden that was grown on another device: what it has already is no achievement on this one. */
export function countersTakenAlong({ facts }: LearningMemory): Counters {
  const inState = (...states: readonly FluencyState[]): number[] =>
    facts.flatMap((fact, number) => (states.includes(fluencyOf(fact)) ? [number] : []))
  const known = inState('known', 'fluent')
  const knownSet = new Set(known)
  return {
    ...NO_COUNTERS,
    known,
    goal: inState('fluent'),
    mostKnown: known.length,
    mostPairs: completeSets(PAIRS, knownSet),
    mostFamilies: completeSets(FAMILIES, knownSet),
  }
}
