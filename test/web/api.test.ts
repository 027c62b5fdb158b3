import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as geoCalls from '../../web/generated/geo-calls.ts'
import * as guestCalls from '../../web/generated/guest-calls.ts'
import * as leaderboardCalls from '../../web/generated/leaderboard-calls.ts'
import { call, pathOf } from '../../web/lib/api.ts'

const TOKEN = 'abcdefghij012345'
const DAY = { lastActiveDate: '2026-07-01', timePlayedToday: 30 }

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let origin: string
let answer: Answer
let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]

const send =
  (
    status: number,
    body: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Answer =>
  (_, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

const readSession = () => call(guestCalls.readSession, { params: { sessionToken: TOKEN } }, { origin })

beforeEach(async () => {
  requests = []
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

describe('the request helper', () => {
  test('[API-12] a call without a body sends neither a body nor its header, and returns the response', async () => {
    answer = send(200, JSON.stringify(DAY))
    expect(await readSession()).toEqual({ ok: true, value: DAY })
    expect(requests).toMatchObject([{ method: 'GET', url: `/api/guest/session/${TOKEN}`, body: '' }])
    expect(requests[0]?.headers).not.toHaveProperty('content-type')
  })

  test('[API-12] a query contains the given values, and nothing else', async () => {
    answer = send(200, '[]')
    const query = { league: 'addition_facts', limit: '25' } as const
    expect(await call(leaderboardCalls.players, { query }, { origin })).toEqual({ ok: true, value: [] })
    await call(leaderboardCalls.statesOfAllLeagues, { query: {} }, { origin })
    await call(
      leaderboardCalls.players,
      { query: { league: 'division_facts', sessionToken: 'a&b=c #/?' } },
      { origin },
    )
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/guest/leaderboard?league=addition_facts&limit=25',
      expect.stringMatching(/^\/api\/guest\/state-leaderboard-aggregated\??$/),
      '/api/guest/leaderboard?league=division_facts&sessionToken=a%26b%3Dc+%23%2F%3F',
    ])
  })

  test('[API-12] a call with a body sends it as JSON', async () => {
    answer = send(200, JSON.stringify(DAY))
    const body = { additionalTime: 15, submissionId: 'abcdefgh', secondsAgo: 0 }
    await call(guestCalls.addTime, { params: { sessionToken: TOKEN }, body }, { origin })
    expect(requests).toMatchObject([{ method: 'POST', headers: { 'content-type': 'application/json' } }])
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual(body)
  })

  test('[API-12] always includes credentials', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    answer = send(200, JSON.stringify(DAY))
    await readSession()
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' })
  })

  test('[API-12] an error is the status, a colon, a space and the body text, and is not retried', async () => {
    const text = JSON.stringify({ message: 'The database is away.', code: 'storage_away' })
    answer = send(503, text, { 'content-type': 'application/json', 'retry-after': '7' })
    expect(await readSession()).toEqual({
      ok: false,
      status: 503,
      message: `503: ${text}`,
      code: 'storage_away',
      retryAfterSeconds: 7,
    })
    expect(requests).toHaveLength(1)
  })

  test('[API-12] an error without a body has the status text instead', async () => {
    answer = send(502, '', {})
    expect(await readSession()).toMatchObject({ ok: false, message: '502: Bad Gateway' })
  })

  test.each([
    ['a page instead of data', 200, '<!doctype html>', 'text/html'],
    ['data that claims to be a page', 200, JSON.stringify(DAY), 'text/html'],
    ['broken JSON', 200, '{"lastActiveDate":', 'application/json'],
    ['JSON of another shape', 200, '{"lastActiveDate":"soon"}', 'application/json'],
    ['nothing', 200, '', 'application/json'],
    ['a refusal without a code', 400, '{"message":"no"}', 'application/json'],
    ['a network that wants a sign-in', 401, '<h1>Sign in</h1>', 'text/html'],
    ['a filter that blocks the address', 403, '<h1>Blocked</h1>', 'text/html'],
    ['a host without this page', 404, 'Not found', 'text/plain'],
    ['a proxy that asks to slow down', 429, '', 'text/html'],
    ['a proxy without its server', 502, '<h1>Bad Gateway</h1>', 'text/html'],
    ['a proxy whose server is away', 503, '{"error":"no healthy upstream"}', 'application/json'],
  ])('[OUT-8] %s (%i) means that the server is unreachable', async (_, status, body, type) => {
    answer = send(status, body, { 'content-type': type })
    const message = expect.stringMatching(`^${status}: `)
    expect(await readSession()).toEqual({ ok: false, status: 0, message, code: 'unreachable' })
  })

  test('[API-12] passes on a code that is newer than the page', async () => {
    answer = send(400, '{"message":"no","code":"teapot"}', { 'content-type': 'application/json' })
    expect(await readSession()).toMatchObject({ ok: false, status: 400, code: 'teapot' })
  })

  test('[OUT-8] a broken connection is a failure without a status', async () => {
    answer = (request) => request.socket.destroy()
    expect(await readSession()).toMatchObject({ ok: false, status: 0, code: 'unreachable' })
  })

  test('[OUT-8] a silent server times out, even in the middle of its response', async () => {
    for (const start of [() => {}, (_: unknown, response: ServerResponse) => void response.write('{')]) {
      answer = start
      const result = await call(geoCalls.locate, {}, { origin, timeoutMs: 50 })
      expect(result).toMatchObject({ ok: false, status: 0, code: 'unreachable' })
    }
  })

  test('[OUT-8] a caller that leaves does not wait', async () => {
    const leaving = new AbortController()
    answer = () => leaving.abort()
    expect(await call(geoCalls.locate, {}, { origin, signal: leaving.signal })).toMatchObject({ ok: false })
    expect(await call(geoCalls.locate, {}, { origin, signal: leaving.signal })).toMatchObject({ ok: false })
    expect(requests).toHaveLength(1)
  })

  test('[SEC-6] values in a path cannot leave it', () => {
    expect(pathOf('/api/guest/session/:sessionToken', { sessionToken: '../../x?y#z' })).toBe(
      '/api/guest/session/..%2F..%2Fx%3Fy%23z',
    )
    expect(pathOf('/api/guest/session/:sessionToken', {})).toBe('/api/guest/session/')
  })
})
