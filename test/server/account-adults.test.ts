import { expect, test } from 'vitest'
import { boundedHashing } from '../../server/account/hashing.ts'
import { adultOf, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'

test('[ACC-1] an adult signs up and is signed in, signs out, and signs in again', async () => {
  const app = await startApp()
  const browser = new Browser(app)
  const { name, email, password } = adultOf('teacher')
  const up = await browser.post('/api/account/sign-up', {
    role: 'teacher',
    name: `  ${name} `,
    email,
    password,
  })
  expect(up.json).toEqual({ next: 'signed_in' })
  const me = await browser.get('/api/me')
  expect(me.json).toEqual({
    id: expect.any(String),
    role: 'teacher',
    name,
    nickname: null,
    color: null,
    playerToken: null,
    country: '',
    state: '',
    settings: null,
    zone: null,
  })
  const stolen = browser.cookies
  expect((await browser.post('/api/account/sign-out')).json).toEqual({ done: true })
  expect(browser.cookies).toMatch(/^tenfold\.adults=[\w-]{22}$/)
  expect((await browser.get('/api/me')).status).toBe(401)
  expect((await app.get('/api/me', { headers: { cookie: stolen } })).status).toBe(401)
  const again = await browser.post('/api/account/sign-in', { email: email.toUpperCase(), password })
  expect(again.json).toEqual({ next: 'signed_in' })
  expect((await browser.get('/api/me')).json).toEqual(me.json)
})

test('[ACC-1] an address has one account, however it is written and however many sign up at once', async () => {
  const app = await startApp()
  const adult = adultOf('parent')
  const answers = await Promise.all(
    [adult, { ...adult, email: adult.email.toUpperCase() }, adult].map((body) =>
      new Browser(app).post('/api/account/sign-up', body),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status } of answers) expect([200, 409, 503]).toContain(status)
  expect(await new Browser(app).post('/api/account/sign-up', adult)).toMatchObject({
    status: 409,
    json: { code: 'email_taken' },
  })
})

test.each([
  ['a short password', { password: 'seven77' }, 'password must be at least 8 characters.'],
  ['no address', { email: 'rivera' }, 'email must be an email address.'],
  ['an address that is nobody’s', { email: 'x@student.invalid' }, 'email must be an email address.'],
  ['a role that nobody gives themselves', { role: 'student' }, 'role must be one of teacher, parent.'],
  ['an empty name', { name: ' ' }, 'name must not be empty.'],
  [
    'a name of signs',
    { name: '<b>' },
    `name must be letters or digits, with spaces and the signs . , ' " ( ) · -.`,
  ],
])('[ACC-1] signing up with %s is a 400 that says so', async (_case, change, message) => {
  const app = await startApp()
  const answer = await app.post('/api/account/sign-up', { ...adultOf('teacher'), ...change })
  expect(answer).toMatchObject({ status: 400, json: { message } })
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('[ACC-2] a session cookie is HttpOnly, SameSite=Lax and valid for the whole site', async () => {
  const app = await startApp()
  const browser = await signedUp(app, 'teacher')
  expect(browser.setCookies).toHaveLength(2)
  const [name, ...attributes] = browser.setCookies[0]?.split('; ') ?? []
  expect(name).toMatch(/^tenfold\.session=/)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
})

test('[ACC-2] over TLS it is Secure and no other host can set it, according to the proxy or PUBLIC_URL', async () => {
  const byProxy = await startApp({ trustProxy: true })
  const trusted = new Browser(byProxy, { 'x-forwarded-proto': 'https' })
  await trusted.post('/api/account/sign-up', adultOf('teacher'))
  const bySetting = await startApp({ accounts: { publicUrl: 'https://tenfold.example' } })
  const behind = new Browser(bySetting)
  await behind.post('/api/account/sign-up', adultOf('teacher'))
  for (const browser of [trusted, behind]) {
    expect(browser.setCookies[0]).toMatch(/^__Host-tenfold\.session=.*; Secure/)
    expect(browser.setCookies[0]).not.toMatch(/domain/i)
    expect((await browser.get('/api/me')).status).toBe(200)
  }
  const doubted = new Browser(await startApp(), { 'x-forwarded-proto': 'https' })
  await doubted.post('/api/account/sign-up', adultOf('teacher'))
  expect(doubted.setCookies[0]).toMatch(/^tenfold\.session=/)
})

test('[ACC-2] rejects a cookie that was not signed here', async () => {
  const app = await startApp()
  const browser = await signedUp(app, 'teacher')
  const [name, value = ''] = browser.cookies.split('=', 2)
  const token = decodeURIComponent(value).split('.')[0] ?? ''
  for (const cookie of [`${name}=${token}`, `${name}=${token}.AAAA`, `${name}=`, `x${browser.cookies}`]) {
    expect((await app.get('/api/me', { headers: { cookie } })).status).toBe(401)
  }
  const other = await startApp({
    dataDir: app.dataDir,
    database: app.database,
    accounts: { secret: 'the secret of another installation altogether' },
  })
  expect((await other.get('/api/me', { headers: { cookie: browser.cookies } })).status).toBe(401)
})

test('[ACC-5] without a mail server the pages know it, and nobody can reset a password by email', async () => {
  const app = await startApp()
  expect((await app.get('/api/account')).json).toEqual({ sendsMail: false, signUp: 'open' })
  const { email } = adultOf('teacher')
  for (const path of ['/api/account/forgotten', '/api/account/verify/again']) {
    expect(await app.post(path, { email })).toMatchObject({ status: 409, json: { code: 'no_mail' } })
  }
})

test('[ACC-13] a call without a sign-in gets `Unauthorized`', async () => {
  const app = await startApp()
  const { status, json } = await app.get('/api/me')
  expect([status, json]).toEqual([401, { code: 'unauthorized', message: 'Unauthorized' }])
})

test('[ACC-16] no log line contains an address, a name, a password, a cookie or a token', async () => {
  const app = await startApp()
  const browser = new Browser(app)
  const adult = adultOf('teacher')
  await browser.post('/api/account/sign-up', adult)
  const { cookies } = browser
  await browser.get('/api/me')
  await new Browser(app).post('/api/account/sign-up', adult)
  await new Browser(app).post('/api/account/sign-in', { ...adult, password: 'wrong password' })
  await browser.post('/api/account/reset', { token: 'a-token-from-a-mail', password: 'another password' })
  const log = app.lines.join('')
  expect(app.lines.length).toBeGreaterThan(4)
  const value = decodeURIComponent(cookies.split('=')[1] ?? '')
  const secrets = [
    adult.email,
    adult.name,
    adult.password,
    'wrong password',
    'a-token-from',
    value.slice(0, 20),
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
})

test('[ACC-9] passwords are stored as a memory-hard hash with their own salt', async () => {
  const app = await startApp({ accounts: { hashing: boundedHashing() } })
  const one = adultOf('teacher')
  await new Browser(app).post('/api/account/sign-up', one)
  await new Browser(app).post('/api/account/sign-up', adultOf('teacher'))
  const stored = await app.database.read(({ db }) => db.selectFrom('account').selectAll().execute())
  const [first, second] = stored.map(({ password }) => password)
  // 16 bytes of salt and 64 of scrypt's, in hex.
  for (const hash of [first, second]) expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(first).not.toBe(second)
})

test('[ACC-1] pressing twice signs up once, and the second response says that the address is taken', async () => {
  const app = await startApp()
  const adult = adultOf('teacher')
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.post('/api/account/sign-up', adult)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect((await app.post('/api/account/sign-in', adult)).status).toBe(200)
})
