import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBefore } from '../../domain/practice-day.ts'
import { currentRun, daysInARow } from '../../domain/streak.ts'

const TODAY = '2026-03-18'

const ago = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 })

/** How many days in a row there are from this one backwards. */
function runFrom(daysAgo: number, practised: ReadonlySet<number>): number {
  return practised.has(daysAgo) ? 1 + runFrom(daysAgo + 1, practised) : 0
}

describe('the streak of practice days', () => {
  test('[STU-3] ends today, or yesterday while today is still to come, and is worked out from the days alone', () => {
    fc.assert(
      fc.property(ago, fc.boolean(), (numbers, isBackwards) => {
        const days = (isBackwards ? numbers.toReversed() : numbers).map((number) => daysBefore(TODAY, number))
        const practised = new Set(numbers)
        const runs = numbers.map((number) => runFrom(number, practised))
        expect(daysInARow([...days, ...days], TODAY)).toEqual({
          current: Math.max(runFrom(0, practised), runFrom(1, practised)),
          longest: Math.max(0, ...runs),
          practisedToday: practised.has(0),
        })
      }),
      { numRuns: 500 },
    )
  })

  test('[STU-3] a missed day that arrives late mends it, and a day of the future does nothing', () => {
    expect(daysInARow(['2026-03-15', '2026-03-16', '2026-03-18'], TODAY)).toMatchObject({
      current: 1,
      longest: 2,
    })
    expect(daysInARow(['2026-03-15', '2026-03-16', '2026-03-18', '2026-03-17'], TODAY)).toMatchObject({
      current: 4,
    })
    expect(daysInARow(['2026-03-16', '2026-03-19', '2026-03-20'], TODAY)).toEqual({
      current: 0,
      longest: 1,
      practisedToday: false,
    })
  })

  test('[STU-3] a run counts up to today or yesterday, all of its days', () => {
    expect(currentRun({ from: TODAY, to: TODAY }, TODAY)).toBe(1)
    expect(currentRun({ from: '2025-03-18', to: '2026-03-17' }, TODAY)).toBe(365)
    expect(currentRun({ from: '2026-03-01', to: '2026-03-16' }, TODAY)).toBe(0)
  })
})
