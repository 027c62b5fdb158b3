import type { FactMemory } from './memory.ts'

/** From this level on a fact is known well enough to be reviewed at growing intervals. */
export const KNOWN_LEVEL = 4

/**
 * How well a child knows a fact, as shown to people. `unknown`: never tried. `learning`: tried, but not known yet. `known`:
 * level 4 or more, and right on two days. `fluent`: known, and at least two of the last three right answers were in time.
 */
export const FLUENCY_STATES = ['unknown', 'learning', 'known', 'fluent'] as const

export type FluencyState = (typeof FLUENCY_STATES)[number]

/** A child is stuck when so many of its last first attempts were wrong. */
const STUCK = { wrong: 3, of: 4 }
/** How many of the last three right answers must be in time. */
const IN_TIME_OF_THREE = 2

/** How well a fact is known; null is a fact that was never asked. */
export function fluencyOf(fact: Omit<FactMemory, 'best'> | null): FluencyState {
  if (fact === null || fact.seen === 0) return 'unknown'
  if (fact.level < KNOWN_LEVEL || fact.firstRight === fact.lastRight) return 'learning'
  return fact.timed.filter((inTime) => inTime).length >= IN_TIME_OF_THREE ? 'fluent' : 'known'
}

/** The state as an index into `FLUENCY_STATES`. */
export function stateIndex(fact: Omit<FactMemory, 'best'> | null): number {
  return FLUENCY_STATES.indexOf(fluencyOf(fact))
}

/** Whether the child is stuck on a fact: at least 3 of the last 4 first attempts were wrong. */
export function needsHelp(fact: Pick<FactMemory, 'recent'>): boolean {
  return (
    fact.recent.length === STUCK.of && fact.recent.filter((verdict) => verdict === 0).length >= STUCK.wrong
  )
}
