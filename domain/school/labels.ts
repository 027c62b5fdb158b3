import { daysBefore } from '../practice-day.ts'
import { factsWith } from './fact-letters.ts'
import { factsOfSet, type FactSetId } from './fact-sets.ts'
import type { Lately } from './lately.ts'
import { isMostlyKnown, TAUGHT_SETS } from './need-order.ts'

/** What a teacher sees about a child, most urgent first (DSH-2, DSH-4, DSH-6). Children never see labels. */
export type Label =
  /** School days without practice, and the last day with some; '' for none. */
  | { readonly kind: 'not_seen'; readonly days: number; readonly last: string }
  /** The set with the most stuck facts, and these facts. */
  | { readonly kind: 'stuck'; readonly set: FactSetId; readonly facts: readonly number[] }
  /** First attempts in the last two weeks. */
  | { readonly kind: 'many_wrong'; readonly right: number; readonly firsts: number }
  | { readonly kind: 'ready'; readonly set: FactSetId }

/** What labels follow from. */
export type LabelEvidence = {
  /** The child's facts (`lettersOn`). */
  readonly letters: string
  readonly lately: Lately
  /** School days since the last practiced day; null for a child who is away today. */
  readonly daysMissed: number | null
  /** '' for none. */
  readonly lastPracticed: string
  /** The set that the class is working on; null for none. */
  readonly classSet: FactSetId | null
  readonly today: string
}

const NOT_SEEN_DAYS = 5
const STUCK_FACTS = 3
const MANY_WRONG = { days: 14, firsts: 40, share: 0.6 }

function notSeen({ daysMissed, lastPracticed }: LabelEvidence): Label | null {
  if (daysMissed === null || daysMissed < NOT_SEEN_DAYS) return null
  return { kind: 'not_seen', days: daysMissed, last: lastPracticed }
}

function stuck({ letters, lately, today }: LabelEvidence): Label | null {
  const [worst] = TAUGHT_SETS.map((set) => ({
    set,
    facts: factsWith(letters, factsOfSet(set), ({ isStuck }) => isStuck),
  })).toSorted((one, other) => other.facts.length - one.facts.length)
  if (worst && worst.facts.length >= STUCK_FACTS) return { kind: 'stuck', ...worst }
  const since = daysBefore(today, MANY_WRONG.days)
  const days = lately.days.filter(({ day }) => day > since && day <= today)
  const firsts = days.reduce((sum, day) => sum + day.firsts, 0)
  const right = days.reduce((sum, day) => sum + day.right, 0)
  const isLow = firsts >= MANY_WRONG.firsts && right < MANY_WRONG.share * firsts
  return isLow ? { kind: 'many_wrong', right, firsts } : null
}

function ready({ letters, classSet }: LabelEvidence): Label | null {
  return classSet !== null && isMostlyKnown(letters, classSet) ? { kind: 'ready', set: classSet } : null
}

/** Everything that applies to a child, the most urgent first. A dashboard shows only the first. */
export function labelsOf(evidence: LabelEvidence): readonly Label[] {
  return [notSeen, stuck, ready].flatMap((rule) => rule(evidence) ?? [])
}
