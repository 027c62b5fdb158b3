import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MERGE_RULES, mayMergeGuest } from '../../domain/merge-rules.ts'
import { MAX_OVERLAP_SHARE, withoutOverlaps, sessionStretch } from '../../domain/overlaps.ts'
import { joinedCredit } from '../../domain/pace.ts'

const NOON_MS = Date.UTC(2026, 2, 18, 19)
const minutes = (from: number, until: number) => ({
  fromMs: NOON_MS + from * 60_000,
  untilMs: NOON_MS + until * 60_000,
})

const stretch = fc
  .record({ fromMs: fc.integer({ min: 0, max: 10_000 }), takesMs: fc.integer({ min: 1, max: 3000 }) })
  .map(({ fromMs, takesMs }) => ({ fromMs, untilMs: fromMs + takesMs }))

/** How many of these milliseconds lie in one of the stretches, counted one by one. */
function coveredMs(stretches: readonly { fromMs: number; untilMs: number }[]): number {
  const covered = new Set<number>()
  for (const { fromMs, untilMs } of stretches) for (let ms = fromMs; ms < untilMs; ms += 1) covered.add(ms)
  return covered.size
}

describe('how much one player can have played', () => {
  test('[ACC-70] back-to-back sessions count, a session inside another does not', () => {
    const own = [minutes(0, 2), minutes(10, 12)]
    const guests = [minutes(2, 4), minutes(5, 9), minutes(6, 8), minutes(10.5, 11.5), minutes(11, 13)]
    expect(withoutOverlaps(own, guests, MAX_OVERLAP_SHARE)).toEqual([minutes(2, 4), minutes(6, 8)])
    expect(withoutOverlaps([], guests, 1)).toHaveLength(guests.length)
  })

  test('[ACC-70] whatever is claimed, counted time is at most a third more than the available time', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 8 }), fc.array(stretch, { maxLength: 20 }), (own, more) => {
        const counted = withoutOverlaps(own, more, MAX_OVERLAP_SHARE)
        const sum = counted.reduce((total, { fromMs, untilMs }) => total + untilMs - fromMs, 0)
        const free = coveredMs([...own, ...counted]) - coveredMs(own)
        expect(sum * (1 - MAX_OVERLAP_SHARE)).toBeLessThanOrEqual(free + 1e-6)
      }),
    )
  })

  test('[ACC-70] a child who plays in one place keeps everything, however it is split', () => {
    const pieces = fc.array(
      fc.record({ takesMs: fc.integer({ min: 1, max: 5000 }), isGuest: fc.boolean() }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(pieces, (all) => {
        let atMs = 0
        const played = all.map(({ takesMs, isGuest }) => {
          const fromMs = atMs
          atMs += takesMs
          return { fromMs, untilMs: atMs, isGuest }
        })
        const guests = played.filter(({ isGuest }) => isGuest)
        const own = played.filter(({ isGuest }) => !isGuest)
        expect(withoutOverlaps(own, guests, MAX_OVERLAP_SHARE)).toEqual(guests)
      }),
    )
  })

  test('[ACC-70] a session takes its problems’ mean time, and at least half a second each', () => {
    const session = { playedAtMs: NOON_MS, problemsSolved: 10 }
    expect(sessionStretch({ ...session, averageTimeMs: 3000 }).fromMs).toBe(NOON_MS - 30_000)
    expect(sessionStretch({ ...session, averageTimeMs: 0 }).fromMs).toBe(NOON_MS - 5000)
  })
})

describe('how many guests a student can take over', () => {
  test('[ACC-70] allows one per device and day, three in all', () => {
    expect(mayMergeGuest(MERGE_RULES, [], 'tablet')).toBe(true)
    expect(mayMergeGuest(MERGE_RULES, ['tablet'], 'tablet')).toBe(false)
    expect(mayMergeGuest(MERGE_RULES, ['tablet', 'school'], 'phone')).toBe(true)
    expect(mayMergeGuest(MERGE_RULES, ['tablet', 'school', 'phone'], 'other')).toBe(false)
  })

  test('[ACC-70] adds up what guest and student still owe of their pace', () => {
    const owed = (ms: number): number => NOON_MS + ms
    expect(joinedCredit(0, 7, NOON_MS)).toEqual({ ok: true, fullAtMs: 7 })
    expect(joinedCredit(owed(20_000), owed(30_000), NOON_MS)).toEqual({ ok: true, fullAtMs: owed(50_000) })
    expect(joinedCredit(owed(20_000), owed(30_500), NOON_MS)).toEqual({ ok: false, retryAfterSeconds: 1 })
  })
})
