import type { AnsweredProblem } from '../../../domain/scoring.ts'
import { markOf, type ProgressMark } from '../../../domain/todays-ten.ts'

/** The marks of the answered problems in the ten-frames of progress. */
export function progressMarks(answered: readonly AnsweredProblem[]): ProgressMark[] {
  return answered.map(markOf)
}

/** The number of cells in enough ten-frames for this many problems. */
export function frameTotal(problems: number): 10 | 20 | 50 {
  if (problems <= 10) return 10
  return problems <= 20 ? 20 : 50
}
