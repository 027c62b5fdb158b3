import type { Random } from '../../domain/fact-selection.ts'
import { factsOfCategory } from '../../domain/category.ts'
import type { Fact } from '../../domain/fact.ts'

/** The facts of a category by place, with what children need to know of them. */
export type FactSet = {
  readonly category: string
  readonly ids: readonly string[]
  readonly placeOf: ReadonlyMap<string, number>
  readonly digits: Float64Array
  /** Counting steps, each about the effort of counting one further. */
  readonly steps: Float64Array
  /** 0 to 1, by problem size. */
  readonly difficulty: Float64Array
  /** Place of the fact with its operands swapped, -1 where there is none. */
  readonly partner: Int32Array
  /** Places of the facts of the same three numbers in other operations; a subtraction's or division's twin counts too. */
  readonly family: readonly (readonly number[])[]
}

/** Effort to count one further by a number, in single steps. */
function skip(table: number): number {
  if (table === 2 || table === 5 || table === 10) return 1
  if (table <= 4) return 2.4
  return table === 9 ? 3.5 : 4.5
}

/**
 * Counting steps. Addition counts on from the larger (Groen & Parkman 1972); beyond 10, by way of ten where that is shorter.
 * Subtraction counts down or up, whichever is less (Woods, Resnick & Groen 1975). Multiplication counts by the easier number,
 * by twos, fives and tens in one effort each, by others in more (LeFevre et al. 1996); division counts up to the dividend.
 */
function countingSteps({ operation, operand1: a, operand2: b, answer }: Fact): number {
  switch (operation) {
    case 'addition':
      return Math.min(a, b, a + b > 10 ? 6 : 10)
    case 'subtraction':
      return Math.min(b, answer, a > 10 ? 7 : 10)
    case 'multiplication':
      return Math.min(skip(a) * (b - 1), skip(b) * (a - 1))
    default:
      return Math.min(skip(b) * answer, skip(answer) * b)
  }
}

/** Difficulty of x + y, 0 to 1: size, with ties, tens and small addends easier. */
function sum(x: number, y: number): number {
  const size = 0.05 + 0.9 * ((x + y) / 20) ** 1.3
  if (x === y) return 0.5 * size
  if (x === 10 || y === 10) return 0.65 * size
  return Math.min(x, y) <= 2 ? 0.6 * size : size
}

/** Difficulty of x times y, 0 to 1: size, with tens, fives and ties easier. */
function product(x: number, y: number): number {
  const size = 0.1 + 0.95 * ((x * y) / 100) ** 0.7
  if (x === 10 || y === 10) return 0.25 * size
  if (x === 5 || y === 5) return 0.65 * size
  return x === y ? 0.75 * size : size
}

/**
 * Difficulty by problem size, with the advantage of ties, fives and tens (Ashcraft & Battaglia 1978, Campbell & Graham 1985,
 * LeFevre et al. 1996); the inverse operations are a little harder.
 */
function problemDifficulty({ operation, operand1: a, operand2: b, answer }: Fact): number {
  switch (operation) {
    case 'addition':
      return sum(a, b)
    case 'subtraction':
      return 0.1 + sum(b, answer)
    case 'multiplication':
      return product(a, b)
    default:
      return 0.08 + product(b, answer)
  }
}

/** The three numbers of a fact, the largest last, and whether it adds or multiplies. */
function familyOf({ operation, operand1: a, operand2: b, answer }: Fact): string {
  const isSum = operation === 'addition' || operation === 'subtraction'
  const [x, y, z] =
    operation === 'addition' || operation === 'multiplication' ? [a, b, answer] : [b, answer, a]
  return `${isSum ? '+' : 'x'} ${Math.min(x, y)} ${Math.max(x, y)} ${z}`
}

/** The facts of a category as children meet them. */
export function factSetOf(category: string): FactSet {
  const facts = factsOfCategory(category)
  const placeOf = new Map(facts.map(({ id }, place) => [id, place]))
  const families = grouped(facts)
  const partner = Int32Array.from(facts, ({ operation, operand1, operand2 }) =>
    operand1 === operand2 || operation === 'subtraction' || operation === 'division'
      ? -1
      : (placeOf.get(`${operation}-${operand2}-${operand1}`) ?? -1),
  )
  return {
    category,
    ids: facts.map(({ id }) => id),
    placeOf,
    digits: Float64Array.from(facts, ({ answer }) => String(answer).length),
    steps: Float64Array.from(facts, countingSteps),
    difficulty: Float64Array.from(facts, (fact) => Math.min(1, problemDifficulty(fact))),
    partner,
    family: facts.map((fact, place) =>
      (families.get(familyOf(fact)) ?? []).filter((other) => other !== place && other !== partner[place]),
    ),
  }
}

function grouped(facts: readonly Fact[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [place, fact] of facts.entries()) {
    const key = familyOf(fact)
    groups.set(key, [...(groups.get(key) ?? []), place])
  }
  return groups
}

/** The places 0 to count - 1 in random order. */
export function shuffledPlaces(count: number, random: Random): number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = places[last] as number
    places[last] = places[other] as number
    places[other] = kept
  }
  return places
}
