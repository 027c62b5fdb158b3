import type { Reason } from './choose.ts'
import type { DayNumber, FactMemory } from './memory.ts'
import { KNOWN_LEVEL } from './states.ts'
import { intervalOf } from './update.ts'

/** What the sentence for a reason names besides: a day and a number of days; null where it names none. */
export type Why = { readonly reason: Reason; readonly day: DayNumber | null; readonly days: number | null }

/**
 * Why a fact is asked. `fact` is what was remembered of it before, null for a new one. For a review, `day` is the first on which
 * it was right and `days` those it was left alone; for a fact being learned, `days` are those in time that it still lacks.
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
