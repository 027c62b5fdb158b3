import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  battlePoints,
  acceptedResponseMs,
  compareBattleStandings,
  ranked,
  timingAfter,
  type BattleStanding,
} from '../../domain/battle-scoring.ts'

const START_MS = Date.UTC(2026, 10, 21, 15)
const START = { lastAnswerAtMs: START_MS, plausibleAtMs: START_MS }

describe('the points of an answer', () => {
  test.each([
    [true, 249, 0],
    [true, 250, 5],
    [true, 2999, 5],
    [true, 3000, 3],
    [true, 50_000, 3],
    [false, 1000, 0],
    [false, 100, 0],
  ])('[BAT-23, BAT-25] with correct = %s, %i ms give %i points', (correct, acceptedMs, points) => {
    expect(battlePoints(correct, acceptedMs)).toBe(points)
  })
})

describe('the accepted response time', () => {
  test.each([
    ['an honest claim', 1500, 1600, 1500],
    ['a claim 750 ms faster than measured', 2000, 2750, 2000],
    ['a claim faster than that', 1, 4000, 3250],
    ['a claim of more time than there was', 5000, 1200, 1200],
    ['a claim of a millisecond at once', 1, 1, 1],
  ])('[BAT-24] %s: %i claimed, %i measured, %i accepted', (_, claimedMs, measuredMs, acceptedMs) => {
    expect(acceptedResponseMs(claimedMs, START, START_MS + measuredMs)).toBe(acceptedMs)
  })

  test('[BAT-24] measures time from the last answer received', () => {
    const timing = timingAfter(1000, true, START, START_MS + 1000)
    expect(acceptedResponseMs(500, timing, START_MS + 6000)).toBe(4250)
  })

  test('[BAT-24] after a wrong answer time starts with the next problem, for which only the claim is known', () => {
    const timing = timingAfter(1000, false, START, START_MS + 1000)
    expect(acceptedResponseMs(1500, timing, START_MS + 8000)).toBe(1500)
    expect(acceptedResponseMs(9000, timing, START_MS + 8000)).toBe(7000)
  })

  test('[BAT-25] judges answers that arrive together after an outage by their claims', () => {
    const backAtMs = START_MS + 10_000
    let timing = { ...START, lastAnswerAtMs: backAtMs }
    const accepted = [3000, 2000, 2500].map((claimedMs) => {
      const ms = acceptedResponseMs(claimedMs, timing, backAtMs)
      timing = timingAfter(claimedMs, true, timing, backAtMs)
      return ms
    })
    expect(accepted).toEqual([3000, 2000, 2500])
  })

  test('[BAT-25] whatever is claimed, at most one answer per 250 ms since the start earns points', () => {
    const sent = fc.record({
      claimedMs: fc.integer({ min: 0, max: 5000 }),
      gapMs: fc.integer({ min: 0, max: 400 }),
    })
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 150 }), (answers) => {
        let timing = START
        let nowMs = START_MS
        let earned = 0
        for (const { claimedMs, gapMs } of answers) {
          nowMs += gapMs
          if (battlePoints(true, acceptedResponseMs(claimedMs, timing, nowMs)) > 0) earned += 1
          timing = timingAfter(claimedMs, true, timing, nowMs)
        }
        expect(earned * 250).toBeLessThanOrEqual(nowMs - START_MS)
      }),
    )
  })

  test('[BAT-24, BAT-25] accepts an honest claim if the network adds less than 750 ms', () => {
    const given = fc.record({
      thinkingMs: fc.integer({ min: 250, max: 5000 }),
      delayMs: fc.integer({ min: 0, max: 375 }),
    })
    fc.assert(
      fc.property(fc.array(given, { maxLength: 60 }), (answers) => {
        let givenAtMs = START_MS + 100
        let timing = START
        let arrivedAtMs = START_MS
        for (const { thinkingMs, delayMs } of answers) {
          givenAtMs += thinkingMs
          arrivedAtMs = Math.max(arrivedAtMs, givenAtMs + delayMs)
          expect(acceptedResponseMs(thinkingMs, timing, arrivedAtMs)).toBe(thinkingMs)
          timing = timingAfter(thinkingMs, true, timing, arrivedAtMs)
        }
      }),
    )
  })
})

const standing = (values: Partial<BattleStanding>): BattleStanding => ({
  score: 50,
  problemsAnswered: 12,
  isBot: false,
  leftAtMs: null,
  ...values,
})

const ranks = (standings: readonly BattleStanding[]) => ranked(standings).map(({ rank }) => rank)

describe('the order of results', () => {
  test('[BAT-29] ranks by score alone; equal scores list people before bots, then by problems answered', () => {
    const worstFirst = [
      standing({ score: 45, problemsAnswered: 30 }),
      standing({ isBot: true, problemsAnswered: 29 }),
      standing({ problemsAnswered: 11 }),
      standing({}),
    ]
    expect(ranked(worstFirst).map((row) => row.standing)).toEqual(worstFirst.toReversed())
    expect(ranks(worstFirst)).toEqual([1, 1, 1, 4])
  })

  test('[BAT-29] equal players share a rank, and the next rank is the position', () => {
    expect(ranks([standing({}), standing({ score: 10 }), standing({})])).toEqual([1, 1, 3])
    expect(ranks([standing({ score: 60 }), standing({}), standing({})])).toEqual([1, 2, 2])
    expect(ranks([standing({}), standing({}), standing({})])).toEqual([1, 1, 1])
  })

  test('[BAT-30] players who left come after everybody else, the earliest last', () => {
    const first = standing({ score: 90, leftAtMs: START_MS })
    const second = standing({ score: 80, leftAtMs: START_MS + 1 })
    const stayed = standing({ score: 0 })
    expect(ranked([first, second, stayed]).map((row) => row.standing)).toEqual([stayed, second, first])
  })

  test('[BAT-29] the order is total', () => {
    const any = fc.record({
      score: fc.nat({ max: 2 }),
      problemsAnswered: fc.nat({ max: 2 }),
      isBot: fc.boolean(),
      leftAtMs: fc.option(fc.nat({ max: 2 })),
    })
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(Math.sign(compareBattleStandings(a, b))).toBe(0 - Math.sign(compareBattleStandings(b, a)))
        if (compareBattleStandings(a, b) <= 0 && compareBattleStandings(b, c) <= 0) {
          expect(compareBattleStandings(a, c)).toBeLessThanOrEqual(0)
        }
      }),
    )
  })
})
