import { describe, expect, test } from 'vitest'
import { startApp, type StartOptions } from '../factories/app.ts'
import { adultOf } from '../factories/accounts.ts'
import { Browser } from '../factories/browser-user.ts'
import { scoreBody } from '../factories/guest-calls.ts'
import { sendRaw } from '../factories/raw-http.ts'
import { ADAPTERS } from '../storage/adapters.ts'

const TOKEN = 'A'.repeat(16)
const HTTPS = { publicUrl: 'https://tenfold.example' }
const BOARD = '/api/guest/leaderboard?league=addition_facts'

for (const { name, open } of ADAPTERS) {
  describe(`control characters on ${name}`, () => {
    test('[SEC-10] in any text of a call are a 400 that names the field, and nothing is stored', async () => {
      const app = await startApp({ database: await open() })
      const teacher = new Browser(app)
      expect((await teacher.post('/api/account/sign-up', adultOf('teacher'))).status).toBe(200)
      for (const sign of ['\u0000', '\u0001', '\u001b', '\n', '\u007f', '\u0085']) {
        const answers = [
          await teacher.post('/api/classes', { name: `3${sign}b` }),
          await app.post('/api/account/sign-up', { ...adultOf('parent'), name: `Pat${sign}` }),
          await app.post('/api/account/sign-in', { email: `a${sign}@x.example`, password: 'long enough' }),
          await app.post('/api/account/sign-in', { email: 'a@x.example', password: `long${sign}enough` }),
          await app.post('/api/guest/score', scoreBody({ nickname: `Swift${sign}Fox42` })),
          await app.post('/api/guest/session', {
            sessionToken: TOKEN,
            nickname: 'SwiftFox42',
            location: sign,
          }),
          await app.get(`/api/guest/weekly-points/a${encodeURIComponent(sign)}b`),
          await app.get(`/api/facts?category=a${encodeURIComponent(sign)}b`),
        ]
        // A call for signed-in students is refused before it is read.
        expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400, 401])
      }
      expect((await teacher.get('/api/classes')).json).toEqual([])
    })
  })
}

test('[SEC-10] a request with two Host headers is a 400, whatever it asks for', async () => {
  const app = await startApp()
  const { host } = new URL(app.url)
  for (const path of ['/api/geo', '/guest', '/healthz', BOARD]) {
    const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nhost: evil.example\r\nConnection: close\r\n\r\n`
    expect((await sendRaw(app.url, head)).status, path).toBe(400)
  }
})

test.each<[string, StartOptions, Record<string, string>]>([
  ['PUBLIC_URL', { accounts: HTTPS }, {}],
  ['a trusted proxy', { trustProxy: true }, { 'x-forwarded-proto': 'https' }],
])(
  '[SEC-2] with https by %s every answer keeps the browser on TLS, and pages keep their window',
  async (_by, options, headers) => {
    const app = await startApp(options)
    for (const path of ['/api/geo', '/api/nope', '/healthz', BOARD]) {
      const answer = await app.get(path, { headers })
      expect(answer.headers.get('strict-transport-security'), path).toMatch(/^max-age=31536000/)
    }
    const page = await app.get('/guest', { headers })
    expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const plain = await startApp()
    expect((await plain.get('/guest')).headers.get('cross-origin-opener-policy')).toBeNull()
  },
)

test('[ACC-6] a page loaded without TLS changes nothing where visitors use TLS', async () => {
  const app = await startApp({ trustProxy: true })
  const byTls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'tenfold.example' }
  const teacher = new Browser(app, { ...byTls, origin: 'https://tenfold.example' })
  expect((await teacher.post('/api/account/sign-up', adultOf('teacher'))).status).toBe(200)
  const make = (origin: string) =>
    app.post('/api/classes', { name: '3b' }, { ...byTls, origin, cookie: teacher.cookies })
  expect((await make('http://tenfold.example')).status).toBe(403)
  expect((await make('https://tenfold.example')).status).toBe(200)
})

test('[OPS-13] METRICS_TOKEN is required for the metrics, and nothing else', async () => {
  const metricsToken = 'm'.repeat(32)
  const app = await startApp({ metricsToken })
  const ask = async (authorization?: string) =>
    (await app.get('/metrics', authorization === undefined ? {} : { headers: { authorization } })).status
  for (const wrong of [
    undefined,
    '',
    metricsToken,
    `Bearer ${metricsToken}x`,
    'Bearer ',
    `Basic ${metricsToken}`,
  ]) {
    expect(await ask(wrong), String(wrong)).toBe(401)
  }
  expect(await ask(`Bearer ${metricsToken}`)).toBe(200)
  expect((await app.get('/healthz')).status).toBe(200)
  expect((await (await startApp()).get('/metrics')).status).toBe(200)
})
