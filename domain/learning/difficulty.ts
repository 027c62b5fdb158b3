import type { Fact } from '../fact.ts'
import { FACTS } from './memory.ts'

/** Tables in the order in which they are taught (Van de Walle; Wichita Public Schools' fact fluency guide). */
const TABLES = [2, 10, 5, 3, 4, 9, 6, 7, 8]

/** Inverse operations are a little harder than the operations they undo. Set by hand, on the 0 to 1 scale of difficulty. */
const SUBTRACTION = 0.08
const DIVISION = 0.06

/** Ranks pairs of tables by the table that is taught earlier, then by the other one. */
const PRODUCT_PLACES: ReadonlyMap<string, number> = new Map(
  TABLES.flatMap((first, place) => TABLES.slice(place).map((second) => [first, second] as const))
    .map(([first, second]) => [Math.min(first, second), Math.max(first, second)] as const)
    .map(([small, large], place) => [`${small} ${large}`, place]),
)

/** 0 to 1 for a times b. */
function ofProduct(a: number, b: number): number {
  const place = PRODUCT_PLACES.get(`${Math.min(a, b)} ${Math.max(a, b)}`) ?? 0
  return place / (PRODUCT_PLACES.size - 1)
}

/** 0 to 1 for a plus b: small sums by size, doubles, tens, near doubles, then sums across ten. */
function ofSum(a: number, b: number): number {
  const sum = a + b
  if (sum <= 10) return 0.03 * sum
  const over = (sum - 10) / 10
  if (a === b) return 0.32 + 0.08 * over
  if (a >= 10 || b >= 10) return 0.42 + 0.08 * over
  if (Math.abs(a - b) === 1) return 0.52 + 0.1 * over
  return 0.62 + 0.3 * over
}

function difficultyOf({ operation, operand1, operand2, answer }: Fact): number {
  switch (operation) {
    case 'addition':
      return ofSum(operand1, operand2)
    case 'subtraction':
      return Math.min(1, ofSum(operand2, answer) + SUBTRACTION)
    case 'multiplication':
      return ofProduct(operand1, operand2)
    case 'division':
      return Math.min(1, ofProduct(operand2, answer) + DIVISION)
  }
}

/** How late each fact is taught, 0 to 1, by its number. Only used to order first encounters. */
export const DIFFICULTIES: readonly number[] = FACTS.map(difficultyOf)

const SUMS = { addition: '+', subtraction: '+', multiplication: 'x', division: 'x' } as const

/** The three numbers of a fact: 7 + 8, 8 + 7, 15 - 7 and 15 - 8 are one family. */
function familyKey({ operation, operand1, operand2, answer }: Fact): string {
  const isForward = operation === 'addition' || operation === 'multiplication'
  const [a, b, whole] = isForward ? [operand1, operand2, answer] : [operand2, answer, operand1]
  return `${SUMS[operation]} ${Math.min(a, b)} ${Math.max(a, b)} ${whole}`
}

const FAMILIES = new Map<string, number[]>()
FACTS.forEach((fact, number) => {
  const key = familyKey(fact)
  FAMILIES.set(key, [...(FAMILIES.get(key) ?? []), number])
})

function relativesOf(fact: Fact, number: number, isSame: boolean): number[] {
  return (FAMILIES.get(familyKey(fact)) ?? []).filter(
    (other) => other !== number && (FACTS[other]?.operation === fact.operation) === isSame,
  )
}

/** By fact number: the number of the other fact of its family and operation (8 + 7 for 7 + 8), or -1. */
export const PARTNERS: readonly number[] = FACTS.map(
  (fact, number) => relativesOf(fact, number, true)[0] ?? -1,
)

/** By fact number: the facts of its family in the other operation (15 - 7 and 15 - 8 for 7 + 8). */
export const RELATIVES: readonly (readonly number[])[] = FACTS.map((fact, number) =>
  relativesOf(fact, number, false),
)
