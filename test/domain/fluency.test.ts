import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterFirstAttempt,
  fluencyOf,
  needsHelp,
  NO_HISTORY,
  paceOf,
  type FactHistory,
  type FirstAttempt,
  type FluencyState,
} from '../../domain/fluency.ts'

const DAYS = ['2026-03-16', '2026-03-17', '2026-03-18'] as const

const attempt: fc.Arbitrary<FirstAttempt> = fc.record({
  correct: fc.boolean(),
  responseMs: fc.integer({ min: 0, max: 20_000 }),
  entryMs: fc.option(fc.integer({ min: 0, max: 5000 })),
  practiceDay: fc.constantFrom(...DAYS),
})

function historyOf(attempts: readonly FirstAttempt[]): FactHistory {
  return attempts.reduce(afterFirstAttempt, NO_HISTORY)
}

function inTime({ responseMs, entryMs }: FirstAttempt): boolean {
  return entryMs === null ? responseMs < 3000 : responseMs < entryMs + 800
}

/** What the rule says of everything that ever happened, with nothing summed up. */
function stateByTheRule(attempts: readonly FirstAttempt[]): FluencyState {
  if (attempts.length === 0) return 'unknown'
  const right = attempts.filter(({ correct }) => correct)
  const rightOfFour = attempts.slice(-4).filter(({ correct }) => correct)
  const days = new Set(right.map(({ practiceDay }) => practiceDay))
  if (rightOfFour.length < 3 || days.size < 2) return 'learning'
  return right.slice(-3).filter(inTime).length >= 2 ? 'fluent' : 'known'
}

test('[STU-31] a fact needs help while at least 3 of its last 4 first attempts were wrong', () => {
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 12 }), (attempts) => {
      const wrongOfFour = attempts.slice(-4).filter(({ correct }) => !correct).length
      expect(needsHelp(historyOf(attempts))).toBe(attempts.length >= 4 && wrongOfFour >= 3)
    }),
  )
})

const answer = (practiceDay: string, changes: Partial<FirstAttempt> = {}): FirstAttempt => ({
  correct: true,
  responseMs: 1500,
  entryMs: null,
  practiceDay,
  ...changes,
})

describe('how well a fact is known', () => {
  test('[STU-1] is the same from the few things kept as from everything that happened', () => {
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 30 }), (attempts) => {
        expect(fluencyOf(historyOf(attempts))).toBe(stateByTheRule(attempts))
      }),
      { numRuns: 2000 },
    )
  })

  test('[STU-1] takes no more room however long a child practises, and counts everything', () => {
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 4, maxLength: 200 }), (attempts) => {
        const { seen, right, recent } = historyOf(attempts)
        expect(recent).toHaveLength(4)
        expect(seen).toBe(attempts.length)
        expect(right).toBe(attempts.filter(({ correct }) => correct).length)
      }),
    )
  })

  test('[STU-1] goes from unknown over learning and known to fluent, and back', () => {
    const [first, second] = DAYS
    const slow = { responseMs: 5000 }
    expect(fluencyOf(NO_HISTORY)).toBe('unknown')
    const begun = historyOf([answer(first, slow), answer(first, slow), answer(first, slow), answer(first)])
    expect(fluencyOf(begun)).toBe('learning')
    const known = afterFirstAttempt(begun, answer(second, slow))
    expect(fluencyOf(known)).toBe('known')
    const fluent = afterFirstAttempt(known, answer(second))
    expect(fluencyOf(fluent)).toBe('fluent')
    const missed = afterFirstAttempt(fluent, answer(second, { correct: false }))
    expect(fluencyOf(missed)).toBe('fluent')
    expect(fluencyOf(afterFirstAttempt(missed, answer(second, { correct: false })))).toBe('learning')
  })

  test('[STU-1] is not taken back when all of a day’s answers are right', () => {
    const days = [DAYS[0], DAYS[1], DAYS[1], DAYS[1], DAYS[1], DAYS[1]]
    expect(fluencyOf(historyOf(days.map((day) => answer(day))))).toBe('fluent')
  })

  test('[STU-2] in time is under 3 s, or within 0.8 s of the child’s own entry time where that is known', () => {
    expect(paceOf(2999, null)).toBeLessThan(1000)
    expect(paceOf(3000, null)).toBe(1000)
    expect(paceOf(4799, 4000)).toBeLessThan(1000)
    expect(paceOf(4800, 4000)).toBe(1000)
    expect(paceOf(500, 4000)).toBe(0)
    expect(paceOf(3_600_000, null)).toBe(10_000)
  })
})
