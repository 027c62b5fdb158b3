import type { Fact } from '../fact.ts'
import { factId } from '../fact.ts'
import { FACTS, numberOf } from '../learning/memory.ts'
import type { AchievementId } from './catalog.ts'

/** Fact numbers (`numberOf`). */
type FactSet = readonly number[]

function setOf(operation: Fact['operation'], belongs: (a: number, b: number) => boolean): FactSet {
  return FACTS.flatMap(({ operation: own, operand1, operand2 }, number) =>
    own === operation && belongs(operand1, operand2) ? [number] : [],
  )
}

const isEasyFactor = (factor: number): boolean => [2, 5, 10].includes(factor)

/** The sets of the mastery achievements. */
export const MASTERY_SETS: readonly { readonly id: AchievementId; readonly facts: FactSet }[] = [
  { id: 'doubles', facts: setOf('addition', (a, b) => a === b) },
  { id: 'pairs-of-10', facts: setOf('addition', (a, b) => a + b === 10) },
  { id: 'across-10', facts: setOf('addition', (a, b) => a <= 9 && b <= 9 && a + b > 10) },
  { id: 'taking-away-to-10', facts: setOf('subtraction', (minuend) => minuend <= 10) },
  { id: 'times-2-5-10', facts: setOf('multiplication', (a, b) => isEasyFactor(a) || isEasyFactor(b)) },
  { id: 'squares', facts: setOf('multiplication', (a, b) => a === b) },
  { id: 'times-9', facts: setOf('multiplication', (a, b) => a === 9 || b === 9) },
  { id: 'all-times', facts: setOf('multiplication', () => true) },
  { id: 'sharing', facts: setOf('division', (_dividend, divisor) => isEasyFactor(divisor)) },
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
