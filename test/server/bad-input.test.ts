import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guestRoutes } from '../../contract/guest.ts'
import { problem } from '../../contract/problem.ts'
import { startApp, type Answer, type RunningApp } from '../factories/app.ts'
import { newToken, scoreBody, sessionBody } from '../factories/guest-calls.ts'
import { rawRequest, sendRaw } from '../factories/raw-http.ts'
import { storedRows } from '../factories/sqlite-file.ts'

const SESSION = '/api/guest/session'
const SCORE = '/api/guest/score'
const TIME = `${SESSION}/${'a'.repeat(16)}/time`

/** What every refusal under /api must be. */
function expectProblem({ status, headers, text, json }: Answer, expected: number): void {
  expect(status).toBe(expected)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { message } = problem.parse(json)
  expect(message).toMatch(/^[^\n]{3,400}[.]$/)
  expect(text).not.toMatch(/<html|\s at \/|node_modules|\.ts:\d|Error:/)
}

/** Nothing of what was refused is stored, and the next player is served. */
async function expectUnharmed(app: RunningApp): Promise<void> {
  expect(await storedRows(app.dataDir)).toBe(0)
  expect((await app.post(SCORE, scoreBody())).status).toBe(200)
}

const MALFORMED_TOKENS = [
  'short',
  'a'.repeat(15),
  'a'.repeat(17),
  'a'.repeat(5000),
  'abcdefghijklmno!',
  'abcdefghijklmno%20',
  'абвгдежзиклмнопр',
  '%00'.repeat(16),
  '__proto__',
  "'; drop table --",
  '<script>alert(1)',
]

test('[API-5] a malformed token anywhere is a 400 that says what a token is', async () => {
  const app = await startApp()
  for (const token of MALFORMED_TOKENS) {
    const inBody = token.replaceAll('%00', '\0')
    const answers = [
      await app.get(`${SESSION}/${encodeURIComponent(inBody)}`),
      await app.post(`${SESSION}/${encodeURIComponent(inBody)}/time`, { additionalTime: 15 }),
      await app.post(SESSION, sessionBody({ sessionToken: inBody })),
      await app.post(SCORE, scoreBody({ sessionToken: inBody })),
    ]
    for (const answer of answers) {
      expectProblem(answer, 400)
      expect(answer.json).toEqual({
        message: 'sessionToken must be 16 letters or digits.',
        code: 'bad_request',
      })
    }
  }
  for (const sessionToken of [undefined, null, 7, [], {}, true]) {
    expectProblem(await app.post(SCORE, scoreBody({ sessionToken })), 400)
  }
  await expectUnharmed(app)
})

test('[API-10] a body that is not JSON, or has a prototype key, is a 400', async () => {
  const app = await startApp()
  for (const body of [
    'not json',
    '{"sessionToken": "abc',
    '',
    '{}{}',
    '{"a":1,}',
    "{'a':1}",
    '{"score":NaN}',
    '{"__proto__":{"score":1}}',
    '{"nickname":{"__proto__":{"a":1}}}',
    '{"constructor":{"prototype":{"a":1}}}',
  ]) {
    for (const path of [SESSION, SCORE, TIME]) {
      const answer = await app.post(path, body)
      expectProblem(answer, 400)
      const message =
        body === ''
          ? 'The body must be JSON; it was empty.'
          : 'The body must be valid JSON, without prototype keys.'
      expect(answer.json, body).toEqual({ message, code: 'bad_json' })
    }
  }
  expect(Object.prototype).not.toHaveProperty('score')
  await expectUnharmed(app)
})

test('[API-8] a body that is not an object, or is empty, is a 400 that names the problem', async () => {
  const app = await startApp()
  for (const body of ['null', '42', '"text"', '[]', 'true', '{}']) {
    for (const path of [SESSION, SCORE, TIME]) expectProblem(await app.post(path, body), 400)
  }
  await expectUnharmed(app)
})

test('[API-8] the message names the field and what it accepts', async () => {
  const app = await startApp()
  const messageOf = async (path: string, body: unknown) =>
    problem.parse((await app.post(path, body)).json).message
  expect(await messageOf(SCORE, 'null')).toBe('The body must be an object, not null.')
  expect(await messageOf(SESSION, sessionBody({ nickname: 7 }))).toBe(
    'nickname must be a string, not a number.',
  )
  expect(await messageOf(SESSION, sessionBody({ nickname: undefined }))).toBe('nickname is missing.')
  expect(await messageOf(TIME, { additionalTime: 1.5 })).toBe('additionalTime must be a whole number.')
  expect(await messageOf(TIME, { additionalTime: 3601 })).toBe('additionalTime must be at most 3600.')
  expect(await messageOf(TIME, { additionalTime: -15 })).toBe('additionalTime must not be negative.')
})

test('[API-10] an oversized body is a 413, and a deeply nested one is rejected like any other', async () => {
  const app = await startApp()
  const huge = await app.post(SCORE, scoreBody({ location: 'a'.repeat(1_000_000) }))
  expectProblem(huge, 413)
  expect(huge.json).toMatchObject({ code: 'body_too_large' })
  const depth = 8_000
  expectProblem(await app.post(SCORE, '['.repeat(depth) + ']'.repeat(depth)), 400)
  expectProblem(await app.post(SESSION, `{"nickname":${'['.repeat(depth)}1${']'.repeat(depth)}}`), 400)
  await expectUnharmed(app)
})

test('[API-10] another content type, or none, is a 415', async () => {
  const app = await startApp()
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data', 'nonsense']) {
    const answer = await app.post(SCORE, JSON.stringify(scoreBody()), { 'content-type': type })
    expectProblem(answer, 415)
    expect(answer.json).toMatchObject({ code: 'unsupported_media_type' })
  }
  const untyped = await sendRaw(
    app.url,
    `POST ${SCORE} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
  )
  expect(untyped.status).toBe(415)
  await expectUnharmed(app)
})

test.each([
  [{ 'content-encoding': 'gzip' }],
  [{ 'content-encoding': 'identity, br' }],
  [{ 'content-type': 'application/json; charset=utf-16' }],
  [{ 'content-type': 'application/json;CHARSET="iso-8859-1"' }],
])('[API-10] a body with %j is a 415', async (headers) => {
  const app = await startApp()
  const answer = await app.post(SCORE, scoreBody(), headers)
  expectProblem(answer, 415)
  expect(answer.json).toMatchObject({ code: 'unsupported_media_type' })
  await expectUnharmed(app)
})

test('[API-10] accepts a body declared as UTF-8 and uncompressed', async () => {
  const app = await startApp()
  for (const type of ['application/json; charset=utf-8', 'application/json;charset="UTF-8"']) {
    const headers = { 'content-type': type, 'content-encoding': 'identity' }
    expect((await app.post(SCORE, scoreBody(), headers)).status).toBe(200)
  }
})

test('[API-9] an unknown path under /api is a 404 in JSON, for every method', async () => {
  const app = await startApp()
  for (const path of [
    '/api',
    '/api/',
    '/api/nope',
    '/api/guest',
    '/api/guest/sessions',
    '/api/guest/score/x',
  ]) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await fetch(app.url + path, { method })
      const answer = { status: response.status, headers: response.headers, text: await response.text() }
      expectProblem({ ...answer, json: JSON.parse(answer.text) as unknown }, 404)
    }
  }
})

test('[API-9] a known path with another method is a 405 that lists the allowed ones', async () => {
  const app = await startApp()
  const cases = [
    ['DELETE', SCORE, 'POST'],
    ['GET', SCORE, 'POST'],
    ['PUT', SESSION, 'POST'],
    ['PATCH', TIME, 'POST'],
    ['POST', `${SESSION}/${newToken()}`, 'GET, HEAD'],
    ['POST', '/api/geo', 'GET, HEAD'],
  ] as const
  for (const [method, path, allow] of cases) {
    const body = method === 'GET' ? null : 'not even json'
    const response = await fetch(app.url + path, { method, body })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    expect(problem.parse(await response.json()).code).toBe('method_not_allowed')
  }
  await expectUnharmed(app)
})

test('[SEC-6] path traversal under /api is a 4xx in JSON', async () => {
  const app = await startApp()
  const token = newToken()
  await app.post(SESSION, sessionBody({ sessionToken: token }))
  const paths = [
    '/api/../etc/passwd',
    '/api/../../../../etc/passwd',
    `/api/guest/../guest/session/${token}`,
    `/api/guest/./session/${token}`,
    `/api//guest/session/${token}`,
    `/api/guest/session//${token}`,
    `/api/guest/session/${token}/`,
    `/api/guest/session/${token}%00`,
    `/api/guest/session/${token}%2f..`,
    `/api/guest/session/%2e%2e/${token}`,
    '/api/%2e%2e/%2e%2e/etc/passwd',
    '/api/..%2f..%2fetc%2fpasswd',
    '/api/guest/session/%ff%fe',
    '/api/%',
    '/%61pi/nope',
    '/api%2fnope',
    '/api/guest/session/..;/x',
    '/api\\..\\windows',
    '/API/guest/score',
  ]
  for (const path of paths) {
    const { status, head, body } = await rawRequest(app.url, 'GET', path)
    expect({ path, clientError: status >= 400 && status < 500 }).toEqual({ path, clientError: true })
    if (!path.startsWith('/API')) {
      expect({ path, json: /content-type: application\/json/i.test(head) }).toEqual({ path, json: true })
      expect(problem.safeParse(JSON.parse(body)).success).toBe(true)
    }
    expect(body).not.toContain('root:')
  }
})

test('[SEC-6] markup, SQL and broken Unicode as a name or place are replaced, or refused if they have control characters', async () => {
  const app = await startApp()
  const hostile = [
    '<script>alert(1)</script>',
    "'; drop table guest; --",
    '{{7*7}}',
    '\u202egnp.exe',
    '\ud800',
    'a\0b',
    'a\nb',
    '\u200bx',
    '../../etc',
    '${env}',
  ]
  for (const text of hostile) {
    for (const field of ['nickname', 'location', 'country', 'state']) {
      const answer = await app.post(SESSION, sessionBody({ [field]: text }))
      if (/\p{Cc}/u.test(text)) expectProblem(answer, 400)
      else
        expect(answer).toMatchObject({
          status: 200,
          json: { [field]: expect.stringMatching(/^$|^[A-Z]\w+\d$/) },
        })
    }
  }
})

test('[SEC-6] any JSON gets a success or a reason, and the process keeps running', async () => {
  const app = await startApp()
  const field = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined))
  const nearly = fc.record(
    {
      sessionToken: fc.oneof(fc.constant(newToken()), field),
      submissionId: field,
      league: fc.oneof(fc.constant('division_facts'), field),
      score: fc.oneof(fc.nat(10), field),
      problemsSolved: fc.oneof(fc.integer({ min: 5, max: 50 }), field),
      correctAnswers: fc.oneof(fc.nat(5), field),
      averageTime: fc.oneof(fc.nat(), field),
      speedBonus: fc.oneof(fc.constant(0), field),
      nickname: field,
      location: field,
      additionalTime: field,
      secondsAgo: field,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(nearly, fc.jsonValue()), async (body) => {
      const score = await app.post(SCORE, body)
      if (score.status === 200)
        expect(guestRoutes.saveScore.response.safeParse(score.json).success).toBe(true)
      else if (score.status !== 429) expectProblem(score, 400)
      const session = await app.post(SESSION, body)
      if (session.status !== 200) expectProblem(session, 400)
    }),
    { numRuns: 200 },
  )
  expect((await app.get('/healthz')).status).toBe(200)
})

test('[SEC-6] a sender that stops in the middle of a body blocks nobody', async () => {
  const app = await startApp()
  const half = sendRaw(
    app.url,
    `POST ${SCORE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"sess`,
  )
  await expectUnharmed(app)
  await app.close()
  expect((await half).status).toBe(0)
})
