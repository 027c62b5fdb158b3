import type { Fact } from './fact.ts'

/** The most dots in a ten-frame, and in the model of a fact that has no better one (§9). */
const MAX_DOTS = 20
const MAX_FALLBACK_DOTS = 100
const MAX_SIDE = 12
const MAX_DIVIDEND = 144

/** What is drawn beside a problem: geometry only. */
export type VisualModel =
  /** Addition: `first` and `second` dots. Subtraction: `first` dots, `crossedOut` of them. */
  | {
      readonly type: 'ten_frame'
      readonly first: number
      readonly second: number
      readonly crossedOut: number
    }
  /** A jump from `from` on a line from 0 to `max`; negative jumps go left. */
  | { readonly type: 'number_line'; readonly from: number; readonly jump: number; readonly max: number }
  /** `rows` groups of `columns` each. Division asks for the size of a group, which stays unlabeled. */
  | {
      readonly type: 'array'
      readonly rows: number
      readonly columns: number
      readonly asked: 'total' | 'columns'
      /** Set after a wrong answer that was one row short or one row over. */
      readonly last?: 'missing' | 'extra'
    }

/** The jump of a sum or a difference. */
function numberLine(from: number, jump: number): VisualModel {
  return {
    type: 'number_line',
    from,
    jump,
    max: Math.max(10, Math.ceil(Math.max(from, from + jump) / 10) * 10),
  }
}

function fallback(dots: number): VisualModel {
  return { type: 'ten_frame', first: Math.min(dots, MAX_FALLBACK_DOTS), second: 0, crossedOut: 0 }
}

/** The model of a fact by the limits of specification §9. Every fact has one. */
export function visualModelFor({ operation, operand1, operand2, answer }: Fact): VisualModel {
  switch (operation) {
    case 'addition':
      return answer <= MAX_DOTS
        ? { type: 'ten_frame', first: operand1, second: operand2, crossedOut: 0 }
        : numberLine(operand1, operand2)
    case 'subtraction':
      return operand1 <= MAX_DOTS
        ? { type: 'ten_frame', first: operand1, second: 0, crossedOut: operand2 }
        : numberLine(operand1, -operand2)
    case 'multiplication':
      return operand1 <= MAX_SIDE && operand2 <= MAX_SIDE
        ? { type: 'array', rows: operand1, columns: operand2, asked: 'total' }
        : fallback(answer)
    case 'division':
      return operand1 <= MAX_DIVIDEND && answer <= MAX_SIDE
        ? { type: 'array', rows: operand2, columns: answer, asked: 'columns' }
        : fallback(operand1)
  }
}

/**
 * The array for a product that was answered one group off: a row for each group of `unit`, one of the factors. The row that was
 * left out is marked, or the extra one added.
 */
export function oneGroupModel(
  { answer }: Fact,
  { unit, isMore }: { readonly unit: number; readonly isMore: boolean },
): VisualModel {
  return {
    type: 'array',
    rows: answer / unit,
    columns: unit,
    asked: 'total',
    last: isMore ? 'missing' : 'extra',
  }
}

/** The number line of a sum or difference whose first model is a ten-frame; null for other facts. */
export function secondModelFor(fact: Fact): VisualModel | null {
  if (visualModelFor(fact).type !== 'ten_frame') return null
  if (fact.operation === 'addition') return numberLine(fact.operand1, fact.operand2)
  return fact.operation === 'subtraction' ? numberLine(fact.operand1, -fact.operand2) : null
}
