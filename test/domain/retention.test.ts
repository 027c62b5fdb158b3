import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childDeadline, MIN_BETWEEN_MS, monthsAfter, retentionStep } from '../../domain/retention.ts'
import { schoolYearEnd } from '../../domain/school-year.ts'

const at = (text: string): number => Date.parse(text)
const DAY_MS = 86_400_000

test('[RET-1] uses calendar months, and a shorter month ends sooner', () => {
  expect(monthsAfter(at('2026-01-31T10:00:00Z'), 1)).toBe(at('2026-02-28T10:00:00Z'))
  expect(monthsAfter(at('2026-03-18T10:00:00Z'), 13)).toBe(at('2027-04-18T10:00:00Z'))
  expect(monthsAfter(at('2026-03-31T10:00:00Z'), -1)).toBe(at('2026-02-28T10:00:00Z'))
})

test('[RET-1] an archived class expires some months after the end of its school year', () => {
  expect(schoolYearEnd(at('2026-06-20T00:00:00Z'), 7)).toBe(at('2026-08-01T00:00:00Z'))
  expect(schoolYearEnd(at('2026-09-01T00:00:00Z'), 7)).toBe(at('2027-08-01T00:00:00Z'))
  expect(schoolYearEnd(at('2026-12-31T00:00:00Z'), 12)).toBe(at('2027-01-01T00:00:00Z'))
  const active = at('2027-08-15T00:00:00Z')
  const archived = { activeAtMs: active, archivedAtMs: at('2026-06-20T00:00:00Z') }
  expect(childDeadline(archived)).toBe(at('2027-09-01T00:00:00Z'))
  expect(childDeadline({ ...archived, archivedAtMs: null })).toBe(monthsAfter(active, 13))
})

test('[RET-6] deletes nothing without two warnings, each four weeks old, whatever the clock does', () => {
  const deadline = at('2027-04-18T00:00:00Z')
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 60 }), (days) => {
      let [firstAtMs, secondAtMs]: [number | null, number | null] = [null, null]
      for (const day of days.toSorted((a, b) => a - b)) {
        const nowMs = deadline - 400 * DAY_MS + day * DAY_MS
        const step = retentionStep(deadline, { firstAtMs, secondAtMs }, nowMs)
        if (step === 'warn_first') firstAtMs = nowMs
        if (step === 'warn_second') secondAtMs = nowMs
        if (step !== 'delete') continue
        expect(nowMs).toBeGreaterThanOrEqual(deadline)
        expect(nowMs - (secondAtMs ?? nowMs)).toBeGreaterThanOrEqual(MIN_BETWEEN_MS)
        expect((secondAtMs ?? 0) - (firstAtMs ?? 0)).toBeGreaterThanOrEqual(MIN_BETWEEN_MS)
      }
    }),
  )
})

test('[RET-6] warnings for an earlier deadline do not count for a later one', () => {
  const deadline = at('2027-04-18T00:00:00Z')
  const old = { firstAtMs: at('2026-02-18T00:00:00Z'), secondAtMs: at('2026-03-20T00:00:00Z') }
  expect(retentionStep(deadline, old, deadline + DAY_MS)).toBe('warn_first')
  const again = { ...old, firstAtMs: at('2027-02-18T00:00:00Z') }
  expect(retentionStep(deadline, again, deadline + DAY_MS)).toBe('warn_second')
})
