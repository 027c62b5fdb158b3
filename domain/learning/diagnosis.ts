import type { Fact, Operation } from '../fact.ts'

/** What may have gone wrong in a wrong answer. */
export const DIAGNOSES = [
  'one_rule',
  'other_operation',
  'swapped_digits',
  'typing',
  'number_of_problem',
  'one_off',
  'ten_off',
  'one_group_off',
  'other_row',
  'none',
] as const

export type Diagnosis = (typeof DIAGNOSES)[number]

/** Each test with its source; the first that fits decides. */
type Test = { readonly diagnosis: Diagnosis; readonly fits: (fact: Fact, given: number) => boolean }

const RESULTS: Readonly<Record<Operation, (a: number, b: number) => number>> = {
  addition: (a, b) => a + b,
  subtraction: (a, b) => a - b,
  multiplication: (a, b) => a * b,
  division: (a, b) => a / b,
}

const TABLES = { from: 2, to: 10 }

/** Whether one text is the other with one more digit somewhere. */
function isOneDigitMore(longer: string, shorter: string): boolean {
  return (
    longer.length === shorter.length + 1 &&
    Array.from(longer).some((_, place) => longer.slice(0, place) + longer.slice(place + 1) === shorter)
  )
}

function isProduct(number: number): boolean {
  for (let table = TABLES.from; table <= TABLES.to; table += 1) {
    const other = number / table
    if (Number.isInteger(other) && other >= TABLES.from && other <= TABLES.to) return true
  }
  return false
}

const TESTS: readonly Test[] = [
  // 5 - 5 = 5, 7 / 7 = 7: a rule for zero and one is applied to other numbers (Baroody 1983).
  {
    diagnosis: 'one_rule',
    fits: ({ operation, operand1, operand2 }, given) =>
      (operation === 'subtraction' || operation === 'division') &&
      operand1 === operand2 &&
      given === operand1,
  },
  // 3 + 4 = 12: the most frequent error of adults who know both tables (Campbell & Graham 1985; Winkelman & Schmidt 1974).
  {
    diagnosis: 'other_operation',
    fits: ({ operation, operand1, operand2 }, given) =>
      Object.entries(RESULTS).some(([other, of]) => other !== operation && of(operand1, operand2) === given),
  },
  // 13 for 31: numbers are said ones first up to nineteen (Fuson 1990).
  {
    diagnosis: 'swapped_digits',
    fits: ({ answer }, given) =>
      given > 9 && Array.from(String(answer)).toReversed().join('') === String(given),
  },
  // A key hit twice, or not at all.
  {
    diagnosis: 'typing',
    fits: ({ answer }, given) =>
      isOneDigitMore(String(given), String(answer)) || isOneDigitMore(String(answer), String(given)),
  },
  // 6 x 7 = 7: an operand takes the place of the answer (Siegler 1988).
  {
    diagnosis: 'number_of_problem',
    fits: ({ operand1, operand2 }, given) => given === operand1 || given === operand2,
  },
  // Counting begins at the first number instead of after it (Fuson 1988; Baroody 1987).
  { diagnosis: 'one_off', fits: ({ answer }, given) => Math.abs(given - answer) === 1 },
  // A carried ten is left out, or added twice (Brown & Burton 1978).
  { diagnosis: 'ten_off', fits: ({ answer }, given) => Math.abs(given - answer) === 10 },
  // 6 x 7 = 36: one group too few; nearly all errors in tables are of a neighbor (Campbell & Graham 1985; Siegler 1988).
  {
    diagnosis: 'one_group_off',
    fits: ({ operation, operand1, operand2, answer }, given) =>
      operation === 'multiplication' && [operand1, operand2].includes(Math.abs(given - answer)),
  },
  {
    diagnosis: 'other_row',
    fits: ({ operation }, given) => operation === 'multiplication' && isProduct(given),
  },
]

/** What may have gone wrong when a child gave this number for a fact; `none` if nothing known fits. */
export function diagnose(fact: Fact, given: number): Diagnosis {
  return TESTS.find(({ fits }) => fits(fact, given))?.diagnosis ?? 'none'
}
