import { factId, findFact, type Fact, type Operation } from '../fact.ts'
import type { Diagnosis } from './diagnosis.ts'

/** What is drawn beside a hint. */
type HintPicture = 'array' | 'ten_frame' | 'number_line'

/**
 * The hint beside "Try again", which never contains the answer. `known` is a fact that this child knows; `more` is how much of
 * `unit` to add to it, or to take away if negative.
 */
export type Hint =
  | { readonly type: 'known'; readonly known: Fact; readonly more: number; readonly unit: number }
  | { readonly type: 'double'; readonly known: Fact }
  /** `from` and `step` make ten, and `rest` is still to be added. */
  | { readonly type: 'make_ten'; readonly from: number; readonly step: number; readonly rest: number }
  /** `step` less than `from` is ten, and `rest` is still to be taken away. */
  | { readonly type: 'back_to_ten'; readonly from: number; readonly step: number; readonly rest: number }
  /** `given` is a number of groups; one more or one less of `unit` is right. */
  | { readonly type: 'one_group'; readonly given: number; readonly unit: number; readonly isMore: boolean }
  /** `whole` shared into so many equal rows. */
  | { readonly type: 'share'; readonly rows: number; readonly whole: number }
  /** The problem names another operation than the one that was used. */
  | { readonly type: 'sign'; readonly fact: Fact }
  | { readonly type: 'groups'; readonly groups: number; readonly unit: number }
  | { readonly type: 'order' | 'typing' | 'both_numbers' | 'count_again' | 'check_tens' | 'picture' }

/** Help with a wrong answer: a hint, and a picture unless the number was only mistyped. */
export type Help = { readonly picture: HintPicture | null; readonly hint: Hint }

const TEN = 10
/** The most that two ten-frames hold. */
const MAX_IN_FRAMES = 20

type Knows = (factId: string) => boolean

function knownFact(operation: Operation, a: number, b: number, knows: Knows): Fact | null {
  for (const id of [factId(operation, a, b), factId(operation, b, a)]) {
    const fact = findFact(id)
    if (fact && knows(id)) return fact
  }
  return null
}

/** A sum that the child knows and that is one or two away: a double, a ten or a neighbor. */
function nearSum({ operand1: a, operand2: b }: Fact, knows: Knows): Hint | null {
  const [small, large] = [Math.min(a, b), Math.max(a, b)]
  const near: readonly (readonly [number, number])[] = [
    [small, small],
    [large, large],
    [TEN, small],
    [small, large - 1],
    [small - 1, large],
  ]
  for (const [x, y] of near) {
    const more = a + b - x - y
    const known = Math.abs(more) === 1 || Math.abs(more) === 2 ? knownFact('addition', x, y, knows) : null
    if (known) return { type: 'known', known, more, unit: 1 }
  }
  return null
}

/** A product that the child knows: half as many groups, ten or five groups, or one group more or less. */
function nearProduct({ operand1: a, operand2: b }: Fact, knows: Knows): Hint | null {
  // A known fact would show the answer: 0 x 6 doubled is 0.
  if (Math.min(a, b) < 2) return null
  for (const [groups, unit] of [
    [a, b],
    [b, a],
  ] as const) {
    const half = groups % 2 === 0 ? knownFact('multiplication', groups / 2, unit, knows) : null
    if (half && groups > 2) return { type: 'double', known: half }
    for (const near of [TEN, 5, groups - 1, groups + 1]) {
      const more = groups - near
      const known = Math.abs(more) === 1 ? knownFact('multiplication', near, unit, knows) : null
      if (known) return { type: 'known', known, more, unit }
    }
  }
  return null
}

function byTen({ operation, operand1: a, operand2: b, answer }: Fact): Hint | null {
  if (operation === 'addition' && answer > TEN && a < TEN && b < TEN) {
    const [small, large] = [Math.min(a, b), Math.max(a, b)]
    return { type: 'make_ten', from: large, step: TEN - large, rest: small - (TEN - large) }
  }
  if (operation === 'subtraction' && a > TEN && answer < TEN) {
    const [step, rest] = [a - TEN, b - (a - TEN)]
    // Not if a step equals the answer, which would give it away.
    if (rest > 0 && step !== answer && rest !== answer) return { type: 'back_to_ten', from: a, step, rest }
  }
  return null
}

function pictureFor(fact: Fact, diagnosis: Diagnosis): HintPicture {
  const { operation, operand1, answer } = fact
  if (operation === 'multiplication' || operation === 'division') return 'array'
  if (Math.max(operand1, answer) > MAX_IN_FRAMES) return 'number_line'
  return diagnosis === 'one_off' && byTen(fact) === null ? 'number_line' : 'ten_frame'
}

/** A hint for the fact itself, based on a fact that the child knows if there is one. */
function strategy(fact: Fact, knows: Knows): Hint {
  const { operation, operand1, operand2 } = fact
  switch (operation) {
    case 'addition':
      return nearSum(fact, knows) ?? byTen(fact) ?? { type: 'picture' }
    case 'subtraction':
      return byTen(fact) ?? { type: 'picture' }
    case 'multiplication':
      return nearProduct(fact, knows) ?? { type: 'groups', groups: operand1, unit: operand2 }
    case 'division':
      return { type: 'share', rows: operand2, whole: operand1 }
  }
}

function groupHint({ operand1, operand2, answer }: Fact, given: number): Hint {
  const unit = Math.abs(given - answer) === operand2 ? operand2 : operand1
  return { type: 'one_group', given, unit, isMore: given < answer }
}

/** The hint and picture after a wrong answer. `knows` says which facts this child knows. */
export function helpFor(fact: Fact, given: number, diagnosis: Diagnosis, knows: Knows): Help {
  const picture = pictureFor(fact, diagnosis)
  switch (diagnosis) {
    case 'typing':
      return { picture: null, hint: { type: 'typing' } }
    case 'swapped_digits':
      return { picture, hint: { type: 'order' } }
    case 'other_operation':
      return { picture, hint: { type: 'sign', fact } }
    case 'number_of_problem':
      return { picture, hint: { type: 'both_numbers' } }
    case 'ten_off':
      return { picture, hint: { type: 'check_tens' } }
    case 'one_off': {
      const hint = strategy(fact, knows)
      return { picture, hint: hint.type === 'picture' ? { type: 'count_again' } : hint }
    }
    case 'one_group_off':
      return { picture, hint: groupHint(fact, given) }
    case 'one_rule':
    case 'other_row':
    case 'none':
      return { picture, hint: strategy(fact, knows) }
  }
}
