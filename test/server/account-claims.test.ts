import { expect, test } from 'vitest'
import { smtpMail } from '../../server/account/smtp-mail.ts'
import { adultOf, PASSWORD } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'
import { mailServer } from '../factories/mail-server.ts'

const PUBLIC_URL = 'https://tenfold.example'
const EVIL = 'evil evil evil'
const EVEN_MORE_EVIL = 'evil evil evil evil'
const BAD_LINK = { status: 400, json: { code: 'bad_link' } }
const WRONG = { status: 401, json: { code: 'wrong_sign_in' } }

/** A teacher, and somebody without her mailbox who types her address. */
async function contested() {
  const mails = await mailServer()
  const sendMail = smtpMail(
    `smtp://127.0.0.1:${mails.port}`,
    { name: 'T', address: 'us@tenfold.example' },
    false,
  )
  const app = await startApp({ accounts: { publicUrl: PUBLIC_URL, sendMail } })
  const teacher = adultOf('teacher')
  const attacker = { ...teacher, role: 'parent', name: 'Mallory', password: EVIL }
  const browser = new Browser(app)
  /** The token that is mailed for what is posted. */
  const mailed = async (path: string, body: unknown): Promise<string> => {
    expect((await app.post(path, body)).status).toBe(200)
    const mail = await mails.next()
    expect(mail.to).toEqual([teacher.email])
    expect(mail.text).not.toContain('already has an account')
    return decodeURIComponent(/\/(?:verify|reset)#(\S+)/.exec(mail.text)?.[1] ?? '')
  }
  const signUp = (body: unknown) => mailed('/api/account/sign-up', body)
  const again = () => mailed('/api/account/verify/again', { email: teacher.email })
  const open = (token: string, password = PASSWORD) =>
    browser.post('/api/account/verify', { token, password })
  const tryIn = (password: string) =>
    new Browser(app).post('/api/account/sign-in', { email: teacher.email, password })
  /** She is in, under what she typed, and no password of anybody else's opens the account. */
  const expectHers = async (password = PASSWORD) => {
    expect((await browser.get('/api/me')).json).toMatchObject({ role: 'teacher', name: teacher.name })
    expect((await tryIn(password)).status).toBe(200)
    expect(await tryIn(EVIL)).toMatchObject(WRONG)
    expect(await tryIn(EVEN_MORE_EVIL)).toMatchObject(WRONG)
  }
  return { app, mails, teacher, attacker, browser, mailed, signUp, again, open, tryIn, expectHers }
}

test("[ACC-41] signing up first with a teacher's address gains nothing once she signs up and opens her link", async () => {
  const { teacher, attacker, signUp, again, open, expectHers } = await contested()
  const first = await signUp(attacker)
  await signUp(teacher)
  expect(await open(first, EVIL)).toMatchObject(BAD_LINK)
  expect((await open(await again())).json).toEqual({ next: 'signed_in' })
  await expectHers()
})

test("[ACC-41] signing up between a teacher's sign-up and her click invalidates her link and gains nothing", async () => {
  const { teacher, attacker, browser, signUp, open, tryIn, expectHers } = await contested()
  const hers = await signUp(teacher)
  const theirs = await signUp(attacker)
  expect(await open(hers)).toMatchObject(BAD_LINK)
  // She cannot tell the mails apart; her password does.
  expect(await open(theirs)).toMatchObject(WRONG)
  expect(browser.cookies).toBe('')
  expect(await tryIn(EVIL)).toMatchObject({ status: 403, json: { code: 'email_not_verified' } })
  expect((await open(await signUp(teacher))).json).toEqual({ next: 'signed_in' })
  await expectHers()
})

test('[ACC-41] signing up before and after a teacher gains nothing, whichever link she opens', async () => {
  const { teacher, attacker, browser, mailed, signUp, again, open, tryIn } = await contested()
  const links = [await signUp(attacker), await signUp(teacher)]
  links.push(await signUp({ ...attacker, password: EVEN_MORE_EVIL }))
  const newest = await again()
  for (const token of links.slice(0, 2)) expect(await open(token)).toMatchObject(BAD_LINK)
  for (const token of [links[2] ?? '', newest]) expect(await open(token)).toMatchObject(WRONG)
  expect(browser.cookies).toBe('')
  // A new password by mail is that of whoever has the mailbox.
  const token = await mailed('/api/account/forgotten', { email: teacher.email })
  expect((await tryIn(EVEN_MORE_EVIL)).status).toBe(403)
  await browser.post('/api/account/reset', { token, password: PASSWORD })
  expect((await tryIn(PASSWORD)).status).toBe(200)
  expect(await tryIn(EVEN_MORE_EVIL)).toMatchObject(WRONG)
})

test("[ACC-41] an older sign-up's link does not set a newer sign-up's password either", async () => {
  const { app, teacher, attacker, mailed, signUp, open, expectHers } = await contested()
  await signUp(attacker)
  const old = await mailed('/api/account/forgotten', { email: teacher.email })
  const hers = await signUp(teacher)
  expect(await app.post('/api/account/reset', { token: old, password: EVIL })).toMatchObject(BAD_LINK)
  expect((await open(hers)).status).toBe(200)
  await expectHers()
})

test('[ACC-41] a confirmed address cannot be signed up again', async () => {
  const { app, mails, teacher, attacker, signUp, open, expectHers } = await contested()
  const hers = await signUp(teacher)
  expect((await open(hers)).status).toBe(200)
  expect((await app.post('/api/account/sign-up', attacker)).json).toEqual({ next: 'verify' })
  expect((await mails.next()).text).toContain('already has an account')
  await expectHers()
  expect((await open(hers)).json).toEqual({ next: 'signed_in' })
})

test('[ACC-41] many simultaneous sign-ups with one address get the same response, and one account remains', async () => {
  const { app, teacher, attacker } = await contested()
  const tries = [teacher, attacker, teacher, attacker].map((body) => app.post('/api/account/sign-up', body))
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const tables = await everyTable(app.database)
  expect([tables.get('user')?.length, tables.get('account')?.length]).toEqual([1, 1])
})

test('[ACC-41] an account used before this installation sent email cannot be replaced', async () => {
  const { app, mails, teacher, attacker, tryIn } = await contested()
  const quiet = await startApp({ dataDir: app.dataDir, database: app.database })
  const before = new Browser(quiet)
  await before.post('/api/account/sign-up', teacher)
  expect((await before.post('/api/classes', { name: '3b' })).status).toBe(200)
  expect((await app.post('/api/account/sign-up', attacker)).json).toEqual({ next: 'verify' })
  expect((await mails.next()).text).toContain('already has an account')
  expect((await tryIn(PASSWORD)).status).toBe(403)
  expect(await tryIn(EVIL)).toMatchObject(WRONG)
  expect((await before.get('/api/classes')).json).toMatchObject([{ name: '3b' }])
})
