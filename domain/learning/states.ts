import type { FactMemory } from './memory.ts'

/** From this level on a fact is known well enough to be reviewed at growing intervals. */
export const KNOWN_LEVEL = 4

/**
 * How well a child knows a fact, as people are shown it: never tried; being learned; known, which is level 4 or more and
 * right on two days; fluent, which is known and in time at most of the last three right answers.
 */
export const FLUENCY_STATES = ['unknown', 'learning', 'known', 'fluent'] as const

export type FluencyState = (typeof FLUENCY_STATES)[number]

/** Of so many first attempts, so many wrong ones mean that the child is stuck. */
const STUCK = { wrong: 3, of: 4 }
/** Of the last three right answers, so many in time make the middle one of them in time. */
const MIDDLE_OF_THREE = 2

/** How well a fact is known; null stands for one that was never asked. */
export function fluencyOf(fact: FactMemory | null): FluencyState {
  if (fact === null || fact.seen === 0) return 'unknown'
  if (fact.level < KNOWN_LEVEL || fact.firstRight === fact.lastRight) return 'learning'
  return fact.timed.filter((inTime) => inTime).length >= MIDDLE_OF_THREE ? 'fluent' : 'known'
}

/** Whether the child is stuck on a fact: at least 3 of the last 4 first attempts were wrong. */
export function needsHelp(fact: Pick<FactMemory, 'recent'>): boolean {
  return (
    fact.recent.length === STUCK.of && fact.recent.filter((verdict) => verdict === 0).length >= STUCK.wrong
  )
}
