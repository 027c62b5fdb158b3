import type { Operation } from '../fact.ts'
import { FACTS } from '../learning/memory.ts'

type Table = 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

/** A set of facts with a name for teachers. Sets overlap. */
export type FactSetId =
  | `add_${'count_on' | 'doubles' | 'near_doubles' | 'pairs_of_10' | '10_and_more' | 'across_10' | 'to_10' | '11_12' | 'all'}`
  | `sub_${'small' | 'count_up' | 'halves' | 'from_10' | 'to_10' | 'across_10' | 'all'}`
  | `mul_${Table | 'squares' | 'hard' | 'all'}`
  | `div_${Table | 'all'}`

type Rule = (operand1: number, operand2: number) => boolean

const every: Rule = () => true
const isHard = (factor: number): boolean => factor >= 6 && factor <= 8
const times = (table: number): Rule => {
  return (a, b) => a === table || b === table
}
const dividedBy = (table: number): Rule => {
  return (_dividend, divisor) => divisor === table
}

const RULES: Readonly<Record<FactSetId, Rule>> = {
  add_count_on: (a, b) => Math.min(a, b) <= 3,
  add_doubles: (a, b) => a === b,
  add_near_doubles: (a, b) => Math.abs(a - b) === 1,
  add_pairs_of_10: (a, b) => a + b === 10,
  add_10_and_more: (a, b) => a === 10 || b === 10,
  add_across_10: (a, b) => a <= 9 && b <= 9 && a + b > 10,
  add_to_10: (a, b) => a + b <= 10,
  add_11_12: (a, b) => a >= 11 || b >= 11,
  add_all: every,
  sub_small: (_minuend, subtrahend) => subtrahend <= 3,
  sub_count_up: (minuend, subtrahend) => minuend - subtrahend <= 3,
  sub_halves: (minuend, subtrahend) => minuend - subtrahend === subtrahend,
  sub_from_10: (minuend) => minuend === 10,
  sub_to_10: (minuend) => minuend <= 10,
  sub_across_10: (minuend, subtrahend) => minuend > 10 && subtrahend <= 9 && minuend - subtrahend <= 9,
  sub_all: every,
  mul_2: times(2),
  mul_3: times(3),
  mul_4: times(4),
  mul_5: times(5),
  mul_6: times(6),
  mul_7: times(7),
  mul_8: times(8),
  mul_9: times(9),
  mul_10: times(10),
  mul_squares: (a, b) => a === b,
  mul_hard: (a, b) => isHard(a) && isHard(b),
  mul_all: every,
  div_2: dividedBy(2),
  div_3: dividedBy(3),
  div_4: dividedBy(4),
  div_5: dividedBy(5),
  div_6: dividedBy(6),
  div_7: dividedBy(7),
  div_8: dividedBy(8),
  div_9: dividedBy(9),
  div_10: dividedBy(10),
  div_all: every,
}

const OPERATION_OF: Readonly<Record<string, Operation>> = {
  add: 'addition',
  sub: 'subtraction',
  mul: 'multiplication',
  div: 'division',
}

const SETS: ReadonlyMap<FactSetId, readonly number[]> = new Map(
  Object.entries(RULES).map(([id, belongs]) => {
    const operation = OPERATION_OF[id.slice(0, 3)]
    const numbers = FACTS.flatMap((fact, number) =>
      fact.operation === operation && belongs(fact.operand1, fact.operand2) ? [number] : [],
    )
    return [id as FactSetId, numbers]
  }),
)

export const FACT_SET_IDS: readonly FactSetId[] = [...SETS.keys()]

/** The facts of a set, as ascending fact numbers (`numberOf`). */
export function factsOfSet(id: FactSetId): readonly number[] {
  return SETS.get(id) ?? []
}
