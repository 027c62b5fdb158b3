import type { Operation } from '../fact.ts'
import type { FactSetId } from './fact-sets.ts'

const ORDERS: Readonly<Record<Operation, readonly FactSetId[]>> = {
  addition: [
    'add_count_on',
    'add_doubles',
    'add_pairs_of_10',
    'add_10_and_more',
    'add_near_doubles',
    'add_across_10',
    'add_11_12',
  ],
  subtraction: [
    'sub_small',
    'sub_halves',
    'sub_from_10',
    'sub_to_10',
    'sub_count_up',
    'sub_across_10',
    'sub_all',
  ],
  multiplication: [
    'mul_2',
    'mul_5',
    'mul_10',
    'mul_squares',
    'mul_3',
    'mul_4',
    'mul_9',
    'mul_6',
    'mul_7',
    'mul_8',
  ],
  division: ['div_2', 'div_5', 'div_10', 'div_3', 'div_4', 'div_9', 'div_6', 'div_7', 'div_8'],
}

/** The sets of an operation in the order in which they are taught. */
export function teachingOrder(operation: Operation): readonly FactSetId[] {
  return ORDERS[operation]
}
