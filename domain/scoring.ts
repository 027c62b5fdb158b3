import type { TimeFactor } from './student-settings.ts'

/** Tries a problem allows before its answer is shown (specification §9). */
export const MAX_ATTEMPTS = 3

const POINTS_BY_ATTEMPT = [5, 3, 1]

/** The score of one problem. Speed does not count: the multiplier is 1 and the time bonus 0 (specification §9). */
type ProblemScore = {
  readonly baseScore: number
  readonly speedMultiplier: number
  readonly finalScore: number
  readonly timeBonus: number
}

/** A finished problem: solved, or missed three times. */
export type AnsweredProblem = {
  readonly factId: string
  readonly correct: boolean
  /** 1 to 3. */
  readonly attempts: number
  /** From when the problem was first on the screen to its last answer, without pauses. */
  readonly responseTimeMs: number
  /** The same for its first answer. */
  readonly firstAnswerMs: number
  /** What this child needs to read the problem and type its answer, as estimated at the time; milliseconds. */
  readonly entryMs: number
  /** The child's, if it is not 1. */
  readonly timeFactor?: TimeFactor | undefined
  /** Whether its visual model was on the screen. */
  readonly visualUsed: boolean
}

export type SessionScore = {
  readonly totalScore: number
  readonly correctAnswers: number
  /** Problems answered, right or wrong. */
  readonly totalProblems: number
  /** Percent of the answered problems that gave points, not rounded; 0 when none was answered. */
  readonly accuracy: number
  /** Mean time of an answered problem; 0 when none was answered. */
  readonly averageTimeMs: number
  readonly speedBonus: number
  readonly problemScores: readonly ProblemScore[]
}

export type PerformanceLevel = 'legendary' | 'outstanding' | 'excellent' | 'great' | 'good' | 'keep_going'

/** 5, 3 and 1 points for a right answer on attempt 1, 2 and 3, then 0; a wrong one gives 0 (specification §9). */
export function scoreProblem(outcome: {
  readonly correct: boolean
  readonly attempts: number
}): ProblemScore {
  const baseScore = outcome.correct ? (POINTS_BY_ATTEMPT[outcome.attempts - 1] ?? 0) : 0
  return { baseScore, speedMultiplier: 1, finalScore: baseScore, timeBonus: 0 }
}

/** The sums of a session over the problems answered so far (specification §9; decisions §5: never NaN). */
export function scoreSession(problems: readonly AnsweredProblem[]): SessionScore {
  const problemScores = problems.map(scoreProblem)
  const totalProblems = problems.length
  const correctAnswers = problemScores.filter(({ finalScore }) => finalScore > 0).length
  const sumOfTimesMs = problems.reduce((sum, { responseTimeMs }) => sum + responseTimeMs, 0)
  return {
    totalScore: problemScores.reduce((sum, { finalScore }) => sum + finalScore, 0),
    correctAnswers,
    totalProblems,
    accuracy: totalProblems === 0 ? 0 : Math.min(100, (100 * correctAnswers) / totalProblems),
    averageTimeMs: totalProblems === 0 ? 0 : sumOfTimesMs / totalProblems,
    speedBonus: 0,
    problemScores,
  }
}

const LEVELS: readonly (readonly [from: number, level: PerformanceLevel])[] = [
  [95, 'legendary'],
  [90, 'outstanding'],
  [85, 'excellent'],
  [75, 'great'],
  [60, 'good'],
]

/** The level of an accuracy in percent; a boundary belongs to the level above it (specification §4). */
export function performanceLevel(accuracy: number): PerformanceLevel {
  return LEVELS.find(([from]) => accuracy >= from)?.[1] ?? 'keep_going'
}
