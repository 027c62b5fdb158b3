import { factAt } from '../../../domain/learning/memory.ts'
import { math } from '../../../domain/math-text.en.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'

/** A fact, by its number, as it is written, on one line. */
export function factName(number: number): string {
  const fact = factAt(number)
  return fact ? math(`${fact.operand1}\u00a0${operationSymbol(fact.operation)}\u00a0${fact.operand2}`) : ''
}
