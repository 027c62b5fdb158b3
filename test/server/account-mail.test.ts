import { expect, test } from 'vitest'
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

async function appWithMail(): Promise<{ app: RunningApp; mails: MailServer }> {
  const mails = await mailServer()
  const sendMail = smtpMail(`smtp://127.0.0.1:${mails.port}`, FROM, false)
  return { app: await startApp({ accounts: { publicUrl: PUBLIC_URL, sendMail } }), mails }
}

/** The token of the link in a mail. */
function tokenIn({ text }: ReceivedMail, page: string): string {
  const found = new RegExp(`${PUBLIC_URL}/${page}#(\\S+)`).exec(text)?.[1]
  if (found === undefined) throw new Error(`no link to ${page} in ${text}`)
  return decodeURIComponent(found)
}

test('[ACC-3] who signs up is signed in by the link in a mail with the password, and not before', async () => {
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

test('[ACC-3] the mail is sent again when it is asked for, and to nobody else', async () => {
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

test('[ACC-3] a link that was made up is a 400', async () => {
  const { app } = await appWithMail()
  for (const token of ['nonsense', 'a.b.c']) {
    const refused = { status: 400, json: { code: 'bad_link' } }
    const body = { token, password: NEW_PASSWORD }
    expect(await app.post('/api/account/verify', body)).toMatchObject(refused)
    expect(await app.post('/api/account/reset', body)).toMatchObject(refused)
  }
})

test('[ACC-8] signing up with a known address is answered like any other, and its owner is told by mail', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('teacher')
  const first = await app.post('/api/account/sign-up', adult)
  await app.post('/api/account/verify', {
    token: tokenIn(await mails.next(), 'verify'),
    password: PASSWORD,
  })
  const second = await app.post('/api/account/sign-up', { ...adult, password: NEW_PASSWORD })
  expect([second.status, second.text]).toEqual([first.status, first.text])
  const told = await mails.next()
  expect(told.to).toEqual([adult.email])
  expect(told.text).toContain('already has an account')
  expect(await app.post('/api/account/sign-in', { ...adult, password: NEW_PASSWORD })).toMatchObject({
    status: 401,
  })
})

test('[ACC-4] a forgotten password is set anew by a link, once, and every browser is signed out', async () => {
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

test('[ACC-9, ACC-33] what a mailed link proves is kept under its hash, and goes with the account', async () => {
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

test('[ACC-7] who sets a new password by mail need not wait for the wrong answers before it', async () => {
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

test('[ACC-3] one address gets five mails an hour at most, whoever asks for them', async () => {
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

test('[ACC-3] a mail that nobody takes is a line in the log without its address, and the answer is the same', async () => {
  const mails = await mailServer({ refuses: true })
  const sendMail = smtpMail(`smtp://127.0.0.1:${mails.port}`, FROM, false)
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

test('[ACC-3] a user and a password of SMTP_URL are shown to a mail server over TLS only', async () => {
  const user = { name: 'post@tenfold.example', password: 'p@ss:word/1' }
  const mails = await mailServer({ user })
  const url = `smtp://${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@127.0.0.1:${mails.port}`
  const mail = { to: 'one@school.example', subject: 'Hello', text: 'Hello' }
  // The certificate of this server is nobody's, so that it is not believed.
  await expect(smtpMail(url, FROM)(mail)).rejects.toThrow(/certificate/)
  expect(mails.received).toEqual([])
})

test('[ACC-3] a mail server whose certificate is nobody’s gets no mail, unless the settings say that any will do', async () => {
  const mails = await mailServer()
  const url = `smtp://127.0.0.1:${mails.port}`
  const mail = { to: 'one@school.example', subject: 'Hello', text: 'Hello' }
  await expect(smtpMail(url, FROM)(mail)).rejects.toThrow(/certificate/)
  expect(mails.received).toEqual([])
  await smtpMail(url, FROM, false)(mail)
  expect(mails.received).toHaveLength(1)
})

test('[ACC-5] a development start writes the mail with its link', async () => {
  const written: string[] = []
  const sendMail = logMail((text) => void written.push(text))
  const app = await startApp({ accounts: { publicUrl: 'http://localhost:3000', sendMail } })
  const adult = adultOf('teacher')
  await app.post('/api/account/sign-up', adult)
  expect(written).toHaveLength(1)
  expect(written[0]).toContain(`Mail to ${adult.email}`)
  expect(written[0]).toMatch(/http:\/\/localhost:3000\/verify#\S+/)
})

test('[ACC-4] a new password voids every other link that was mailed', async () => {
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

test('[ACC-4] who has set a password by a mailed link needs no second mail to sign in', async () => {
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

test('[ACC-8] where a mail tells the rest, an answer comes no sooner for an address that is known or not', async () => {
  const { app, mails } = await appWithMail()
  const adult = adultOf('teacher')
  const tookMs = async (path: string, body: unknown): Promise<number> => {
    const from = performance.now()
    expect((await app.post(path, body)).status).toBe(200)
    return performance.now() - from
  }
  // New, typed before and not confirmed, and confirmed.
  for (const isLast of [false, true, true]) {
    expect(await tookMs('/api/account/sign-up', adult)).toBeGreaterThan(990)
    const mail = await mails.next()
    if (!isLast || mail.text.includes('already has')) continue
    await app.post('/api/account/verify', { token: tokenIn(mail, 'verify'), password: PASSWORD })
  }
  for (const email of [adult.email, 'nobody@school.example']) {
    expect(await tookMs('/api/account/forgotten', { email })).toBeGreaterThan(290)
  }
})
