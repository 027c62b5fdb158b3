import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFact, type Fact } from '../../../domain/fact.ts'
import { diagnose, DIAGNOSES, type Diagnosis } from '../../../domain/learning/diagnosis.ts'
import { helpFor, type Help } from '../../../domain/learning/hint.ts'
import { FACTS } from '../../../domain/learning/memory.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'

function factOf(id: string): Fact {
  const fact = findFact(id)
  if (!fact) throw new Error(`no fact ${id}`)
  return fact
}

const KNOWS_NOTHING = (): boolean => false

function helpAfter(id: string, given: number, ...known: string[]): Help {
  const fact = factOf(id)
  return helpFor(fact, given, diagnose(fact, given), (each) => known.includes(each))
}

test('[DIA-1] the diagnosis is the first kind of error that fits', () => {
  const examples: readonly (readonly [string, number, Diagnosis])[] = [
    ['addition-3-4', 12, 'other_operation'],
    ['multiplication-6-7', 13, 'other_operation'],
    ['subtraction-9-3', 12, 'other_operation'],
    ['multiplication-4-6', 42, 'swapped_digits'],
    ['addition-10-10', 2, 'typing'],
    ['addition-8-5', 133, 'typing'],
    ['addition-8-5', 1, 'typing'],
    ['addition-8-4', 8, 'number_of_problem'],
    ['addition-8-5', 12, 'one_off'],
    ['subtraction-15-8', 8, 'number_of_problem'],
    ['subtraction-15-8', 6, 'one_off'],
    ['addition-8-5', 23, 'ten_off'],
    ['multiplication-6-7', 36, 'one_group_off'],
    ['multiplication-6-7', 49, 'one_group_off'],
    ['multiplication-6-7', 54, 'other_row'],
    ['multiplication-6-7', 53, 'none'],
  ]
  for (const [id, given, diagnosis] of examples)
    expect([id, given, diagnose(factOf(id), given)]).toEqual([id, given, diagnosis])
  const same: Fact = { ...factOf('subtraction-9-3'), operand1: 5, operand2: 5, answer: 0 }
  expect(diagnose(same, 5)).toBe('one_rule')
})

test('[DIA-2] nine in ten common errors get a diagnosis', () => {
  const random = seededRandom(11)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const errors: readonly ((fact: Fact) => number)[] = [
    ({ answer }) => answer + pick([-1, 1]),
    ({ answer }) => answer + pick([-1, 1]),
    ({ answer }) => answer + pick([-10, 10]),
    ({ operand1, operand2 }) => operand1 + operand2,
    ({ operand1, operand2, operation, answer }) =>
      operation === 'multiplication'
        ? answer + pick([operand1, operand2, -operand1, -operand2])
        : answer + pick([-1, 1]),
    ({ answer }) => Number(`${answer}${answer % 10}`),
    ({ operand2 }) => operand2,
    ({ answer }) => Math.floor(random() * 2 * answer),
  ]
  const wrong = Array.from({ length: 4000 }, () => {
    const fact = pick(FACTS)
    return { fact, given: pick(errors)(fact) }
  }).filter(({ fact, given }) => given >= 0 && given !== fact.answer)
  const found = wrong.filter(({ fact, given }) => diagnose(fact, given) !== 'none')
  expect(found.length / wrong.length).toBeGreaterThan(0.9)
})

test('[DIA-3] shows arrays, ten-frames for sums across ten, and a number line for other sums off by one', () => {
  expect(helpAfter('multiplication-6-7', 36).picture).toBe('array')
  expect(helpAfter('division-42-6', 6).picture).toBe('array')
  expect(helpAfter('addition-8-5', 12).picture).toBe('ten_frame')
  expect(helpAfter('addition-4-3', 8).picture).toBe('number_line')
  expect(helpAfter('addition-8-5', 133).picture).toBeNull()
})

test('[DIA-4] a hint builds on a fact the child knows, otherwise on ten, the groups or the picture', () => {
  expect(helpAfter('addition-8-5', 12).hint).toEqual({ type: 'make_ten', from: 8, step: 2, rest: 3 })
  expect(helpAfter('subtraction-15-8', 6).hint).toEqual({ type: 'back_to_ten', from: 15, step: 5, rest: 3 })
  expect(helpAfter('addition-7-8', 16, 'addition-7-7').hint).toMatchObject({
    type: 'known',
    more: 1,
    unit: 1,
  })
  expect(helpAfter('multiplication-6-7', 53, 'multiplication-5-7').hint).toMatchObject({
    type: 'known',
    more: 1,
    unit: 7,
  })
  expect(helpAfter('multiplication-9-7', 62, 'multiplication-7-10').hint).toMatchObject({
    type: 'known',
    more: -1,
    unit: 7,
  })
  expect(helpAfter('multiplication-4-7', 27, 'multiplication-2-7').hint).toMatchObject({ type: 'double' })
  expect(helpAfter('multiplication-6-7', 36).hint).toEqual({
    type: 'one_group',
    given: 36,
    unit: 6,
    isMore: true,
  })
  expect(helpAfter('multiplication-6-7', 53).hint).toEqual({ type: 'groups', groups: 6, unit: 7 })
  expect(helpAfter('division-42-6', 8).hint).toEqual({ type: 'share', rows: 6, whole: 42 })
  expect(helpAfter('addition-4-3', 8).hint).toEqual({ type: 'count_again' })
})

test('[DIA-4] no hint gives the answer away, whatever was answered and is known', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FACTS),
      fc.integer({ min: -5, max: 300 }),
      fc.boolean(),
      (fact, given, isKnown) => {
        fc.pre(given !== fact.answer)
        const diagnosis = diagnose(fact, given)
        expect(DIAGNOSES).toContain(diagnosis)
        const { hint } = helpFor(fact, given, diagnosis, isKnown ? (id) => id !== fact.id : KNOWS_NOTHING)
        const said = 'known' in hint ? [hint.known.answer] : Object.values(hint)
        const own = [fact.operand1, fact.operand2]
        expect(said.filter((value) => value === fact.answer && !own.includes(fact.answer))).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})
