import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import type { AccountsOfApp } from '../../server/account/account.ts'
import { logMail, smtpMail } from '../../server/account/smtp-mail.ts'
import { adultOf, PASSWORD } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'
import { mailServer } from '../factories/mail-server.ts'
import type { MailServer, ReceivedMail } from '../factories/open-mail-server.ts'

const FROM = { name: 'Tenfold', address: 'noreply@tenfold.example' }
const PUBLIC_URL = 'https://tenfold.example'
const NEW_PASSWORD = 'another correct horse'

async function appWithMail(
  wait: AccountsOfApp['wait'] = async () => undefined,
): Promise<{ app: RunningApp; mails: MailServer }> {
  const mails = await mailServer()
  const sendMail = smtpMail(`smtp://127.0.0.1:${mails.port}`, FROM)
  return { app: await startApp({ accounts: { publicUrl: PUBLIC_URL, sendMail, wait } }), mails }
}

/** The token of the link in a mail. */
function tokenIn({ text }: ReceivedMail, page: string): string {
  const found = new RegExp(`${PUBLIC_URL}/${page}#(\\S+)`).exec(text)?.[1]
  if (found === undefined) throw new Error(`no link to ${page} in ${text}`)
  return decodeURIComponent(found)
}

test('[ACC-3] a new adult is signed in by the emailed link with the password, and not before', async () => {
  const { app, mails } = await appWithMail()
  expect((await app.get('/api/account')).json).toEqual({ sendsMail: true, signUp: 'open' })
  const adult = adultOf('parent')
  const browser = new Browser(app)
  expect((await browser.post('/api/account/sign-up', adult)).json).toEqual({ next: 'verify' })
  expect(browser.cookies).toBe('')
  expect(await browser.post('/api/account/sign-in', adult)).toMatchObject({
    status: 403,
    json: { code: 'email_not_verified' },
  })
  const mail = await mails.next()
  expect(mail).toMatchObject({ from: FROM.address, to: [adult.email], user: null })
  expect(mail.text).toContain('From: Tenfold <noreply@tenfold.example>')
  const token = tokenIn(mail, 'verify')
  const body = { token, password: adult.password }
  expect((await browser.post('/api/account/verify', body)).json).toEqual({ next: 'signed_in' })
  expect((await browser.get('/api/me')).json).toMatchObject({ role: 'parent', name: adult.name })
  const late = new Browser(app)
  expect(await late.post('/api/account/verify', { token, password: NEW_PASSWORD })).toMatchObject({
    status: 401,
    json: { code: 'wrong_sign_in' },
  })
  expect(late.cookies).toBe('')
  expect((await late.post('/api/account/sign-in', adult)).json).toEqual({ next: 'signed_in' })
})

test('[ACC-3] the email is sent again on request, and to nobody else', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('teacher')
  await app.post('/api/account/sign-up', adult)
  await mails.next()
  for (const email of ['nobody@school.example', adult.email]) {
    expect((await app.post('/api/account/verify/again', { email })).json).toEqual({ done: true })
  }
  const browser = new Browser(app)
  await browser.post('/api/account/verify', {
    token: tokenIn(await mails.next(), 'verify'),
    password: PASSWORD,
  })
  expect((await browser.get('/api/me')).status).toBe(200)
  expect(mails.received).toHaveLength(2)
})

test('[ACC-3] a made-up link is a 400', async () => {
  const { app } = await appWithMail()
  for (const token of ['nonsense', 'a.b.c']) {
    const refused = { status: 400, json: { code: 'bad_link' } }
    const body = { token, password: NEW_PASSWORD }
    expect(await app.post('/api/account/verify', body)).toMatchObject(refused)
    expect(await app.post('/api/account/reset', body)).toMatchObject(refused)
  }
})

test('[ACC-8] signing up with a known address looks like any other sign-up, and its owner is notified by email', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('teacher')
  const first = await app.post('/api/account/sign-up', adult)
  await app.post('/api/account/verify', {
    token: tokenIn(await mails.next(), 'verify'),
    password: PASSWORD,
  })
  const second = await app.post('/api/account/sign-up', { ...adult, password: NEW_PASSWORD })
  expect([second.status, second.text]).toEqual([first.status, first.text])
  const notice = await mails.next()
  expect(notice.to).toEqual([adult.email])
  expect(notice.text).toContain('already has an account')
  expect(await app.post('/api/account/sign-in', { ...adult, password: NEW_PASSWORD })).toMatchObject({
    status: 401,
  })
})

test('[ACC-4] a link resets a forgotten password once, and signs out every browser', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('teacher')
  const browser = new Browser(app)
  await browser.post('/api/account/sign-up', adult)
  await browser.post('/api/account/verify', {
    token: tokenIn(await mails.next(), 'verify'),
    password: PASSWORD,
  })
  const asked = await app.post('/api/account/forgotten', { email: adult.email })
  const unknown = await app.post('/api/account/forgotten', { email: 'nobody@school.example' })
  expect([asked.status, asked.text]).toEqual([200, '{"done":true}'])
  expect([unknown.status, unknown.text]).toEqual([200, '{"done":true}'])
  const body = { token: tokenIn(await mails.next(), 'reset'), password: NEW_PASSWORD }
  expect((await app.post('/api/account/reset', body)).json).toEqual({ done: true })
  expect((await browser.get('/api/me')).status).toBe(401)
  expect(await app.post('/api/account/reset', body)).toMatchObject({
    status: 400,
    json: { code: 'bad_link' },
  })
  expect((await app.post('/api/account/sign-in', { ...adult, password: PASSWORD })).status).toBe(401)
  expect((await app.post('/api/account/sign-in', { ...adult, password: NEW_PASSWORD })).status).toBe(200)
  expect(mails.received).toHaveLength(2)
})

test('[ACC-9, ACC-33] the token of an emailed link is stored as a hash, and deleted with the account', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('teacher')
  const browser = new Browser(app)
  await browser.post('/api/account/sign-up', adult)
  await browser.post('/api/account/verify', {
    token: tokenIn(await mails.next(), 'verify'),
    password: PASSWORD,
  })
  const { id } = (await browser.get('/api/me')).json as { id: string }
  await browser.post('/api/account/forgotten', { email: adult.email })
  const token = tokenIn(await mails.next(), 'reset')
  const kept = async (): Promise<string> => JSON.stringify([...(await everyTable(app.database))])
  expect(await kept()).toContain(id)
  expect(await kept()).not.toContain(token)
  expect((await browser.call('DELETE', '/api/account', { password: PASSWORD })).status).toBe(200)
  expect(await kept()).not.toContain(id)
  const body = { token, password: NEW_PASSWORD }
  expect((await app.post('/api/account/reset', body)).json).toMatchObject({ code: 'bad_link' })
})

test('[ACC-7] setting a new password by email clears the wait for earlier wrong answers', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('teacher')
  await app.post('/api/account/sign-up', adult)
  await app.post('/api/account/verify', {
    token: tokenIn(await mails.next(), 'verify'),
    password: PASSWORD,
  })
  const wrong = { ...adult, password: 'a wrong password' }
  for (let call = 0; call < 5; call += 1) await app.post('/api/account/sign-in', wrong)
  expect((await app.post('/api/account/sign-in', adult)).status).toBe(429)
  await app.post('/api/account/forgotten', { email: adult.email })
  await app.post('/api/account/reset', {
    token: tokenIn(await mails.next(), 'reset'),
    password: NEW_PASSWORD,
  })
  expect((await app.post('/api/account/sign-in', { ...adult, password: NEW_PASSWORD })).status).toBe(200)
})

test('[ACC-3] one address gets at most five emails an hour, whoever requests them', async () => {
  const { app, mails } = await appWithMail()
  const { email, ...adult } = adultOf('teacher')
  await app.post('/api/account/sign-up', { ...adult, email })
  await mails.next()
  const answers = []
  for (let call = 0; call < 6; call += 1) answers.push(await app.post('/api/account/forgotten', { email }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await app.post('/api/account/forgotten', { email: adultOf('teacher').email })).status).toBe(200)
})

test('[ACC-3] an email that cannot be delivered is logged without its address, and the response is the same', async () => {
  const mails = await mailServer({ refuses: true })
  const sendMail = smtpMail(`smtp://127.0.0.1:${mails.port}`, FROM)
  const app = await startApp({ accounts: { publicUrl: PUBLIC_URL, sendMail } })
  const adult = adultOf('teacher')
  expect((await app.post('/api/account/sign-up', adult)).json).toEqual({ next: 'verify' })
  await app.close()
  const line = app.lines.find((text) => text.includes('mail_failed')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    event: 'mail_failed',
    kind: 'verify',
    code: 'EENVELOPE',
  })
  expect(app.lines.join('')).not.toContain(adult.email)
})

test('[ACC-3] sends the user and password of SMTP_URL to a mail server only over TLS', async () => {
  const user = { name: 'post@tenfold.example', password: 'p@ss:word/1' }
  const mails = await mailServer({ user })
  const url = `smtp://${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@127.0.0.1:${mails.port}`
  const mail = { to: 'one@school.example', subject: 'Hello', text: 'Hello' }
  // No certificate authority signed this server’s certificate, so clients do not trust it.
  await expect(smtpMail(url, FROM, true)(mail)).rejects.toThrow(/certificate/)
  expect(mails.received).toEqual([])
})

test('[ACC-3] sends no email to a server with an invalid certificate, unless it is on this machine', async () => {
  const mails = await mailServer()
  const url = `smtp://127.0.0.1:${mails.port}`
  const mail = { to: 'one@school.example', subject: 'Hello', text: 'Hello' }
  await expect(smtpMail(url, FROM, true)(mail)).rejects.toThrow(/certificate/)
  expect(mails.received).toEqual([])
  await smtpMail(url, FROM)(mail)
  expect(mails.received).toHaveLength(1)
})

test('[ACC-5] in development the email is printed with its link', async () => {
  const written: string[] = []
  const sendMail = logMail((text) => void written.push(text))
  const app = await startApp({ accounts: { publicUrl: 'http://localhost:3000', sendMail } })
  const adult = adultOf('teacher')
  await app.post('/api/account/sign-up', adult)
  expect(written).toHaveLength(1)
  expect(written[0]).toContain(`Mail to ${adult.email}`)
  expect(written[0]).toMatch(/http:\/\/localhost:3000\/verify#\S+/)
})

test('[ACC-4] a new password invalidates every other emailed link', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('teacher')
  await app.post('/api/account/sign-up', adult)
  await mails.next()
  const tokens: string[] = []
  for (let mail = 0; mail < 2; mail += 1) {
    await app.post('/api/account/forgotten', { email: adult.email })
    tokens.push(tokenIn(await mails.next(), 'reset'))
  }
  const [first, second] = tokens
  expect((await app.post('/api/account/reset', { token: second, password: NEW_PASSWORD })).status).toBe(200)
  const late = await app.post('/api/account/reset', { token: first, password: PASSWORD })
  expect(late).toMatchObject({ status: 400, json: { code: 'bad_link' } })
  expect((await everyTable(app.database)).get('verification')).toEqual([])
})

test('[ACC-4] after setting a password by an emailed link no second email is needed to sign in', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('parent')
  await app.post('/api/account/sign-up', adult)
  await mails.next()
  await app.post('/api/account/forgotten', { email: adult.email })
  const token = tokenIn(await mails.next(), 'reset')
  await app.post('/api/account/reset', { token, password: NEW_PASSWORD })
  const entered = await app.post('/api/account/sign-in', { ...adult, password: NEW_PASSWORD })
  expect(entered).toMatchObject({ status: 200, json: { next: 'signed_in' } })
})

test('[ACC-8] if the rest is in an email, responses wait equally long for known and unknown addresses', async () => {
  const waits = new EventEmitter()
  const { app, mails } = await appWithMail((ms) => {
    waits.emit('asked', ms)
    return once(waits, 'over')
  })
  const adult = adultOf('teacher')
  const waitOf = async (path: string, body: unknown): Promise<unknown> => {
    const asked = once(waits, 'asked')
    const answer = app.post(path, body)
    const [ms] = await asked
    waits.emit('over')
    expect((await answer).status).toBe(200)
    return ms
  }
  // New, typed before and not confirmed, and confirmed.
  for (const isLast of [false, true, true]) {
    expect(await waitOf('/api/account/sign-up', adult)).toBe(1000)
    const mail = await mails.next()
    if (!isLast || mail.text.includes('already has')) continue
    await app.post('/api/account/verify', { token: tokenIn(mail, 'verify'), password: PASSWORD })
  }
  for (const email of [adult.email, 'nobody@school.example']) {
    expect(await waitOf('/api/account/forgotten', { email })).toBe(300)
  }
})
