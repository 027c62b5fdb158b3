import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allFacts } from '../../domain/fact.ts'
import { isTooFast } from '../../domain/plausible.ts'
import {
  EMPTY_LOG,
  logAttempt,
  loggedSeconds,
  practicedSeconds,
  usedMs,
  withoutTime,
  type SessionLog,
} from '../../domain/session-log.ts'
import { ownTime, type OwnTime } from '../../domain/session-time.ts'

const MADE_MS = Date.UTC(2026, 10, 21, 15)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FACTS = allFacts('addition')

type Session = {
  readonly time: OwnTime
  readonly seconds: number
  readonly log: SessionLog
  /** How long each of its problems was on the screen by the attempts that count. */
  readonly countedMs: ReadonlyMap<number, number>
  readonly aside: number
}

type Answer = {
  readonly problem: number
  readonly isRight: boolean
  readonly responseMs: number
  readonly atMs: number
}

/** The log of one student, as a server keeps it. */
class Log {
  readonly sessions = new Map<string, Session>()

  begin(id: string, startedAtMs: number): void {
    if (this.sessions.has(id)) return
    const atMs = Math.max(startedAtMs, MADE_MS)
    const own = [...this.sessions].filter(
      ([, { time }]) => time.untilMs === null || time.untilMs > time.fromMs,
    )
    const [within] = own
      .filter(([, { time }]) => time.fromMs <= atMs)
      .toSorted(([, a], [, b]) => b.time.fromMs - a.time.fromMs)
    const later = [...this.sessions.values()].map(({ time }) => time.fromMs).filter((ms) => ms > atMs)
    const time = ownTime({
      startedAtMs,
      accountMadeAtMs: MADE_MS,
      within: within ? { time: within[1].time, usedMs: usedMs(within[1]) } : null,
      nextFromMs: later.length > 0 ? Math.min(...later) : null,
    })
    if (within) {
      const [key, session] = within
      this.sessions.set(key, { ...session, time: { ...session.time, untilMs: time.fromMs } })
    }
    this.sessions.set(id, { time, seconds: 0, log: EMPTY_LOG, countedMs: new Map(), aside: 0 })
  }

  answer(id: string, { problem, isRight, responseMs, atMs }: Answer): void {
    const before = this.sessions.get(id)
    const fact = FACTS[problem]
    if (!before || !fact) return
    const given = isRight ? fact.answer : fact.answer + 1
    const place = before.log.lastPlace + 1
    const logged = logAttempt(before.log, fact, { place, given, responseMs })
    if (!logged) throw new Error('the next place was refused')
    const { log } = logged
    const { practicedMs, problems } = log
    const isAside = isTooFast({ given, responseMs, practicedMs, problems, time: before.time, atMs })
    const seconds = loggedSeconds({ ...before, targetSeconds: HOUR_MS / 1000, log }, atMs)
    const countedMs = Math.max(before.countedMs.get(problem) ?? 0, responseMs)
    this.sessions.set(id, {
      ...before,
      seconds,
      ...(isAside
        ? { aside: before.aside + 1, log: withoutTime(before.log, log) }
        : { log, countedMs: new Map([...before.countedMs, [problem, countedMs]]) }),
    })
  }

  finish(id: string, claimedSeconds: number, atMs: number): void {
    const before = this.sessions.get(id)
    if (!before) return
    const practiced = { ...before, targetSeconds: HOUR_MS / 1000 }
    this.sessions.set(id, { ...before, seconds: practicedSeconds(practiced, claimedSeconds, atMs) })
  }

  get countedMs(): number {
    return [...this.sessions.values()]
      .flatMap(({ countedMs }) => [...countedMs.values()])
      .reduce((sum, ms) => sum + ms, 0)
  }

  get aside(): number {
    return [...this.sessions.values()].reduce((sum, { aside }) => sum + aside, 0)
  }
}

const ageMs = fc.oneof(
  fc.constantFrom(0, 1000, HOUR_MS),
  fc.integer({ min: 0, max: 20 }).map((seconds) => seconds * 1000),
  fc.integer({ min: 0, max: 7 * 24 * 3600 }).map((seconds) => seconds * 1000),
)
/** Mostly so short that a session of one or two stays under a second. */
const responseMs = fc.oneof(
  fc.integer({ min: 350, max: 600 }),
  fc.integer({ min: 350, max: 1100 }),
  fc.integer({ min: 0, max: 60_000 }),
)

const claimed = fc.record({
  session: fc.integer({ min: 0, max: 40 }).map(String),
  passedMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 })),
  startAgeMs: ageMs,
  /** Often now, whenever the session is said to have begun. */
  answers: fc.array(
    fc.record({ problem: fc.integer({ min: 0, max: 3 }), isRight: fc.boolean(), responseMs, ageMs }),
    { maxLength: 3 },
  ),
  finish: fc.option(fc.record({ seconds: fc.integer({ min: 0, max: 30 }), ageMs })),
})

/** A call's age is rounded to whole seconds, and the call arrives up to three and a half seconds after it was sent. */
const wrongMs = fc.oneof(fc.constantFrom(-500, 0, 4000), fc.integer({ min: -500, max: 4000 }))

const problem = fc.record({
  /** Whether it was missed first, and how long after it appeared. */
  missedAfterMs: fc.option(fc.integer({ min: 400, max: 2000 })),
  takesMs: fc.oneof(fc.integer({ min: 450, max: 700 }), fc.integer({ min: 450, max: 20_000 })),
  /** Until the next problem, or until the session ends. */
  thenMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 })),
})

const honest = fc.array(
  fc.record({
    problems: fc.array(problem, { minLength: 1, maxLength: 12 }),
    pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: DAY_MS })),
    wrong: fc.infiniteStream(wrongMs),
  }),
  { minLength: 1, maxLength: 8 },
)

describe('the time available for answers', () => {
  test('[STU-19] however answers are split into sessions and whatever their ages, the counted ones took no longer than the account has existed', () => {
    let [counted, aside] = [0, 0]
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 9 * DAY_MS })),
        fc.array(claimed, { minLength: 5, maxLength: 60 }),
        (accountAgeMs, sessions) => {
          const log = new Log()
          let nowMs = MADE_MS + accountAgeMs
          for (const { session, passedMs, startAgeMs, answers, finish } of sessions) {
            nowMs += passedMs
            log.begin(session, nowMs - startAgeMs)
            for (const { ageMs: ms, ...answer } of answers) {
              log.answer(session, { ...answer, atMs: nowMs - ms })
              expect(log.countedMs).toBeLessThanOrEqual(nowMs - MADE_MS)
            }
            if (finish) log.finish(session, finish.seconds, nowMs - finish.ageMs)
          }
          counted += log.countedMs > 0 ? 1 : 0
          aside += log.aside > 0 ? 1 : 0
        },
      ),
      { numRuns: 1000 },
    )
    expect(counted).toBeGreaterThan(500)
    expect(aside).toBeGreaterThan(500)
  })

  test("[STU-19] sessions of less than a second at the same moment share one session's time", () => {
    const log = new Log()
    const atMs = MADE_MS + HOUR_MS
    for (let session = 0; session < 45; session += 1) {
      log.begin(`${session}`, atMs)
      for (const place of [0, 1]) {
        log.answer(`${session}`, { problem: place, isRight: true, responseMs: 490, atMs })
      }
    }
    expect(log.countedMs).toBeLessThanOrEqual(5000)
    expect(log.countedMs).toBeGreaterThan(4000)
  })

  test('[STU-19] after a set-aside try, the next try at its problem still takes time', () => {
    const log = new Log()
    log.begin('only', MADE_MS)
    for (let place = 0; place < 50; place += 1) {
      const of = { problem: place, atMs: MADE_MS + 4000 }
      log.answer('only', { ...of, isRight: false, responseMs: 60_000 })
      log.answer('only', { ...of, isRight: true, responseMs: 500 })
    }
    expect(log.countedMs).toBeLessThanOrEqual(4000)
  })

  test('[STU-19] a child who practices in one place loses no answer, with ages in whole seconds and sessions back to back', () => {
    let sessions = 0
    fc.assert(
      fc.property(honest, (practice) => {
        const log = new Log()
        let atMs = MADE_MS + 6000
        for (const [place, { problems, pauseMs, wrong }] of practice.entries()) {
          const id = `${place}`
          const startedAtMs = atMs
          const wrongBy = (): number => wrong.next().value ?? 0
          log.begin(id, atMs + wrongBy())
          for (const [index, { missedAfterMs, takesMs, thenMs }] of problems.entries()) {
            if (missedAfterMs !== null) {
              const missed = { problem: index, isRight: false, responseMs: missedAfterMs }
              log.answer(id, { ...missed, atMs: atMs + missedAfterMs + wrongBy() })
            }
            const shownMs = takesMs + (missedAfterMs ?? 0)
            atMs += shownMs
            log.answer(id, { problem: index, isRight: true, responseMs: shownMs, atMs: atMs + wrongBy() })
            atMs += thenMs
          }
          log.finish(id, (atMs - startedAtMs) / 1000, atMs + wrongBy())
          atMs += pauseMs
          sessions += 1
        }
        expect(log.aside).toBe(0)
      }),
      { numRuns: 1000 },
    )
    expect(sessions).toBeGreaterThan(2000)
  })
})
