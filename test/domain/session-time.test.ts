import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_LOG, loggedSeconds, practicedSeconds, usedMs } from '../../domain/session-log.ts'
import { ownMs, ownTime, type OwnTime } from '../../domain/session-time.ts'

const MADE_MS = Date.UTC(2026, 10, 21, 15)
const HOUR = 3600

type Counted = { time: OwnTime; seconds: number; practicedMs: number }

/** The sessions of a student, as a server keeps them. */
class Sessions {
  readonly all = new Map<string, Counted>()

  begin(id: string, startedAtMs: number): void {
    if (this.all.has(id)) return
    const atMs = Math.max(startedAtMs, MADE_MS)
    const others = [...this.all.values()]
    const within = others.find(
      ({ time }) => time.fromMs <= atMs && (time.untilMs === null || time.untilMs > atMs),
    )
    const later = others.map(({ time }) => time.fromMs).filter((fromMs) => fromMs > atMs)
    const nextFromMs = later.length > 0 ? Math.min(...later) : null
    const used = within && {
      time: within.time,
      usedMs: usedMs({ ...within, log: { ...EMPTY_LOG, practicedMs: within.practicedMs } }),
    }
    const time = ownTime({ startedAtMs, accountMadeAtMs: MADE_MS, within: used ?? null, nextFromMs })
    if (within) within.time = { ...within.time, untilMs: time.fromMs }
    this.all.set(id, { time, seconds: 0, practicedMs: 0 })
  }

  count(id: string, practicedMs: number, claimed: number | null, atMs: number): void {
    const session = this.all.get(id)
    if (!session) return
    const playedMs = session.practicedMs + practicedMs
    const log = { ...EMPTY_LOG, lastPlace: 0, problems: 60, practicedMs: playedMs }
    const practiced = { ...session, targetSeconds: HOUR, log }
    session.seconds =
      claimed === null ? loggedSeconds(practiced, atMs) : practicedSeconds(practiced, claimed, atMs)
    // What does not fit is set aside.
    if (playedMs <= ownMs(session.time, atMs)) session.practicedMs = playedMs
  }

  get seconds(): number {
    return [...this.all.values()].reduce((sum, { seconds }) => sum + seconds, 0)
  }
}

const id = fc.integer({ min: 0, max: 5 }).map(String)
/** Often the same ages, and often such as lie close together. */
const ago = fc.oneof(
  fc.constantFrom(0, 1, HOUR),
  fc.integer({ min: 0, max: 20 }),
  fc.integer({ min: 0, max: 2 * HOUR }),
  fc.integer({ min: 0, max: 7 * 24 * HOUR }),
)
const call = fc.record({
  id,
  passed: fc.integer({ min: 0, max: 30 }),
  ago,
  practicedMs: fc.integer({ min: 0, max: HOUR * 1000 }),
  claimed: fc.option(fc.integer({ min: 0, max: HOUR })),
  begins: fc.boolean(),
})

const accountAge = fc.oneof(fc.integer({ min: 0, max: HOUR }), fc.integer({ min: 0, max: 9 * 24 * HOUR }))
const wrong = fc.integer({ min: -1000, max: 1000 })

/** A child's sessions one after another on one device: how long each took, and how long it was until the next. */
const practiced = (shortest: number) =>
  fc.array(
    fc.record({
      took: fc.oneof(fc.integer({ min: shortest, max: 20 }), fc.integer({ min: shortest, max: HOUR })),
      pause: fc.oneof(fc.integer({ min: 3, max: 20 }), fc.integer({ min: 3, max: 24 * HOUR })),
      /** What the ages of its calls are wrong by, in milliseconds. */
      wrongBy: fc.tuple(wrong, wrong, wrong),
    }),
    { minLength: 1, maxLength: 8 },
  )

type Practiced = { readonly took: number; readonly pause: number; readonly wrongBy: readonly number[] }

/** The reports of each session, in order. */
function callsOf(practice: readonly Practiced[]): ((sessions: Sessions) => void)[][] {
  let atMs = MADE_MS + 60_000
  return practice.map(({ took, pause, wrongBy: [a = 0, b = 0, c = 0] }, place) => {
    const [fromMs, half, toMs] = [atMs, took * 500, atMs + took * 1000]
    atMs = toMs + pause * 1000
    const of = `${place}`
    return [
      (sessions) => sessions.begin(of, fromMs + a),
      (sessions) => sessions.count(of, half, null, fromMs + half + b),
      (sessions) => sessions.count(of, half, null, toMs + c),
    ]
  })
}

describe('the time of sessions', () => {
  test("[STU-17] whatever is claimed, a student's sessions together count no more than has passed since the account was created", () => {
    let [most, counted] = [0, 0]
    fc.assert(
      fc.property(accountAge, fc.array(call, { minLength: 5, maxLength: 60 }), (age, calls) => {
        const sessions = new Sessions()
        let nowMs = MADE_MS + age * 1000
        for (const { passed, begins, practicedMs, claimed, ...of } of calls) {
          nowMs += passed * 1000
          const atMs = nowMs - of.ago * 1000
          if (begins) sessions.begin(of.id, atMs)
          else sessions.count(of.id, practicedMs, claimed, atMs)
          expect(sessions.seconds * 1000).toBeLessThanOrEqual(nowMs - MADE_MS)
          if (sessions.seconds > 0) counted += 1
        }
        most = Math.max(most, sessions.seconds)
      }),
      { numRuns: 500 },
    )
    expect(counted).toBeGreaterThan(1000)
    expect(most).toBeGreaterThan(HOUR)
  })

  test('[STU-17] no moment belongs to two sessions, in whatever order they are reported', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        const sessions = new Sessions()
        for (const [place, of] of calls.entries()) {
          const atMs = MADE_MS + (8 * 24 * HOUR - of.ago) * 1000
          if (of.begins) sessions.begin(`${place}`, atMs)
          else sessions.count(`${place - 1}`, of.practicedMs, of.claimed, atMs)
        }
        const own = [...sessions.all.values()]
          .map(({ time }) => time)
          .filter(({ fromMs, untilMs }) => untilMs === null || untilMs > fromMs)
          .toSorted((a, b) => a.fromMs - b.fromMs)
        expect(own.map(({ untilMs }) => untilMs)).toEqual([
          ...own.slice(1).map(({ fromMs }) => fromMs),
          ...(own.length > 0 ? [null] : []),
        ])
        for (const { time, seconds } of sessions.all.values()) {
          expect(time.fromMs + seconds * 1000).toBeLessThanOrEqual(time.untilMs ?? Infinity)
        }
      }),
      { numRuns: 300 },
    )
  })

  // A session of a few seconds counts in full only if it is reported before the next one, as an outbox does.
  test.each([
    { order: 'with their beginnings in order', shortest: 0, inOrder: true },
    { order: 'in whatever order', shortest: 5, inOrder: false },
  ])(
    '[STU-17] consecutive sessions count in full, however interleaved, reported $order',
    ({ shortest, inOrder }) => {
      fc.assert(
        fc.property(practiced(shortest), fc.infiniteStream(fc.nat()), (practice, chosen) => {
          const waiting = callsOf(practice)
          const sessions = new Sessions()
          while (waiting.some((calls) => calls.length > 0)) {
            const mayCome = waiting.filter(
              (calls, place) => calls.length > 0 && (!inOrder || place <= sessions.all.size),
            )
            mayCome[(chosen.next().value ?? 0) % mayCome.length]?.shift()?.(sessions)
          }
          for (const [place, { took }] of practice.entries()) {
            expect(sessions.all.get(`${place}`)?.seconds).toBe(took)
          }
        }),
        { numRuns: 300 },
      )
    },
  )

  test('[STU-17] simultaneous practice on two devices counts once, and restarting a session takes no time from it', () => {
    const [early, late] = [MADE_MS + 60_000, MADE_MS + 360_000]
    for (const order of [
      ['early', 'late'],
      ['late', 'early'],
    ]) {
      const sessions = new Sessions()
      for (const of of order) {
        const startedAtMs = of === 'early' ? early : late
        sessions.begin(of, startedAtMs)
        sessions.count(of, 600_000, null, startedAtMs + 600_000)
        sessions.begin(of, startedAtMs + 100_000)
      }
      expect(sessions.seconds).toBeGreaterThanOrEqual(895)
      expect(sessions.seconds).toBeLessThanOrEqual(905)
    }
  })

  test('[STU-17] a session started inside one that counted more than its time gets no time', () => {
    const time = { fromMs: MADE_MS, untilMs: MADE_MS + 100_000 }
    const beginning = { startedAtMs: MADE_MS + 50_000, accountMadeAtMs: MADE_MS, nextFromMs: null }
    expect(ownTime({ ...beginning, within: { time, usedMs: 200_000 } })).toEqual({
      fromMs: MADE_MS + 100_000,
      untilMs: MADE_MS + 100_000,
    })
  })
})
