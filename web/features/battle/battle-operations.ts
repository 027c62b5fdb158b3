import type { BattleType, Division } from '../../../domain/division.ts'
import type { Operation } from '../../../domain/fact.ts'

const PAIRS: Readonly<Record<Division, readonly Operation[]>> = {
  addition_subtraction: ['addition', 'subtraction'],
  multiplication_division: ['multiplication', 'division'],
}

/** The operations of the problems in a battle. */
export function operationsOf({ division, preference }: BattleType): readonly Operation[] {
  return preference === 'mixed' ? PAIRS[division] : [preference]
}
