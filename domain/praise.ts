import { isMissed } from './missed-facts.ts'
import { scoreSession, type AnsweredProblem } from './scoring.ts'

/** Teachers call recall within 3 s automatic; a handful of answers does not show it. */
const AUTOMATIC_MS = 3000
const ENOUGH_PROBLEMS = 10
/** Faster than this with many misses is guessing. */
const GUESSING_MS = 2000

export type Praise =
  'knew_all' | 'all_first_try' | 'all' | 'almost_all' | 'most' | 'half' | 'hurried' | 'some'

/** The praise that a session deserves by its accuracy and pace. */
export function praiseFor(answered: readonly AnsweredProblem[]): Praise {
  const { accuracy, averageTimeMs, totalProblems } = scoreSession(answered)
  if (totalProblems > 0 && !answered.some(isMissed)) {
    const isAutomatic = totalProblems >= ENOUGH_PROBLEMS && averageTimeMs <= AUTOMATIC_MS
    return isAutomatic ? 'knew_all' : 'all_first_try'
  }
  if (accuracy === 100) return 'all'
  if (accuracy >= 90) return 'almost_all'
  if (accuracy >= 75) return 'most'
  if (totalProblems > 0 && averageTimeMs < GUESSING_MS) return 'hurried'
  return accuracy >= 60 ? 'half' : 'some'
}
