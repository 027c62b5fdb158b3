import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterAnswer,
  isHumanPace,
  isTooFast,
  leastEntryMs,
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

describe('the pace of a battle', () => {
  test('[BAT-111] no series of times that people have is a script’s', () => {
    fc.assert(
      fc.property(person, (times) => isHumanPace(paceOf(times))),
      { seed: SEED, numRuns: 3000 },
    )
  })

  test('[BAT-111] whatever is answered every 260 ms, and whatever has no spread, is a script’s', () => {
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

  test('[BAT-111] a long pause makes no script a person', () => {
    const quick = Array.from({ length: 130 }, () => 262)
    expect(isHumanPace(paceOf([...quick.slice(0, 60), 25_000, ...quick.slice(60)]))).toBe(false)
    const steady = Array.from({ length: 40 }, () => 900)
    expect(isHumanPace(paceOf([...steady.slice(0, 20), 25_000, ...steady.slice(20)]))).toBe(false)
  })

  test('[BAT-111] a few answers say nothing', () => {
    expect(isHumanPace(paceOf([]))).toBe(true)
    expect(isHumanPace(paceOf(Array.from({ length: 9 }, () => 399)))).toBe(true)
    expect(isHumanPace(paceOf(Array.from({ length: 19 }, () => 900)))).toBe(true)
  })

  test('[BAT-111] four answers that are quicker than reading and typing one digit are a script’s, unless three times as many are not', () => {
    const quick = [260, 300, 349, 280]
    expect(isHumanPace(paceOf(quick))).toBe(false)
    expect(isHumanPace(paceOf(quick.slice(1)))).toBe(true)
    expect(isHumanPace(paceOf([...quick, 350]))).toBe(false)
    const others = Array.from({ length: 13 }, (_, place) => 700 + ((place * 337) % 700))
    expect(isHumanPace(paceOf([...quick, ...others.slice(1)]))).toBe(false)
    expect(isHumanPace(paceOf([...quick, ...others]))).toBe(true)
  })

  test('[BAT-111] no quick child of ten is a script, after however few answers, also when a key bounces now and then', () => {
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
      { seed: SEED, numRuns: 3000 },
    )
  })
})

describe('an attempt that no child can have made', () => {
  const timed = {
    given: 12,
    responseMs: 1500,
    practisedMs: 30_000,
    problems: 12,
    time: { fromMs: 0, untilMs: 60_000 },
    atMs: 30_000,
  }

  test('[STU-19] it took less than reading and typing: 350 ms with one digit, 400 with two', () => {
    expect(leastEntryMs(7)).toBe(350)
    expect(isTooFast(timed)).toBe(false)
    expect(isTooFast({ ...timed, responseMs: 399 })).toBe(true)
    expect(isTooFast({ ...timed, responseMs: 400 })).toBe(false)
    expect(isTooFast({ ...timed, practisedMs: 4799 })).toBe(true)
    expect(isTooFast({ ...timed, practisedMs: 4800 })).toBe(false)
    expect(isTooFast({ ...timed, problems: 9, practisedMs: 3000 })).toBe(false)
    expect(isTooFast({ ...timed, given: 7, responseMs: 399 })).toBe(false)
  })

  test('[STU-19] there was no such time: before the account, beside another session, more than has passed', () => {
    expect(isTooFast({ ...timed, practisedMs: 31_000 })).toBe(true)
    expect(isTooFast({ ...timed, time: { fromMs: 1000, untilMs: null } })).toBe(true)
    expect(isTooFast({ ...timed, time: { fromMs: 0, untilMs: 29_999 } })).toBe(true)
    expect(isTooFast({ ...timed, atMs: 29_000 })).toBe(true)
    expect(isTooFast({ ...timed, atMs: -1 })).toBe(true)
  })

  test('[STU-19] no answer that is read and typed in its own time is one, however quick the child', () => {
    const answer = fc.record({
      given: fc.integer({ min: 0, max: 144 }),
      thinkingMs: fc.integer({ min: 0, max: 20_000 }),
      pauseMs: fc.integer({ min: 0, max: 5000 }),
    })
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 50 }), (answers) => {
        let [atMs, practisedMs] = [0, 0]
        for (const { given, thinkingMs, pauseMs } of answers) {
          const responseMs = leastEntryMs(given) + thinkingMs
          atMs += responseMs + pauseMs
          practisedMs += responseMs
          const time = { fromMs: 0, untilMs: null }
          expect(isTooFast({ given, responseMs, practisedMs, problems: 1, time, atMs })).toBe(false)
        }
      }),
      { seed: SEED },
    )
  })
})
