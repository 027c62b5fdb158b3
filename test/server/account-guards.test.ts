import { createHook } from 'node:async_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { boundedHashing } from '../../server/account/hashing.ts'
import { smtpMail } from '../../server/account/smtp-mail.ts'
import {
  addedChildren,
  adultOf,
  confirmed,
  madeClass,
  signedIn,
  signedUp,
  wrongPin,
} from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { newToken } from '../factories/guest-calls.ts'
import { later, stopClock } from '../factories/later.ts'
import { mailServer } from '../factories/mail-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

test('[ACC-6] a writing call with a session must come from a page of this site', async () => {
  const app = await startApp()
  const { cookies: cookie } = await signedUp(app, 'teacher')
  const make = (headers: Readonly<Record<string, string>>) =>
    app.post('/api/classes', { name: '3b' }, { cookie, ...headers })
  const port = new URL(app.url).port
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1.evil.example:${port}` },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ]) {
    expect(await make(headers)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  }
  expect((await make({ origin: app.url })).status).toBe(200)
  expect((await make({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

test("[ACC-6] this applies to every writing method and to guests' calls; reading needs no page", async () => {
  const app = await startApp()
  const { cookies: cookie } = await signedUp(app, 'teacher')
  const statuses = await Promise.all(
    [
      app.get('/api/classes/x', { method: 'PATCH', headers: { cookie, ...JSON_TYPE }, body: '{}' }),
      app.get('/api/classes/x/children/y', { method: 'DELETE', headers: { cookie } }),
      app.post('/api/guest/session', { sessionToken: newToken(), nickname: 'SwiftFox42' }, { cookie }),
      app.post('/api/account/sign-out', {}, { cookie }),
    ].map(async (answer) => (await answer).status),
  )
  expect(statuses).toEqual([403, 403, 403, 403])
  expect((await app.get('/api/classes', { headers: { cookie } })).status).toBe(200)
  const guest = { sessionToken: newToken(), nickname: 'SwiftFox42' }
  expect((await app.post('/api/guest/session', guest)).status).toBe(200)
})

test('[ACC-6] a page under PUBLIC_URL belongs to this site, whatever Host a proxy sends', async () => {
  const app = await startApp({ accounts: { publicUrl: 'https://tenfold.example' } })
  const browser = new Browser(app, { origin: 'https://tenfold.example' })
  await browser.post('/api/account/sign-up', adultOf('teacher'))
  expect((await browser.post('/api/classes', { name: '3b' })).status).toBe(200)
})

test("[ACC-6] reads only JSON, so rejects what another site's form can send", async () => {
  const app = await startApp()
  const body = JSON.stringify(adultOf('teacher'))
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const answer = await app.post('/api/account/sign-in', body, { 'content-type': type })
    expect(answer.status).toBe(415)
  }
})

test('[ACC-7] after five wrong passwords an account waits 30 s, then twice as long; a right one clears it', async () => {
  stopClock()
  const app = await startApp()
  const adult = adultOf('teacher')
  await app.post('/api/account/sign-up', adult)
  const signIn = (password: string) => app.post('/api/account/sign-in', { email: adult.email, password })
  const wrong = { status: 401, json: { code: 'wrong_sign_in' } }
  for (let call = 0; call < 5; call += 1) expect(await signIn('a wrong password')).toMatchObject(wrong)
  const waiting = await signIn(adult.password)
  expect(waiting).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
  expect(waiting.headers.get('retry-after')).toBe('30')
  later(30_000)
  expect(await signIn('a wrong password')).toMatchObject(wrong)
  expect((await signIn(adult.password)).headers.get('retry-after')).toBe('60')
  later(60_000)
  expect((await signIn(adult.password)).status).toBe(200)
  expect(await signIn('a wrong password')).toMatchObject(wrong)
  expect((await signIn(adult.password)).status).toBe(200)
})

test('[ACC-7] simultaneous passwords count as no more than five guesses', async () => {
  const app = await startApp()
  const adult = adultOf('teacher')
  await app.post('/api/account/sign-up', adult)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      app.post('/api/account/sign-in', { email: adult.email, password: `guess number ${index}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
})

test('[ACC-7] a waiting child makes nobody else of its class wait, and no address', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana, ben] = await addedChildren(teacher, id, ['Ana', 'Ben'])
  if (!ana || !ben) throw new Error('two were made')
  const guess = { code, name: 'ANA', pin: wrongPin(ana.pin) }
  const statuses = []
  for (let call = 0; call < 6; call += 1) {
    statuses.push(
      (await app.post('/api/account/child/sign-in', { ...guess, name: call % 2 ? 'Ana' : ' ana' })).status,
    )
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const browser = await signedIn(app, code, ben)
  expect((await browser.get('/api/me')).json).toMatchObject({ name: 'Ben' })
  later(30_000)
  await signedIn(app, code, ana)
})

test('[ACC-7] a right PIN clears earlier wrong ones', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const enter = async (pin: typeof ana.pin) =>
    (await app.post('/api/account/child/sign-in', { code, name: 'Ana', pin })).status
  for (let round = 0; round < 2; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) expect(await enter(wrongPin(ana.pin))).toBe(401)
    expect(await enter(ana.pin)).toBe(200)
  }
})

test('[ACC-8] an unknown address, code or name gets the same response and wait as a wrong password or PIN', async () => {
  stopClock()
  const app = await startApp()
  const adult = adultOf('teacher')
  const teacher = new Browser(app)
  await teacher.post('/api/account/sign-up', adult)
  await confirmed(teacher)
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const pin = wrongPin(ana.pin)
  const sixOf = async (path: string, body: unknown) => {
    const answers = []
    for (let call = 0; call < 6; call += 1) answers.push(await app.post(path, body))
    return answers.map(({ status, text, headers }) => [status, text, headers.get('retry-after')])
  }
  const password = 'a wrong password'
  const known = await sixOf('/api/account/sign-in', { email: adult.email, password })
  expect(await sixOf('/api/account/sign-in', { email: 'nobody@school.example', password })).toEqual(known)
  const knownChild = await sixOf('/api/account/child/sign-in', { code, name: 'Ana', pin })
  expect(await sixOf('/api/account/child/sign-in', { code, name: 'Nobody', pin })).toEqual(knownChild)
  expect(await sixOf('/api/account/child/sign-in', { code: 'ZZZZZZ', name: 'Ana', pin })).toEqual(knownChild)
  expect(knownChild.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429])
})

test("[ACC-8] an unknown address is hashed like a known one, so takes as long; children's names are never hashed", async () => {
  const app = await startApp({ accounts: { hashing: boundedHashing() } })
  const adult = adultOf('teacher')
  const teacher = new Browser(app)
  await teacher.post('/api/account/sign-up', adult)
  await confirmed(teacher)
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  let hashes = 0
  const hook = createHook({ init: (_id, type) => void (hashes += type === 'SCRYPTREQUEST' ? 1 : 0) }).enable()
  onTestFinished(() => void hook.disable())
  const hashesOf = async (path: string, body: unknown) => {
    hashes = 0
    expect((await app.post(path, body)).status).toBe(401)
    return hashes
  }
  const password = 'a wrong password'
  const pin = wrongPin(ana.pin)
  expect(await hashesOf('/api/account/sign-in', { email: adult.email, password })).toBe(1)
  expect(await hashesOf('/api/account/sign-in', { email: 'nobody@x.example', password })).toBe(1)
  expect(await hashesOf('/api/account/child/sign-in', { code, name: 'Ana', pin })).toBe(0)
  expect(await hashesOf('/api/account/child/sign-in', { code, name: 'Nobody', pin })).toBe(0)
})

test('[ACC-9] a child can neither sign in nor get a password by email address', async () => {
  const mails = await mailServer()
  const sendMail = smtpMail(
    `smtp://127.0.0.1:${mails.port}`,
    { name: 'Tenfold', address: 'us@x.example' },
    false,
  )
  const app = await startApp({ accounts: { sendMail, publicUrl: 'http://localhost' } })
  const quiet = await startApp({ dataDir: app.dataDir, database: app.database })
  const teacher = await signedUp(quiet, 'teacher')
  const { id } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana || ana.pin.kind !== 'digits') throw new Error('one was made')
  const email = `${ana.id}@student.invalid`
  const answer = await app.post('/api/account/sign-in', { email, password: ana.pin.digits })
  expect(answer.status).toBe(401)
  expect((await app.post('/api/account/forgotten', { email })).json).toEqual({ done: true })
  expect((await app.post('/api/account/verify/again', { email })).json).toEqual({ done: true })
  await app.close()
  expect(mails.received).toEqual([])
  expect(app.lines.filter((line) => line.includes('mail_'))).toEqual([])
})

test('[ACC-27] an address that names ever-new accounts waits after 300 a minute, and another address does not', async () => {
  const app = await startApp({ trustProxy: true })
  const ask = (index: number, address: string) =>
    app.post('/api/account/forgotten', { email: `n${index}@x.example` }, { 'x-forwarded-for': address })
  const answers = await Promise.all(Array.from({ length: 303 }, (_, index) => ask(index, '203.0.113.7')))
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(300)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  expect((await ask(304, '203.0.113.8')).status).toBe(409)
})
