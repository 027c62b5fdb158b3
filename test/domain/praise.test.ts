import { describe, expect, test } from 'vitest'
import { praiseFor } from '../../domain/praise.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'

const problem = (responseTimeMs: number, attempts = 1, correct = true): AnsweredProblem => ({
  factId: 'addition-2-3',
  correct,
  attempts,
  responseTimeMs,
  firstAnswerMs: responseTimeMs,
  entryMs: 1320,
  visualUsed: false,
})

const many = (count: number, one: AnsweredProblem): AnsweredProblem[] =>
  Array.from({ length: count }, () => one)
const missed = (count: number, responseTimeMs = 7000) => many(count, problem(responseTimeMs, 3, false))

describe('praise in the results', () => {
  test('[PRA-39] says that all were known only for ten or more problems, all right on the first try, within 3 s each on average', () => {
    expect(praiseFor(many(10, problem(3000)))).toBe('knew_all')
    expect(praiseFor(many(10, problem(3001)))).toBe('all_first_try')
    expect(praiseFor(many(9, problem(1000)))).toBe('all_first_try')
    expect(praiseFor([...many(19, problem(1000)), problem(1000, 2)])).toBe('all')
    expect(praiseFor([...many(19, problem(7000)), ...missed(1)])).toBe('almost_all')
  })

  test('[PRA-39] otherwise depends on the share of right answers, and mentions answers that were too fast', () => {
    expect(praiseFor([...many(9, problem(4000)), ...missed(1)])).toBe('almost_all')
    expect(praiseFor([...many(8, problem(4000)), ...missed(2)])).toBe('most')
    expect(praiseFor([...many(6, problem(4000)), ...missed(4)])).toBe('half')
    expect(praiseFor([...many(5, problem(4000)), ...missed(5)])).toBe('some')
    expect(praiseFor([...many(6, problem(900)), ...missed(4, 900)])).toBe('hurried')
    expect(praiseFor([])).toBe('some')
  })
})
