import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBefore, nextPracticeDayMs, practiceDay, practiceDayStartMs } from '../../domain/practice-day.ts'

const HOUR_MS = 3_600_000

/** California's wall clock from the platform's time zone data, read another way than the rule reads it. */
const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The date on which the last 2 AM passed, found by walking back from the instant a minute at a time. */
function dayByWalking(nowMs: number): string {
  const wall = wallClock.format(nowMs)
  const [date = '', time = ''] = wall.split(' ')
  if (time >= '02:00:00') return date
  let backMs = nowMs
  while (wallClock.format(backMs).startsWith(date)) backMs -= 60_000
  return wallClock.format(backMs).slice(0, 10)
}

const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) })

/** The clock changes of the United States: second Sunday of March, first Sunday of November. */
function clockChanges(year: number): { spring: string; autumn: string } {
  const sunday = (month: number, nth: number): string => {
    const firstWeekday = new Date(Date.UTC(year, month, 1)).getUTCDay()
    const day = 1 + ((7 - firstWeekday) % 7) + 7 * (nth - 1)
    return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  }
  return { spring: sunday(2, 2), autumn: sunday(10, 1) }
}

const YEARS = [2024, 2025, 2026, 2027, 2030]

describe('the practice day', () => {
  test.each([
    ['2026-07-01T08:59:59.999Z', '2026-06-30'],
    ['2026-07-01T09:00:00.000Z', '2026-07-01'],
    ['2026-01-01T09:59:59.999Z', '2025-12-31'],
    ['2026-01-01T10:00:00.000Z', '2026-01-01'],
    // The clocks go from 2 AM to 3 AM: the day begins at 3.
    ['2026-03-08T09:59:59.999Z', '2026-03-07'],
    ['2026-03-08T10:00:00.000Z', '2026-03-08'],
    // The hour from 1 to 2 AM comes twice: the day begins after the second.
    ['2026-11-01T09:59:59.999Z', '2026-10-31'],
    ['2026-11-01T10:00:00.000Z', '2026-11-01'],
  ])('[DAY-1, DAY-2] %s belongs to %s', (instant, day) => {
    expect(practiceDay(Date.parse(instant))).toBe(day)
  })

  test('[DAY-1] any instant belongs to the day of the last 2 AM', () => {
    fc.assert(
      fc.property(instants, (nowMs) => {
        expect(practiceDay(nowMs)).toBe(dayByWalking(nowMs))
      }),
    )
  })

  test.each(YEARS)('[DAY-2] every hour around both clock changes of %i belongs to the right day', (year) => {
    const { spring, autumn } = clockChanges(year)
    for (const change of [spring, autumn]) {
      const fromMs = Date.parse(`${change}T00:00:00Z`) - 30 * HOUR_MS
      for (let hour = 0; hour < 84; hour++) {
        for (const offsetMs of [-1, 0, 1, HOUR_MS / 2]) {
          const nowMs = fromMs + hour * HOUR_MS + offsetMs
          expect(practiceDay(nowMs)).toBe(dayByWalking(nowMs))
        }
      }
    }
  })

  test.each(YEARS)('[DAY-2] %i has one day of 23 hours, one of 25, and all others of 24', (year) => {
    const { spring, autumn } = clockChanges(year)
    const lengths = new Map<string, number>()
    for (let day = `${year}-01-01`; day.startsWith(String(year)); day = daysBefore(day, -1)) {
      lengths.set(day, (practiceDayStartMs(daysBefore(day, -1)) - practiceDayStartMs(day)) / HOUR_MS)
    }
    const unusual = [...lengths].filter(([, hours]) => hours !== 24)
    // In spring the lost hour is the day's own first one; in autumn the hour that comes twice is before 2 AM.
    expect(unusual).toEqual([
      [spring, 23],
      [daysBefore(autumn, 1), 25],
    ])
  })

  test('[DAY-3] start, next start and earlier days are exact, in any order of calls', () => {
    fc.assert(
      fc.property(fc.array(instants, { minLength: 1, maxLength: 20 }), (asked) => {
        for (const nowMs of asked) {
          const day = practiceDay(nowMs)
          const startMs = practiceDayStartMs(day)
          expect(startMs).toBeLessThanOrEqual(nowMs)
          expect(practiceDay(startMs)).toBe(day)
          expect(practiceDay(startMs - 1)).toBe(daysBefore(day, 1))
          expect(nextPracticeDayMs(nowMs)).toBeGreaterThan(nowMs)
          expect(practiceDay(nextPracticeDayMs(nowMs))).toBe(daysBefore(day, -1))
        }
      }),
    )
    expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29')
    expect(daysBefore('2026-01-03', 7)).toBe('2025-12-27')
  })
})
