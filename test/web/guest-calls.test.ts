import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { geoRoutes, guestRoutes } from '../../contract/guest.ts'
import { guestCalls } from '../../web/features/guest/guest-calls.ts'

const routes = { ...guestRoutes, ...geoRoutes }
const names = Object.keys(routes) as (keyof typeof routes)[]

/** An answer of each call as the server gives it. */
const ANSWERS: { readonly [Name in keyof typeof routes]: Record<string, unknown> } = {
  readSession: { lastActiveDate: '2026-03-18', timePlayedToday: 30 },
  addTime: { lastActiveDate: '2026-03-18', timePlayedToday: 30 },
  saveSession: {
    lastActiveDate: '2026-03-18',
    timePlayedToday: 0,
    publicId: 'abc',
    nickname: 'SwiftFox42',
    location: '',
    country: 'US',
    state: 'California',
  },
  saveScore: {
    counted: true,
    practiceDay: '2026-03-18',
    dailyScore: 48,
    dailyProblemsSolved: 10,
    rank: 3,
    rankBefore: null,
    ranked: 12,
  },
  locate: { country_code: 'US', city: null, region: 'California', region_code: null },
}

test('[API-12] the browser makes exactly the calls of the contract', () => {
  expect(Object.keys(guestCalls).toSorted()).toEqual(names.toSorted())
  for (const name of names) {
    expect(guestCalls[name]).toMatchObject({ method: routes[name].method, path: routes[name].path })
  }
})

test.each(names)('[OUT-8] the browser takes an answer of %s exactly when the contract does', (name) => {
  const answer = ANSWERS[name]
  expect(guestCalls[name].accepts(answer)).toBe(true)
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(answer), '2026-3-18', '20260318'))
  const broken = fc
    .tuple(fc.constantFrom(...Object.keys(answer), 'more'), value, fc.boolean())
    .map(([key, value, leftOut]) => {
      const changed = new Map(Object.entries({ ...answer, [key]: value }))
      if (leftOut) changed.delete(key)
      return Object.fromEntries(changed)
    })
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), broken), (json) => {
      expect(guestCalls[name].accepts(json)).toBe(z.safeParse(routes[name].answer, json).success)
    }),
    { numRuns: 400 },
  )
})
