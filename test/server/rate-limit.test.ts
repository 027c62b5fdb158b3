import { expect, test } from 'vitest'
import { geoRoutes, guestRoutes } from '../../contract/guest.ts'
import { startApp, type Answer } from '../factories/app.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'

const { calls } = guestRoutes.saveSession.rateLimit

test('[API-11] a player beyond its limit waits, and every other player is served', async () => {
  const app = await startApp()
  const body = sessionBody()
  const answers = await Promise.all(
    Array.from({ length: calls + 5 }, () => app.post('/api/guest/session', body)),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  for (const { json, headers } of refused) {
    expect(json).toEqual({ message: expect.stringMatching(/\.$/), code: 'too_many_requests' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
  expect((await app.post('/api/guest/session', sessionBody())).status).toBe(200)
})

test('[API-11] each call has its own limit', async () => {
  const app = await startApp()
  const sessionToken = newToken()
  const body = sessionBody({ sessionToken })
  await Promise.all(Array.from({ length: calls + 1 }, () => app.post('/api/guest/session', body)))
  expect((await app.post('/api/guest/session', body)).status).toBe(429)
  expect((await app.post('/api/guest/score', scoreBody({ sessionToken }))).status).toBe(200)
  expect((await app.get(`/api/guest/session/${sessionToken}`)).status).toBe(200)
})

test('[API-11] an address comes last: beyond its limit it waits, another address does not', async () => {
  const app = await startApp({ trustProxy: true, addressCallsPerMinute: 20 })
  const from = (address: string) => app.post('/api/guest/score', scoreBody(), { 'x-forwarded-for': address })
  const answers = await Promise.all(Array.from({ length: 22 }, () => from('203.0.113.7')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(2)
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  expect((await from('203.0.113.8')).status).toBe(200)
})

test('[API-11] a whole IPv6 network counts as one address, however it is written', async () => {
  const app = await startApp({ trustProxy: true, addressCallsPerMinute: 3 })
  const statusFrom = async (address: string) =>
    (await app.get('/api/geo', { headers: { 'x-forwarded-for': address } })).status
  const same = ['2001:db8::1', '2001:db8:0:0:ffff::9', '2001:db8:0:0:1:2:3:4', '2001:db8::2']
  const statuses: number[] = []
  for (const address of same) statuses.push(await statusFrom(address))
  expect(statuses).toEqual([200, 200, 200, 429])
  expect(await statusFrom('2001:db8:0:100::1')).toBe(200)
})

test('[API-11] a call that anyone may make is limited by address, enough for a whole school', async () => {
  const app = await startApp({ trustProxy: true })
  const most = geoRoutes.locate.rateLimit.calls
  const from = (address: string) => app.get('/api/geo', { headers: { 'x-forwarded-for': address } })
  const answers: Answer[] = []
  for (let group = 0; group < 10; group += 1) {
    answers.push(...(await Promise.all(Array.from({ length: most / 10 }, () => from('203.0.113.7')))))
  }
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const refused = await from('203.0.113.7')
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  expect((await from('203.0.113.8')).status).toBe(200)
})

test('[API-11] a caller that claims to come from this machine is an address like any other', async () => {
  for (const [trustProxy, said] of [
    [true, '127.0.0.1'],
    [true, '::1'],
    [1, '127.0.0.1'],
    [['127.0.0.0/8'], '127.0.0.1'],
    [['127.0.0.0/8'], '::ffff:127.0.0.1'],
  ] as const) {
    const app = await startApp({ trustProxy, addressCallsPerMinute: 1 })
    const call = async () => (await app.get('/api/geo', { headers: { 'x-forwarded-for': said } })).status
    expect({ trustProxy, said, statuses: [await call(), await call()] }).toEqual({
      trustProxy,
      said,
      statuses: [200, 429],
    })
  }
})

test('[API-11] an untrusted proxy on this machine stands for everybody, and has no limit as an address', async () => {
  const app = await startApp({ addressCallsPerMinute: 1 })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  for (let call = 0; call < 5; call += 1) expect((await app.get('/api/geo', { headers })).status).toBe(200)
})
