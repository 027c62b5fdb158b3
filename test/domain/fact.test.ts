import { describe, expect, test } from 'vitest'
import { factsOfCategory } from '../../domain/category.ts'
import { allFacts, factId, OPERATIONS, type Fact, type Operation } from '../../domain/fact.ts'
import { findLeague, LEAGUE_IDS, LEAGUES } from '../../domain/league.ts'

/** A second reading of specification §9, written as a table of cases instead of code paths. */
type Expected = { answer: number; strategy: string | undefined; difficulty: number; grade: number }

function expectedAddition(a: number, b: number): Expected {
  const cases: [boolean, string | undefined, number][] = [
    [a === b, 'doubles', 2],
    [a - b === 1 || b - a === 1, 'near_doubles', 3],
    [(a === 10 && b <= 10) || (b === 10 && a <= 10), 'make_10', 3],
    [a <= 3 || b <= 3, 'count_on', 1],
    [true, undefined, 1],
  ]
  const [, strategy, base] = cases.find(([fits]) => fits) ?? [true, undefined, 1]
  const above10 = a + b > 10
  return {
    answer: a + b,
    strategy,
    difficulty: above10 ? Math.min(5, base + 1) : base,
    grade: above10 ? 2 : 1,
  }
}

function expectedSubtraction(a: number, b: number): Expected {
  return {
    answer: a - b,
    strategy: a === 2 * b ? 'doubles' : undefined,
    difficulty: a > 10 ? 3 : 2,
    grade: a > 10 ? 2 : 1,
  }
}

function expectedMultiplication(a: number, b: number): Expected {
  const has = (factor: number): boolean => a === factor || b === factor
  const cases: [boolean, string | undefined, number][] = [
    [a === b, 'squares', 3],
    [has(2), 'doubles', 2],
    [has(5), 'fives_pattern', 2],
    [has(10), 'tens_pattern', 2],
    [true, undefined, 3],
  ]
  const [, strategy, base] = cases.find(([fits]) => fits) ?? [true, undefined, 3]
  const hard = a > 5 && b > 5
  return { answer: a * b, strategy, difficulty: hard ? 4 : base, grade: hard ? 4 : 3 }
}

function expectedDivision(dividend: number, divisor: number): Expected {
  const quotient = dividend / divisor
  const cases: [boolean, string | undefined, number][] = [
    [divisor === 2, 'halving', 3],
    [divisor === 5, 'divide_by_five', 3],
    [divisor === 10, 'divide_by_ten', 2],
    [true, undefined, 4],
  ]
  const [, strategy, base] = cases.find(([fits]) => fits) ?? [true, undefined, 4]
  const hard = divisor > 6 && quotient > 6
  return { answer: quotient, strategy, difficulty: hard ? 5 : base, grade: hard ? 4 : 3 }
}

const EXPECTED: Record<Operation, (a: number, b: number) => Expected> = {
  addition: expectedAddition,
  subtraction: expectedSubtraction,
  multiplication: expectedMultiplication,
  division: expectedDivision,
}

/** All operand pairs up to 200 that the rules of an operation allow. */
function allowedPairs(operation: Operation): string[] {
  const allowed: Record<Operation, (a: number, b: number) => boolean> = {
    addition: (a, b) => a <= 12 && b <= 12 && a + b <= 20,
    subtraction: (a, b) => a <= 20 && b < a,
    multiplication: (a, b) => a >= 2 && a <= 10 && b >= 2 && b <= 10,
    division: (a, b) => b >= 2 && b <= 10 && a % b === 0 && a / b >= 2 && a / b <= 10 && a <= 144,
  }
  const pairs: string[] = []
  for (let a = 1; a <= 200; a++) {
    for (let b = 1; b <= 200; b++) if (allowed[operation](a, b)) pairs.push(`${operation}-${a}-${b}`)
  }
  return pairs
}

function ratingOf({ answer, strategy, difficulty, grade }: Fact): Expected {
  return { answer, strategy, difficulty, grade }
}

describe('the facts', () => {
  test.each([
    ['addition', 134],
    ['subtraction', 190],
    ['multiplication', 81],
    ['division', 81],
  ] as const)(
    '[FCT-2, FCT-5, FCT-7, FCT-9] %s has exactly the pairs that the rules allow: %i',
    (operation, count) => {
      const ids = allFacts(operation).map((fact) => fact.id)
      expect(ids).toHaveLength(count)
      expect(ids.toSorted()).toEqual(allowedPairs(operation).toSorted())
    },
  )

  test.each(OPERATIONS)(
    '[FCT-3, FCT-4, FCT-6, FCT-8, FCT-10] %s: answer, strategy, difficulty and grade of every fact',
    (operation) => {
      for (const fact of allFacts(operation)) {
        expect([fact.id, ratingOf(fact)]).toEqual([
          fact.id,
          EXPECTED[operation](fact.operand1, fact.operand2),
        ])
      }
    },
  )

  test.each([
    ['addition-7-7', 'doubles', 3, 2],
    ['addition-2-3', 'near_doubles', 3, 1],
    ['addition-8-9', 'near_doubles', 4, 2],
    ['addition-9-10', 'near_doubles', 4, 2],
    ['addition-10-4', 'make_10', 4, 2],
    ['addition-12-3', 'count_on', 2, 2],
    ['addition-4-6', undefined, 1, 1],
    ['addition-4-8', undefined, 2, 2],
    ['subtraction-10-5', 'doubles', 2, 1],
    ['subtraction-11-2', undefined, 3, 2],
    ['multiplication-2-2', 'squares', 3, 3],
    ['multiplication-6-6', 'squares', 4, 4],
    ['multiplication-10-6', 'tens_pattern', 4, 4],
    ['multiplication-5-10', 'fives_pattern', 2, 3],
    ['multiplication-2-5', 'doubles', 2, 3],
    ['division-70-10', 'divide_by_ten', 5, 4],
    ['division-40-10', 'divide_by_ten', 2, 3],
    ['division-18-2', 'halving', 3, 3],
    ['division-56-8', undefined, 5, 4],
    ['division-42-6', undefined, 4, 3],
  ])(
    '[FCT-3, FCT-4, FCT-6, FCT-8, FCT-10] %s matches the examples written by hand',
    (id, strategy, difficulty, grade) => {
      const fact = factsOfCategory('all').find((candidate) => candidate.id === id)
      expect(fact).toMatchObject({ difficulty, grade })
      expect(fact?.strategy).toBe(strategy)
    },
  )

  test('[FCT-1] every fact has a unique id, made of operation and operands', () => {
    const facts = OPERATIONS.flatMap(allFacts)
    expect(new Set(facts.map((fact) => fact.id)).size).toBe(486)
    for (const fact of facts) {
      expect(fact.id).toBe(factId(fact.operation, fact.operand1, fact.operand2))
      expect([1, 2, 3, 4, 5]).toContain(fact.difficulty)
    }
  })
})

describe('the leagues', () => {
  test('[LGE-1] there are six, in order, with their names, and no others', () => {
    expect(LEAGUES.map(({ id, name }) => [id, name])).toEqual([
      ['addition_facts', 'Addition Facts'],
      ['subtraction_facts', 'Subtraction Facts'],
      ['mixed_add_sub', 'Mixed Add/Sub'],
      ['multiplication_facts', 'Multiplication Facts'],
      ['division_facts', 'Division Facts'],
      ['mixed_mult_div', 'Mixed Mult/Div'],
    ])
    expect(LEAGUES.map(({ id }) => id)).toEqual(LEAGUE_IDS)
    for (const id of ['', 'addition', 'ADDITION_FACTS', '__proto__', 'constructor']) {
      expect(findLeague(id)).toBeUndefined()
    }
  })

  test.each([
    ['addition_facts', 134],
    ['subtraction_facts', 190],
    ['mixed_add_sub', 324],
    ['multiplication_facts', 81],
    ['division_facts', 81],
    ['mixed_mult_div', 162],
    ['anything_else', 486],
    ['', 486],
    ['toString', 486],
  ])('[LGE-2] category %j has %i facts', (category, count) => {
    expect(factsOfCategory(category)).toHaveLength(count)
  })
})
