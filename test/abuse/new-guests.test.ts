import { expect, test } from 'vitest'
import { NEW_GUESTS } from '../../server/guest/new-guest-limit.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'

const SCHOOL = { 'x-forwarded-for': '203.0.113.7' }
const AT_ONCE = 100

/** So many guests who are new, of one address; how many were let in. */
async function arrive(app: RunningApp, guests: number): Promise<number> {
  let admitted = 0
  for (let sent = 0; sent < guests; sent += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, guests - sent) }, () =>
        app.post('/api/guest/session', sessionBody(), SCHOOL),
      ),
    )
    admitted += answers.filter(({ status }) => status === 200).length
  }
  return admitted
}

test('[SEC-11] a school of 3,000 gets in within a minute; a flood of new guests waits, and nobody who plays does', async () => {
  const app = await startApp({ trustProxy: true })
  const sessionToken = newToken()
  expect((await app.post('/api/guest/session', sessionBody({ sessionToken }), SCHOOL)).status).toBe(200)
  const startedMs = performance.now()
  expect(await arrive(app, 3000)).toBe(3000)
  expect(performance.now() - startedMs).toBeLessThan(60_000)
  expect(await arrive(app, NEW_GUESTS.calls - 3001)).toBe(NEW_GUESTS.calls - 3001)

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
  expect((await app.post('/api/guest/session', sessionBody({ sessionToken }), SCHOOL)).status).toBe(200)
  expect((await app.post('/api/guest/score', scoreBody({ sessionToken }), SCHOOL)).status).toBe(200)
  const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
  expect((await app.post('/api/guest/session', sessionBody(), elsewhere)).status).toBe(200)
}, 60_000)
