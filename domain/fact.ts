export const OPERATIONS = ['addition', 'subtraction', 'multiplication', 'division'] as const

export type Operation = (typeof OPERATIONS)[number]

/** 1 is the easiest. */
type Difficulty = 1 | 2 | 3 | 4 | 5

type Strategy =
  | 'doubles'
  | 'near_doubles'
  | 'make_10'
  | 'count_on'
  | 'squares'
  | 'fives_pattern'
  | 'tens_pattern'
  | 'halving'
  | 'divide_by_five'
  | 'divide_by_ten'

/** One problem with its answer (specification §3). `grade` is the school grade it belongs to. */
export type Fact = {
  readonly id: string
  readonly operation: Operation
  readonly operand1: number
  readonly operand2: number
  readonly answer: number
  readonly strategy?: Strategy
  readonly difficulty: Difficulty
  readonly grade: number
}

type Rating = { readonly strategy?: Strategy; readonly difficulty: Difficulty; readonly grade: number }

/** `operation-operand1-operand2`, the same on every device (specification §3). */
export function factId(operation: Operation, operand1: number, operand2: number): string {
  return `${operation}-${operand1}-${operand2}`
}

const MAX_ADDEND = 12
const MAX_SUM = 20
const MAX_MINUEND = 20
const FACTORS = { from: 2, to: 10 }
const MAX_DIVIDEND = 144

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}

function oneHarder(difficulty: Difficulty): Difficulty {
  if (difficulty === 1) return 2
  if (difficulty === 2) return 3
  if (difficulty === 3) return 4
  return 5
}

// The strategies are tried in the order of the specification and the first that fits decides. The last rule of each operation
// is applied after them and overrides the difficulty (specification §9 as read in ADR 0002).

function additionStrategy(a: number, b: number): Omit<Rating, 'grade'> {
  if (a === b) return { strategy: 'doubles', difficulty: 2 }
  if (Math.abs(a - b) === 1) return { strategy: 'near_doubles', difficulty: 3 }
  if ((a === 10 && b <= 10) || (b === 10 && a <= 10)) return { strategy: 'make_10', difficulty: 3 }
  if (Math.min(a, b) <= 3) return { strategy: 'count_on', difficulty: 1 }
  return { difficulty: 1 }
}

function rateAddition(a: number, b: number): Rating {
  const rating = additionStrategy(a, b)
  return a + b > 10
    ? { ...rating, difficulty: oneHarder(rating.difficulty), grade: 2 }
    : { ...rating, grade: 1 }
}

function rateSubtraction(minuend: number, subtrahend: number): Rating {
  const rating: Rating = minuend > 10 ? { difficulty: 3, grade: 2 } : { difficulty: 2, grade: 1 }
  return minuend - subtrahend === subtrahend ? { ...rating, strategy: 'doubles' } : rating
}

function multiplicationStrategy(a: number, b: number): Omit<Rating, 'grade'> {
  if (a === b) return { strategy: 'squares', difficulty: 3 }
  if (a === 2 || b === 2) return { strategy: 'doubles', difficulty: 2 }
  if (a === 5 || b === 5) return { strategy: 'fives_pattern', difficulty: 2 }
  if (a === 10 || b === 10) return { strategy: 'tens_pattern', difficulty: 2 }
  return { difficulty: 3 }
}

function rateMultiplication(a: number, b: number): Rating {
  const rating = multiplicationStrategy(a, b)
  return a > 5 && b > 5 ? { ...rating, difficulty: 4, grade: 4 } : { ...rating, grade: 3 }
}

function divisionStrategy(divisor: number): Omit<Rating, 'grade'> {
  if (divisor === 2) return { strategy: 'halving', difficulty: 3 }
  if (divisor === 5) return { strategy: 'divide_by_five', difficulty: 3 }
  if (divisor === 10) return { strategy: 'divide_by_ten', difficulty: 2 }
  return { difficulty: 4 }
}

function rateDivision(divisor: number, quotient: number): Rating {
  const rating = divisionStrategy(divisor)
  return divisor > 6 && quotient > 6 ? { ...rating, difficulty: 5, grade: 4 } : { ...rating, grade: 3 }
}

function fact(
  operation: Operation,
  operand1: number,
  operand2: number,
  answer: number,
  rating: Rating,
): Fact {
  return { id: factId(operation, operand1, operand2), operation, operand1, operand2, answer, ...rating }
}

function additionFacts(): Fact[] {
  return range(1, MAX_ADDEND).flatMap((a) =>
    range(1, Math.min(MAX_ADDEND, MAX_SUM - a)).map((b) => fact('addition', a, b, a + b, rateAddition(a, b))),
  )
}

function subtractionFacts(): Fact[] {
  return range(2, MAX_MINUEND).flatMap((minuend) =>
    range(1, minuend - 1).map((subtrahend) =>
      fact('subtraction', minuend, subtrahend, minuend - subtrahend, rateSubtraction(minuend, subtrahend)),
    ),
  )
}

function multiplicationFacts(): Fact[] {
  return range(FACTORS.from, FACTORS.to).flatMap((a) =>
    range(FACTORS.from, FACTORS.to).map((b) => fact('multiplication', a, b, a * b, rateMultiplication(a, b))),
  )
}

function divisionFacts(): Fact[] {
  return range(FACTORS.from, FACTORS.to).flatMap((divisor) =>
    range(FACTORS.from, FACTORS.to)
      .filter((quotient) => divisor * quotient <= MAX_DIVIDEND)
      .map((quotient) =>
        fact('division', divisor * quotient, divisor, quotient, rateDivision(divisor, quotient)),
      ),
  )
}

const FACTS: Readonly<Record<Operation, readonly Fact[]>> = {
  addition: additionFacts(),
  subtraction: subtractionFacts(),
  multiplication: multiplicationFacts(),
  division: divisionFacts(),
}

/** Every fact of an operation: 134 of addition, 190 of subtraction, 81 each of multiplication and division (§9). */
export function allFacts(operation: Operation): readonly Fact[] {
  return FACTS[operation]
}

const BY_ID: ReadonlyMap<string, Fact> = new Map(OPERATIONS.flatMap(allFacts).map((one) => [one.id, one]))

/** The fact with this id, or undefined for anything else. */
export function findFact(id: string): Fact | undefined {
  return BY_ID.get(id)
}
