import { factsWith } from './fact-letters.ts'
import { factsOfSet, type FactSetId } from './fact-sets.ts'
import { isMostlyKnown, TAUGHT_SETS, weakestSet } from './need-order.ts'

/** What a teacher sees about a child, most urgent first (DSH-2, DSH-4, DSH-6). Children never see labels. */
export type Label =
  /** School days without practice, and the last day with some; '' for none. */
  | { readonly kind: 'not_seen'; readonly days: number; readonly last: string }
  /** The set with the most stuck facts, and these facts. */
  | { readonly kind: 'stuck'; readonly set: FactSetId; readonly facts: readonly number[] }
  | { readonly kind: 'ready'; readonly set: FactSetId }

/** What labels follow from. */
export type LabelEvidence = {
  /** The child's facts (`lettersOn`). */
  readonly letters: string
  /** School days since the last practiced day; null for a child who is away today. */
  readonly daysMissed: number | null
  /** '' for none. */
  readonly lastPracticed: string
  /** The facts that became known for the first time this week. */
  readonly newFacts: readonly number[]
}

const NOT_SEEN_DAYS = 5
const STUCK_FACTS = 3

function notSeen({ daysMissed, lastPracticed }: LabelEvidence): Label | null {
  if (daysMissed === null || daysMissed < NOT_SEEN_DAYS) return null
  return { kind: 'not_seen', days: daysMissed, last: lastPracticed }
}

function stuck({ letters }: LabelEvidence): Label | null {
  const [worst] = TAUGHT_SETS.map((set) => ({
    set,
    facts: factsWith(letters, factsOfSet(set), ({ isStuck }) => isStuck),
  })).toSorted((one, other) => other.facts.length - one.facts.length)
  return worst && worst.facts.length >= STUCK_FACTS ? { kind: 'stuck', ...worst } : null
}

/** The child's weakest set at the beginning of the week, if it is known now. */
function ready({ letters, newFacts }: LabelEvidence): Label | null {
  const before = Array.from(letters, (letter, number) => (newFacts.includes(number) ? 'a' : letter))
  const set = weakestSet(before.join(''))
  return set !== null && isMostlyKnown(letters, set) ? { kind: 'ready', set } : null
}

/** Everything that applies to a child, the most urgent first. A dashboard shows only the first. */
export function labelsOf(evidence: LabelEvidence): readonly Label[] {
  return [notSeen, stuck, ready].flatMap((rule) => rule(evidence) ?? [])
}
