import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { performanceLevel, scoreProblem, scoreSession, type AnsweredProblem } from '../../domain/scoring.ts'

const answeredProblem: fc.Arbitrary<AnsweredProblem> = fc.record({
  factId: fc.constant('addition-1-1'),
  correct: fc.boolean(),
  attempts: fc.integer({ min: 1, max: 3 }),
  responseTimeMs: fc.integer({ min: 0, max: 120_000 }),
  firstAnswerMs: fc.constant(0),
  entryMs: fc.constant(1320),
  visualUsed: fc.boolean(),
})

describe('scoring', () => {
  test.each([
    [true, 1, 5],
    [true, 2, 3],
    [true, 3, 1],
    [true, 4, 0],
    [true, 0, 0],
    [false, 1, 0],
    [false, 2, 0],
    [false, 3, 0],
  ])('[SCO-1] with correct = %s, attempt %i gives %i points', (correct, attempts, points) => {
    expect(scoreProblem({ correct, attempts }).finalScore).toBe(points)
  })

  test('[SCO-2] time has no effect: no multiplier, no bonus', () => {
    fc.assert(
      fc.property(fc.array(answeredProblem), (problems) => {
        const hurried = problems.map((problem) => ({ ...problem, responseTimeMs: 1 }))
        const { totalScore, speedBonus, problemScores } = scoreSession(problems)
        expect(scoreSession(hurried).totalScore).toBe(totalScore)
        expect(speedBonus).toBe(0)
        for (const score of problemScores) {
          expect(score).toMatchObject({ speedMultiplier: 1, timeBonus: 0, finalScore: score.baseScore })
        }
      }),
    )
  })

  test('[SCO-3, SCO-4] adds up a session', () => {
    const first = {
      factId: 'a',
      correct: true,
      attempts: 1,
      responseTimeMs: 1000,
      firstAnswerMs: 1000,
      entryMs: 1320,
      visualUsed: false,
    }
    const session = scoreSession([
      first,
      { ...first, attempts: 2, responseTimeMs: 2000 },
      { ...first, attempts: 3, responseTimeMs: 3000 },
      { ...first, correct: false, attempts: 3, responseTimeMs: 6000 },
    ])
    expect(session).toMatchObject({
      totalScore: 9,
      correctAnswers: 3,
      totalProblems: 4,
      accuracy: 75,
      averageTimeMs: 3000,
    })
    expect(session.problemScores.map((score) => score.finalScore)).toEqual([5, 3, 1, 0])
  })

  test('[SCO-4] accuracy stays within 0 and 100, and the total is the sum of its problems', () => {
    fc.assert(
      fc.property(fc.array(answeredProblem), (problems) => {
        const session = scoreSession(problems)
        expect(session.accuracy).toBeGreaterThanOrEqual(0)
        expect(session.accuracy).toBeLessThanOrEqual(100)
        expect(session.totalScore).toBeLessThanOrEqual(5 * session.correctAnswers)
        expect(session.correctAnswers).toBeLessThanOrEqual(session.totalProblems)
      }),
    )
  })

  test('[SCO-5] a session without answers has zeros, not NaN', () => {
    expect(scoreSession([])).toEqual({
      totalScore: 0,
      correctAnswers: 0,
      totalProblems: 0,
      accuracy: 0,
      averageTimeMs: 0,
      speedBonus: 0,
      problemScores: [],
    })
  })

  test.each([
    [100, 'legendary'],
    [95, 'legendary'],
    [94.99, 'outstanding'],
    [90, 'outstanding'],
    [89.99, 'excellent'],
    [85, 'excellent'],
    [84.99, 'great'],
    [75, 'great'],
    [74.99, 'good'],
    [60, 'good'],
    [59.99, 'keep_going'],
    [0, 'keep_going'],
  ] as const)('[SCO-6] accuracy %d is %s', (accuracy, level) => {
    expect(performanceLevel(accuracy)).toBe(level)
  })
})
