import type { Reason } from './choose.ts'
import type { DayNumber, FactMemory } from './memory.ts'
import { KNOWN_LEVEL } from './states.ts'
import { intervalOf } from './update.ts'

/** The values in the sentence for a reason: a day and a number of days; null if it has none. */
export type Why = { readonly reason: Reason; readonly day: DayNumber | null; readonly days: number | null }

/**
 * Why a fact is asked. `fact` is its memory before that, null for a new one. For a review, `day` is when it was first right and
 * `days` its interval; for a fact being learned, `days` is on how many more days it must be answered in time.
 */
export function whyAsked(reason: Reason, fact: FactMemory | null): Why {
  if (fact !== null && reason === 'review') {
    return { reason, day: fact.firstRight, days: intervalOf(fact.level) }
  }
  if (fact !== null && reason === 'learning') {
    return { reason, day: null, days: Math.max(1, KNOWN_LEVEL - fact.level) }
  }
  return { reason, day: null, days: null }
}
