import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditProblems } from '../../domain/pace.ts'

const NOW_MS = Date.UTC(2026, 10, 21)

describe('the pace of a player', () => {
  test('[API-7] allows a burst of 100, then 2 a second', () => {
    const burst = creditProblems(0, 100, NOW_MS)
    expect(burst).toEqual({ ok: true, fullAtMs: NOW_MS + 50_000 })
    expect(creditProblems(NOW_MS + 50_000, 1, NOW_MS)).toEqual({ ok: false, retryAfterSeconds: 1 })
    expect(creditProblems(NOW_MS + 50_000, 50, NOW_MS)).toEqual({ ok: false, retryAfterSeconds: 25 })
    expect(creditProblems(NOW_MS + 50_000, 1, NOW_MS + 499)).toMatchObject({ ok: false })
    expect(creditProblems(NOW_MS + 50_000, 1, NOW_MS + 500)).toMatchObject({ ok: true })
  })

  test('[API-7] credits at most 100 plus 2 a second over any stretch of any history', () => {
    const history = fc.array(
      fc.record({ afterMs: fc.integer({ min: 0, max: 30_000 }), problems: fc.integer({ min: 0, max: 50 }) }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(history, (calls) => {
        let fullAtMs = 0
        let nowMs = NOW_MS
        const credited: { atMs: number; problems: number }[] = []
        for (const { afterMs, problems } of calls) {
          nowMs += afterMs
          const credit = creditProblems(fullAtMs, problems, nowMs)
          if (!credit.ok) continue
          fullAtMs = credit.fullAtMs
          credited.push({ atMs: nowMs, problems })
        }
        credited.forEach((first, from) => {
          let sum = 0
          for (const { atMs, problems } of credited.slice(from)) {
            sum += problems
            expect(sum).toBeLessThanOrEqual(100 + (2 * (atMs - first.atMs)) / 1000)
          }
        })
      }),
    )
  })

  test('[API-7] a server clock that is set back locks nobody out for longer than a burst takes', () => {
    const aDayAheadMs = NOW_MS + 24 * 3_600_000
    expect(creditProblems(aDayAheadMs, 10, NOW_MS)).toEqual({ ok: false, retryAfterSeconds: 5 })
  })

  test('[API-7] waiting as long as requested is enough to be credited', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 1, max: 50 }),
        (fullInMs, problems) => {
          const credit = creditProblems(NOW_MS + fullInMs, problems, NOW_MS)
          if (credit.ok) return
          const laterMs = NOW_MS + credit.retryAfterSeconds * 1000
          expect(creditProblems(NOW_MS + fullInMs, problems, laterMs).ok).toBe(true)
          expect(creditProblems(NOW_MS + fullInMs, problems, laterMs - 1000).ok).toBe(false)
        },
      ),
    )
  })
})
