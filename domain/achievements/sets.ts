import { factId } from '../fact.ts'
import { FACTS, numberOf } from '../learning/memory.ts'
import { factsOfSet, type FactSetId } from '../school/fact-sets.ts'
import type { AchievementId } from './catalog.ts'

/** Fact numbers (`numberOf`). */
type FactSet = readonly number[]

const unionOf = (...ids: readonly FactSetId[]): FactSet =>
  [...new Set(ids.flatMap(factsOfSet))].toSorted((one, other) => one - other)

/** The sets of the mastery achievements. */
export const MASTERY_SETS: readonly { readonly id: AchievementId; readonly facts: FactSet }[] = [
  { id: 'doubles', facts: factsOfSet('add_doubles') },
  { id: 'pairs-of-10', facts: factsOfSet('add_pairs_of_10') },
  { id: 'across-10', facts: factsOfSet('add_across_10') },
  { id: 'taking-away-to-10', facts: factsOfSet('sub_to_10') },
  { id: 'times-2-5-10', facts: unionOf('mul_2', 'mul_5', 'mul_10') },
  { id: 'squares', facts: factsOfSet('mul_squares') },
  { id: 'times-9', facts: factsOfSet('mul_9') },
  { id: 'all-times', facts: factsOfSet('mul_all') },
  { id: 'sharing', facts: unionOf('div_2', 'div_5', 'div_10') },
]

/** Both orders of a sum or a product. */
export const PAIRS: readonly FactSet[] = FACTS.flatMap(({ operation, operand1, operand2 }, number) => {
  const isOfTwoOrders = operation === 'addition' || operation === 'multiplication'
  return isOfTwoOrders && operand1 < operand2
    ? [[number, numberOf(factId(operation, operand2, operand1))]]
    : []
})

/** A sum or product in both orders, with the two facts that undo it. */
export const FAMILIES: readonly FactSet[] = FACTS.flatMap(
  ({ operation, operand1: a, operand2: b, answer }) => {
    if ((operation !== 'addition' && operation !== 'multiplication') || a > b) return []
    const inverse = operation === 'addition' ? 'subtraction' : 'division'
    const members = [
      factId(operation, a, b),
      factId(operation, b, a),
      factId(inverse, answer, a),
      factId(inverse, answer, b),
    ]
    return [[...new Set(members)].map(numberOf)]
  },
)

/** How many of the sets lie wholly in `facts`. */
export function completeSets(sets: readonly FactSet[], facts: ReadonlySet<number>): number {
  return sets.filter((set) => set.every((number) => facts.has(number))).length
}
