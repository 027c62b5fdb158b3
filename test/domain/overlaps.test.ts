import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MERGE_RULES, mayMergeGuest } from '../../domain/merge-rules.ts'
import { fitsBeside, sessionStretch } from '../../domain/overlaps.ts'
import { joinedCredit } from '../../domain/pace.ts'

const NOON_MS = Date.UTC(2026, 2, 18, 19)
const minutes = (from: number, until: number) => ({
  fromMs: NOON_MS + from * 60_000,
  untilMs: NOON_MS + until * 60_000,
})

describe('how much one player can have played', () => {
  test('[ACC-70] back-to-back sessions count, a session inside another does not', () => {
    const own = [minutes(0, 2), minutes(10, 12)]
    const guests = [
      minutes(2, 4),
      minutes(10.5, 11.5),
      minutes(11, 13),
      minutes(11.5, 13.5),
      minutes(1.5, 11),
    ]
    expect(guests.map((played) => fitsBeside(own, played))).toEqual([true, false, false, true, true])
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
        expect(guests.every((played) => fitsBeside(own, played))).toBe(true)
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
