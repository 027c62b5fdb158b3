import { describe, expect, test } from 'vitest'
import { OPERATIONS, type Operation } from '../../../domain/fact.ts'
import { factAt, FACTS } from '../../../domain/learning/memory.ts'
import { FACT_SET_IDS, factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { teachingOrder } from '../../../domain/school/teaching-order.ts'

/** How many facts a set has, and how many if 3 + 4 and 4 + 3 are one. */
const SIZES: Partial<Record<FactSetId, readonly [number, number]>> = {
  add_count_on: [63, 33],
  add_doubles: [10, 10],
  add_near_doubles: [18, 9],
  add_pairs_of_10: [9, 5],
  add_10_and_more: [19, 10],
  add_across_10: [36, 20],
  add_to_10: [45, 25],
  add_11_12: [34, 17],
  add_all: [134, 72],
  sub_small: [54, 54],
  sub_count_up: [54, 54],
  sub_halves: [10, 10],
  sub_from_10: [9, 9],
  sub_to_10: [45, 45],
  sub_across_10: [36, 36],
  sub_all: [190, 190],
  mul_squares: [9, 9],
  mul_hard: [9, 6],
  mul_all: [81, 45],
  div_all: [81, 81],
}

function withoutOrder(id: FactSetId): number {
  const names = factsOfSet(id).map((number) => {
    const fact = factAt(number)
    if (!fact) throw new Error(`there is no fact ${number}`)
    const { operation, operand1: a, operand2: b } = fact
    const isOfTwoOrders = operation === 'addition' || operation === 'multiplication'
    return isOfTwoOrders && a > b ? `${b} ${a}` : `${a} ${b}`
  })
  return new Set(names).size
}

const numbersOf = (operation: Operation): number[] =>
  FACTS.flatMap((fact, number) => (fact.operation === operation ? [number] : []))

describe('fact sets', () => {
  test.each(FACT_SET_IDS)('[SET-1] %s has the size given in the table, with and without order', (id) => {
    const [all, unordered] = SIZES[id] ?? (id.startsWith('mul_') ? [17, 9] : [9, 9])
    expect([factsOfSet(id).length, withoutOrder(id)]).toEqual([all, unordered])
  })

  test('[SET-1] there are 38 sets, and the taught sets contain every fact of their operation', () => {
    expect(FACT_SET_IDS).toHaveLength(38)
    for (const operation of OPERATIONS) {
      const taught = new Set(teachingOrder(operation).flatMap(factsOfSet))
      expect([...taught].toSorted((one, other) => one - other)).toEqual(numbersOf(operation))
    }
  })

  test('[SET-2] sets are taught in this order', () => {
    expect(teachingOrder('addition').join(' ')).toBe(
      'add_count_on add_doubles add_pairs_of_10 add_10_and_more add_near_doubles add_across_10 add_11_12',
    )
    expect(teachingOrder('subtraction').join(' ')).toBe(
      'sub_small sub_halves sub_from_10 sub_to_10 sub_count_up sub_across_10 sub_all',
    )
    expect(teachingOrder('multiplication').join(' ')).toBe(
      'mul_2 mul_5 mul_10 mul_squares mul_3 mul_4 mul_9 mul_6 mul_7 mul_8',
    )
    expect(teachingOrder('division').join(' ')).toBe('div_2 div_5 div_10 div_3 div_4 div_9 div_6 div_7 div_8')
  })
})
