import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { leaderboardRoutes } from '../../contract/leaderboard.ts'
import { US_STATES } from '../../domain/location.ts'
import { leaderboardCalls } from '../../web/features/leaderboard/leaderboard-calls.ts'
import { STATE_TILES, stepOf } from '../../web/features/leaderboard/state-tiles.ts'
import { isOwnRow } from '../../web/features/leaderboard/viewer.ts'

const names = Object.keys(leaderboardRoutes) as (keyof typeof leaderboardRoutes)[]

const PLAYER = {
  id: 'p1',
  rank: 1,
  nickname: 'SwiftFox42',
  country: 'US',
  state: 'California',
  location: 'Sacramento',
  score: 40,
  problemsSolved: 9,
  guestSessionId: 'p1',
}
const STATE = {
  id: 'California',
  state: 'California',
  playerCount: 2,
  totalProblems: 20,
  totalScore: 90,
  topScore: 50,
  averageScore: 45,
  rank: 1,
}
const RANKING = {
  league: 'addition_facts',
  leagueName: 'Addition Facts',
  score: 40,
  rank: 3,
  total: 9,
  pointsToNext: 5,
}

/** Answers of each call as the server gives them. */
const ANSWERS: Readonly<Record<keyof typeof leaderboardRoutes, readonly unknown[]>> = {
  players: [
    [],
    [PLAYER],
    { entries: [PLAYER], user: null },
    { entries: [], user: { ...PLAYER, pointsToNext: 12 } },
  ],
  states: [[], [STATE]],
  statesOfAllLeagues: [[], [{ state: 'Texas', playerCount: 3, totalScore: 70 }]],
  weeklyPoints: [{ totalPoints: 120 }],
  dailyStats: [
    { totalDailyPoints: 0, sessionsToday: 0, leagueRankings: [] },
    { totalDailyPoints: 40, sessionsToday: 1, leagueRankings: [RANKING] },
  ],
}

/** The same answer with one of its values, however deep, left out or changed. */
function broken(answer: unknown): fc.Arbitrary<unknown> {
  if (typeof answer !== 'object' || answer === null) return fc.jsonValue()
  const keys = Object.keys(answer)
  if (keys.length === 0) return fc.jsonValue()
  return fc.constantFrom(...keys).chain((key): fc.Arbitrary<unknown> => {
    const values = new Map<string, unknown>(Object.entries(answer))
    const changed = broken(values.get(key)).map((value) => Object.fromEntries(values.set(key, value)))
    const list = fc.array(fc.oneof(fc.constant(values.get(key)), broken(values.get(key))), { maxLength: 3 })
    if (Array.isArray(answer)) return list
    const without = fc.constant(Object.fromEntries([...values].filter(([name]) => name !== key)))
    return fc.oneof(changed, without)
  })
}

test.each(names)('[LB-77] the browser takes an answer of %s exactly when the contract does', (name) => {
  const { accepts, method, path } = leaderboardCalls[name]
  expect({ method, path }).toEqual({
    method: leaderboardRoutes[name].method,
    path: leaderboardRoutes[name].path,
  })
  for (const answer of ANSWERS[name]) expect(accepts(answer), JSON.stringify(answer)).toBe(true)
  const any = fc.oneof(fc.jsonValue(), ...ANSWERS[name].map(broken))
  fc.assert(
    fc.property(any, (json) => {
      expect(accepts(json)).toBe(z.safeParse(leaderboardRoutes[name].answer, json).success)
    }),
    { numRuns: 400 },
  )
})

test('[LB-64] the token says which row is mine; the name only where the row says nothing of its player', () => {
  const me = {
    sessionToken: 'abcdefgh12345678',
    nickname: 'SwiftFox42',
    location: '',
    country: '',
    state: '',
  }
  const row = { nickname: 'SwiftFox42', guestSessionId: 'public-id' }
  expect(isOwnRow(row, me)).toBe(false)
  expect(isOwnRow({ nickname: 'OldName1', guestSessionId: me.sessionToken }, me)).toBe(true)
  expect(isOwnRow({ ...row, guestSessionId: '' }, me)).toBe(true)
  expect(isOwnRow({ nickname: 'BraveOwl7', guestSessionId: '' }, me)).toBe(false)
  expect(isOwnRow({ ...row, guestSessionId: '' }, null)).toBe(false)
})

test('[LB-72] the map has every state once, each on a square of its own, within its bounds', () => {
  expect(STATE_TILES.map(({ name }) => name).toSorted()).toEqual(US_STATES.map(({ name }) => name).toSorted())
  expect(new Set(STATE_TILES.map(({ column, row }) => `${column} ${row}`)).size).toBe(US_STATES.length)
})

test('[LB-72] a state has no shade without points, the darkest when it is first, and never a lighter one for more', () => {
  expect(stepOf(0, [])).toBe(0)
  expect(stepOf(0, [10, 500])).toBe(0)
  expect(stepOf(500, [500])).toBe(3)
  const withOneGiant = [5_000_000, 1, 2, 3, 4, 5]
  expect(withOneGiant.map((points) => stepOf(points, withOneGiant))).toEqual([3, 1, 1, 2, 2, 3])
  const totals = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 51 })
  fc.assert(
    fc.property(totals, (points) => {
      const sorted = points.toSorted((a, b) => a - b)
      const steps = sorted.map((each) => stepOf(each, points))
      expect(steps).toEqual(steps.toSorted())
      expect(steps.at(-1)).toBe(3)
    }),
  )
})
