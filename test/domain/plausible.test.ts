import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterAnswer,
  isHumanPace,
  isTooFast,
  isTooFastForPoints,
  minEntryMs,
  NO_PACE,
  type BattlePace,
} from '../../domain/plausible.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const SEED = 20_261_123

function paceOf(times: readonly number[]): BattlePace {
  return times.reduce(afterAnswer, NO_PACE)
}

/**
 * Times as people have them: what nobody is quicker than, and a log-normal rest (Ratcliff 1979). `mostlyMs` 350 is a practiced
 * 12-year-old who knows every fact and types on a keyboard; `spread` 0.25 the steadiest.
 */
const person = fc
  .record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    answers: fc.integer({ min: 0, max: 150 }),
    mostlyMs: fc.integer({ min: 350, max: 8000 }),
    spread: fc.double({ min: 0.25, max: 1, noNaN: true }),
  })
  .map(({ seed, answers, mostlyMs, spread }) => {
    const random = seededRandom(seed)
    return Array.from({ length: answers }, () => {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      return 350 + mostlyMs * Math.exp(spread * normal)
    })
  })

test('[API-6] no real session is too fast for its points, however its mean is rounded', () => {
  fc.assert(
    fc.property(person, fc.nat(), (times, wrong) => {
      const right = times.slice(0, 50)
      const averageMs = Math.round(right.reduce((sum, ms) => sum + ms, 0) / Math.max(1, right.length))
      const guesses = wrong % (51 - right.length)
      const problems = right.length + guesses
      const withGuesses = Math.round((averageMs * right.length) / Math.max(1, problems))
      return (
        !isTooFastForPoints({ problems: right.length, correct: right.length, averageMs }) &&
        !isTooFastForPoints({ problems, correct: right.length, averageMs: withGuesses })
      )
    }),
    { seed: SEED },
  )
})

test.each([
  [50, 50, 400, false],
  [50, 50, 399, true],
  [50, 10, 80, false],
  [50, 10, 79, true],
  [9, 9, 350, false],
  [9, 9, 349, true],
  [50, 0, 0, false],
  [0, 0, 0, false],
])(
  '[API-6] %i problems, %i of them right, in %i ms each on average: too fast is %j',
  (problems, correct, averageMs, isIt) =>
    expect(isTooFastForPoints({ problems, correct, averageMs })).toBe(isIt),
)

describe('the pace of a battle', () => {
  test('[BAT-111] accepts every series of times that people have', () => {
    fc.assert(
      fc.property(person, (times) => isHumanPace(paceOf(times))),
      { seed: SEED, numRuns: 1000 },
    )
  })

  test('[BAT-111] detects answers every 260 ms, and answers without variation, as a script', () => {
    const series = fc.record({
      answers: fc.integer({ min: 20, max: 150 }),
      ms: fc.integer({ min: 250, max: 10_000 }),
    })
    fc.assert(
      fc.property(
        series,
        ({ answers, ms }) => !isHumanPace(paceOf(Array.from({ length: answers }, () => ms))),
      ),
      { seed: SEED },
    )
    // With the delays of a network on top, too.
    const delayed = fc.array(fc.integer({ min: 250, max: 300 }), { minLength: 10, maxLength: 150 })
    fc.assert(
      fc.property(delayed, (times) => !isHumanPace(paceOf(times))),
      { seed: SEED },
    )
  })

  test('[BAT-111] a long pause does not make a script look like a person', () => {
    const quick = Array.from({ length: 130 }, () => 262)
    expect(isHumanPace(paceOf([...quick.slice(0, 60), 25_000, ...quick.slice(60)]))).toBe(false)
    const steady = Array.from({ length: 40 }, () => 900)
    expect(isHumanPace(paceOf([...steady.slice(0, 20), 25_000, ...steady.slice(20)]))).toBe(false)
  })

  test('[BAT-111] a few answers prove nothing', () => {
    expect(isHumanPace(paceOf([]))).toBe(true)
    expect(isHumanPace(paceOf(Array.from({ length: 9 }, () => 399)))).toBe(true)
    expect(isHumanPace(paceOf(Array.from({ length: 19 }, () => 900)))).toBe(true)
  })

  test('[BAT-111] four answers faster than reading and typing one digit are a script’s, unless three times as many are slower', () => {
    const quick = [260, 300, 349, 280]
    expect(isHumanPace(paceOf(quick))).toBe(false)
    expect(isHumanPace(paceOf(quick.slice(1)))).toBe(true)
    expect(isHumanPace(paceOf([...quick, 350]))).toBe(false)
    const others = Array.from({ length: 13 }, (_, place) => 700 + ((place * 337) % 700))
    expect(isHumanPace(paceOf([...quick, ...others.slice(1)]))).toBe(false)
    expect(isHumanPace(paceOf([...quick, ...others]))).toBe(true)
  })

  test('[BAT-111] never takes a quick ten-year-old for a script, after however few answers, even when a key bounces now and then', () => {
    const child = fc
      .record({
        seed: fc.integer({ min: 1, max: 1_000_000 }),
        answers: fc.integer({ min: 0, max: 100 }),
        bounces: fc.constantFrom(0, 0.005, 0.01),
      })
      .map(({ seed, answers, bounces }) => {
        const random = seededRandom(seed)
        return Array.from({ length: answers }, () =>
          random() < bounces ? 250 + 100 * random() : 600 + 300 * random(),
        )
      })
    fc.assert(
      fc.property(child, (times) => times.every((_, end) => isHumanPace(paceOf(times.slice(0, end + 1))))),
      { seed: SEED, numRuns: 1000 },
    )
  })
})

describe('an attempt that no child can have made', () => {
  const timed = {
    given: 12,
    responseMs: 1500,
    practicedMs: 30_000,
    problems: 12,
    time: { fromMs: 0, untilMs: 60_000 },
    atMs: 30_000,
  }

  test('[STU-19] took less time than reading and typing: 350 ms with one digit, 400 with two', () => {
    expect(minEntryMs(7)).toBe(350)
    expect(isTooFast(timed)).toBe(false)
    expect(isTooFast({ ...timed, responseMs: 399 })).toBe(true)
    expect(isTooFast({ ...timed, responseMs: 400 })).toBe(false)
    expect(isTooFast({ ...timed, practicedMs: 4799 })).toBe(true)
    expect(isTooFast({ ...timed, practicedMs: 4800 })).toBe(false)
    expect(isTooFast({ ...timed, problems: 9, practicedMs: 3000 })).toBe(false)
    expect(isTooFast({ ...timed, given: 7, responseMs: 399 })).toBe(false)
  })

  test('[STU-19] lies in time that did not exist: before the account, beside another session, more than has passed', () => {
    expect(isTooFast({ ...timed, practicedMs: 31_000 })).toBe(true)
    expect(isTooFast({ ...timed, time: { fromMs: 1000, untilMs: null } })).toBe(true)
    expect(isTooFast({ ...timed, time: { fromMs: 0, untilMs: 29_999 } })).toBe(true)
    expect(isTooFast({ ...timed, atMs: 29_000 })).toBe(true)
    expect(isTooFast({ ...timed, atMs: -1 })).toBe(true)
  })

  test("[STU-19] is never one read and typed at the child's own speed, however quick the child", () => {
    const answer = fc.record({
      given: fc.integer({ min: 0, max: 144 }),
      thinkingMs: fc.integer({ min: 0, max: 20_000 }),
      pauseMs: fc.integer({ min: 0, max: 5000 }),
    })
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 50 }), (answers) => {
        let [atMs, practicedMs] = [0, 0]
        for (const { given, thinkingMs, pauseMs } of answers) {
          const responseMs = minEntryMs(given) + thinkingMs
          atMs += responseMs + pauseMs
          practicedMs += responseMs
          const time = { fromMs: 0, untilMs: null }
          expect(isTooFast({ given, responseMs, practicedMs, problems: 1, time, atMs })).toBe(false)
        }
      }),
      { seed: SEED },
    )
  })
})
