import type { Operation } from '../../domain/fact.ts'
import { operationSymbol } from './operation-tone.ts'

type Problem = { readonly operand1: number; readonly operation: Operation; readonly operand2: number }

/** A problem as written beside the answer field. */
export function writtenProblem({ operand1, operation, operand2 }: Problem): string {
  return `${operand1} ${operationSymbol(operation)} ${operand2} =`
}

const widestOf = new WeakMap<readonly Problem[], string>()

/** The longest of these problems, as written: it holds the place, so that the answer box never moves. */
export function widestProblem(problems: readonly Problem[]): string {
  const known = widestOf.get(problems)
  if (known !== undefined) return known
  let widest = ''
  for (const problem of problems) {
    const written = writtenProblem(problem)
    if (written.length > widest.length) widest = written
  }
  widestOf.set(problems, widest)
  return widest
}
