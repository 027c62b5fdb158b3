import { expect, test } from 'vitest'
import { problem } from '../../contract/problem.ts'
import { createMetrics } from '../../server/ops/metrics.ts'
import { startApp } from '../factories/app.ts'
import { scoreBody } from '../factories/guest-calls.ts'
import { rawRequest, sendRaw, type RawAnswer } from '../factories/raw-http.ts'

/** A refusal in the one form that errors have, with the headers that protect every call's answer. */
function expectProtected({ head, body }: RawAnswer, code: string): void {
  expect(problem.parse(JSON.parse(body))).toEqual({ message: expect.stringMatching(/^[^\n]+\.$/), code })
  for (const line of [
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
    'cross-origin-resource-policy: same-origin',
  ]) {
    expect(head.toLowerCase()).toContain(line)
  }
}

const UNROUTED = [
  ['GET', '/api/%zz', 400, 'bad_request'],
  ['POST', '/api/guest/session/%ff/time', 400, 'bad_request'],
  ['POST', '/', 404, 'not_found'],
  ['PROPFIND', '/', 404, 'not_found'],
  ['DELETE', '/healthz', 404, 'not_found'],
  ['OPTIONS', '*', 404, 'not_found'],
  ['PROPFIND', '/api/nope', 404, 'not_found'],
  ['PROPFIND', '/api/geo', 405, 'method_not_allowed'],
  ['TRACE', '/api/guest/score', 405, 'method_not_allowed'],
] as const

test('[API-8] a request without a route gets a refusal in JSON with the protective headers', async () => {
  const app = await startApp()
  for (const [method, path, status, code] of UNROUTED) {
    const answer = await rawRequest(app.url, method, path)
    expect(answer.status, `${method} ${path}`).toBe(status)
    expectProtected(answer, code)
  }
})

test('[RUN-13] while draining it gets a 503 with these headers', async () => {
  const app = await startApp()
  app.drain.begin()
  for (const [method, path] of UNROUTED) {
    const answer = await rawRequest(app.url, method, path)
    expect(answer.status, `${method} ${path}`).toBe(503)
    expectProtected(answer, 'draining')
    expect(answer.head).toMatch(/^retry-after: 5$/im)
    expect(answer.head).toMatch(/^connection: close$/im)
  }
})

test('[API-8] a request without a route is rejected before its body is read', async () => {
  const app = await startApp()
  const answer = await sendRaw(
    app.url,
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi',
  )
  expect(answer.status).toBe(404)
  expectProtected(answer, 'not_found')
})

test('[RUN-11] an unreadable address is measured and logged, without the address itself', async () => {
  const metrics = createMetrics({ withProcessMetrics: false })
  const app = await startApp({ metrics })
  await rawRequest(app.url, 'GET', '/api/secret%zz')
  const text = await metrics.text()
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="unknown",status="400"} 1')
  expect(text).toContain('http_refusals_total{code="bad_request"} 1')
  expect(app.lines.join('')).toContain('"route":"unknown"')
  expect(text + app.lines.join('')).not.toContain('secret')
})

const HEAD = 'POST /api/guest/score HTTP/1.1\r\nHost: x\r\n'

test.each([
  ['no HTTP', 'hello?\r\n\r\n', 400],
  ['a zero in the address', 'GET /api/geo\0 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a length below zero', `${HEAD}Content-Length: -5\r\n\r\n`, 400],
  ['two lengths', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]), 400],
  ['a long address', `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a long header', `GET /api/geo HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
])('[SEC-6] rejects %s, and serves the next caller', async (_name, bytes, status) => {
  const app = await startApp()
  const answer = await sendRaw(app.url, bytes)
  expect(answer.status).toBe(status)
  expectProtected(answer, 'bad_request')
  expect((await app.post('/api/guest/score', scoreBody())).status).toBe(200)
})

test('[SEC-6] a request that does not arrive in time is a 408, and its connection ends', async () => {
  const app = await startApp({ requestWithinMs: 60 })
  const answer = await sendRaw(app.url, `${HEAD}X: `)
  expect(answer.status).toBe(408)
  expectProtected(answer, 'bad_request')
})
