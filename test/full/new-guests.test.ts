import { expect, test } from 'vitest'
import { NEW_GUESTS, newGuestLimit } from '../../server/guest/new-guest-limit.ts'
import type { Refusal } from '../../server/http/errors.ts'
import type { SharedLimits } from '../../server/http/rate-limit.ts'
import { startApp } from '../factories/app.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'

const SCHOOL = { 'x-forwarded-for': '203.0.113.7' }

test('[SEC-11] 6,000 new guests of one address get in at once, and more when ten minutes are over', () => {
  let nowMs = 0
  const limit = newGuestLimit({ elapsedMs: () => nowMs, shared: null })
  const arrive = (): number | null => {
    const { admitNew } = limit('school')
    try {
      admitNew()
      // Whatever else this request does, it is one guest.
      admitNew()
      return null
    } catch (error) {
      return (error as Refusal).retryAfterSeconds ?? Number.NaN
    }
  }
  const waits = Array.from({ length: 6000 }, arrive)
  expect(waits.filter((wait) => wait !== null)).toEqual([])
  expect(arrive()).toBe(600)
  nowMs = 599_000
  expect(arrive()).toBe(1)
  nowMs = 600_000
  expect(arrive()).toBeNull()
})

test('[SEC-11] a flood of new guests waits, and no existing player does, nor another address', async () => {
  // By the count that it shares with other processes, the first guest here is the last one who may.
  const sharedLimits: SharedLimits = {
    count: async (key) => ({ count: key.startsWith('new guests ') ? NEW_GUESTS.calls : 1, leftMs: 1000 }),
  }
  const app = await startApp({ trustProxy: true, sharedLimits })
  const sessionToken = newToken()
  expect((await app.post('/api/guest/session', sessionBody({ sessionToken }), SCHOOL)).status).toBe(200)

  const calls = [
    ['/api/guest/session', sessionBody()],
    [`/api/guest/session/${newToken()}/time`, { additionalTime: 15 }],
    ['/api/guest/score', scoreBody()],
  ] as const
  for (const [path, body] of calls) {
    const refused = await app.post(path, body, SCHOOL)
    expect(refused, path).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(NEW_GUESTS.perSeconds)
  }
  const known = sessionBody({ sessionToken })
  expect((await app.post('/api/guest/session', known, SCHOOL)).status).toBe(200)
  expect((await app.post('/api/guest/score', scoreBody({ sessionToken }), SCHOOL)).status).toBe(200)
  const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
  expect((await app.post('/api/guest/session', sessionBody(), elsewhere)).status).toBe(200)
})
