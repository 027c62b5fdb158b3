import type { FactSetId } from './fact-sets.ts'

const TABLES = [2, 3, 4, 5, 6, 7, 8, 9, 10] as const

type Tables<Prefix extends 'mul' | 'div'> = Record<`${Prefix}_${(typeof TABLES)[number]}`, string>

function tableNames<Prefix extends 'mul' | 'div'>(prefix: Prefix, words: string): Tables<Prefix> {
  const names = TABLES.map((table) => [`${prefix}_${table}`, `${words} ${table}`])
  return Object.fromEntries(names) as Tables<Prefix>
}

/** The names of fact sets, for teachers and parents, and on a child's cards (spec/school.md). */
export const SET_NAMES: Readonly<Record<FactSetId, string>> = {
  add_count_on: 'Count on 1, 2, 3',
  add_doubles: 'Doubles',
  add_near_doubles: 'Near doubles',
  add_pairs_of_10: 'Pairs of 10',
  add_10_and_more: '10 and more',
  add_across_10: 'Across 10 (make ten)',
  add_to_10: 'Sums up to 10',
  add_11_12: 'Add with 11 and 12',
  add_all: 'All addition facts',
  sub_small: 'Take away 1, 2, 3',
  sub_count_up: 'Close together',
  sub_halves: 'Halves',
  sub_from_10: 'Take from 10',
  sub_to_10: 'Take away up to 10',
  sub_across_10: 'Take away across 10',
  sub_all: 'All subtraction facts',
  ...tableNames('mul', 'Times'),
  mul_squares: 'Squares',
  mul_hard: '6, 7, 8 times each other',
  mul_all: 'All multiplication facts',
  ...tableNames('div', 'Divide by'),
  div_all: 'All division facts',
}
