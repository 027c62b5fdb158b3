import { expect, test } from 'vitest'
import { accountRoutes } from '../../contract/account.ts'
import { addedChildren, adultOf, madeClass, PASSWORD, signedUp, wrongPin } from '../factories/accounts.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'
import { everyTable } from '../factories/every-table.ts'

const WRONG = 'not the password'

/** The rows of wrong answers. */
const counted = async (app: RunningApp) => (await everyTable(app.database)).get('sign_in_failure')

const signIn = (from: Pick<Browser, 'post'>, email: string, password: string) =>
  from.post('/api/account/sign-in', { email, password })

async function adult(app: RunningApp) {
  const typed = adultOf('teacher')
  const browser = new Browser(app)
  await browser.post('/api/account/sign-up', typed)
  return { browser, email: typed.email }
}

test('[ACC-61] whatever strangers guess, the right password works in a browser that has used it', async () => {
  const app = await startApp()
  const { browser, email } = await adult(app)
  expect(browser.setCookies.join()).toMatch(/tenfold\.adults=[\w-]{22}; Max-Age=10368000; Path=\/; HttpOnly/)
  const strangers = await Promise.all(Array.from({ length: 6 }, () => signIn(app, email, WRONG)))
  expect(strangers.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 401, 429])
  expect((await signIn(app, email, PASSWORD)).status).toBe(429)
  for (let wrong = 0; wrong < 7; wrong += 1) expect((await signIn(browser, email, WRONG)).status).toBe(401)
  expect((await signIn(browser, email, PASSWORD)).status).toBe(200)
  // The stranger waits on: it was not the one who knew the password.
  expect((await signIn(app, email, PASSWORD)).status).toBe(429)
})

test('[ACC-61] a mark is for one account with one password, and a forged one is ignored', async () => {
  const app = await startApp()
  const [one, other] = [await adult(app), await adult(app)]
  for (let wrong = 0; wrong < 5; wrong += 1) await signIn(app, other.email, WRONG)
  expect((await signIn(one.browser, other.email, PASSWORD)).status).toBe(429)
  const forged = new Browser(app, { cookie: `tenfold.adults=${'A'.repeat(22)}` })
  expect((await signIn(forged, other.email, PASSWORD)).status).toBe(429)
})

test('[ACC-61] after 100 wrong answers in a row a known browser can still sign in, but no stranger can', async () => {
  const app = await startApp()
  const { browser, email } = await adult(app)
  for (let wrong = 0; wrong < 99; wrong += 1) await signIn(browser, email, WRONG)
  expect((await signIn(browser, email, WRONG)).status).toBe(401)
  const stranger = new Browser(app)
  for (let wrong = 0; wrong < 5; wrong += 1) await signIn(stranger, email, WRONG)
  expect((await signIn(browser, email, PASSWORD)).status).toBe(200)
  expect((await signIn(stranger, email, PASSWORD)).status).toBe(429)
})

test('[ACC-62] guesses at nonexistent accounts wait like others, and write no row', async () => {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const pin = wrongPin(ana.pin)
  const child = (typed: string, name: string) =>
    app.post('/api/account/child/sign-in', { code: typed, name, pin })
  for (let guess = 0; guess < 6; guess += 1) {
    const status = guess < 5 ? 401 : 429
    expect((await signIn(app, 'nobody@school.example', WRONG)).status).toBe(status)
    expect((await child('ZZZZZZ', 'Nobody')).status).toBe(status)
  }
  expect(await counted(app)).toEqual([])
  for (let guess = 0; guess < 55; guess += 1)
    expect((await child('ZZZZZZ', `Nobody ${guess}`)).status).toBe(401)
  expect(await child('ZZZZZZ', 'Somebody')).toMatchObject({ status: 429, json: { code: 'class_waits' } })
  expect(await counted(app)).toEqual([])
  await child(code, 'Nobody')
  await child(code, 'Nobody else')
  expect(await counted(app)).toEqual([])
  // A guess at a child that is there is one row: the child's.
  for (let guess = 0; guess < 3; guess += 1) await child(code, 'Ana')
  expect(await counted(app)).toHaveLength(1)
})

test('[ACC-69] a device that floods a class does not keep out children of other classes at its address', async () => {
  const app = await startApp({ trustProxy: true })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const school = { 'x-forwarded-for': '203.0.113.7' }
  const enter = (typed: string, name: string) =>
    app.post('/api/account/child/sign-in', { code: typed, name, pin: ana.pin }, school)
  const { calls } = accountRoutes.signInChild.rateLimit
  for (let sent = 0; sent < calls; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, () => enter('ZZZZZZ', 'Nobody')))
  }
  expect(await enter('ZZZZZZ', 'Nobody')).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
  expect((await enter(code, ana.name)).status).toBe(200)
  const adults = await signIn(new Browser(app, school), 'nobody@school.example', WRONG)
  expect(adults.status).toBe(401)
})

test('[ACC-69, ACC-61] a flood of one email address from the owner’s own network does not keep the owner’s browser out', async () => {
  const app = await startApp({ trustProxy: true })
  const home = { 'x-forwarded-for': '203.0.113.7' }
  const typed = adultOf('teacher')
  const own = new Browser(app, home)
  await own.post('/api/account/sign-up', typed)
  const { calls } = accountRoutes.signIn.rateLimit
  const stranger = new Browser(app, home)
  for (let sent = 0; sent < calls; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, () => signIn(stranger, typed.email, WRONG)))
  }
  expect(await signIn(stranger, typed.email, PASSWORD)).toMatchObject({
    status: 429,
    json: { code: 'too_many_requests', message: expect.stringMatching(/^Too many requests/) },
  })
  expect((await signIn(own, typed.email, PASSWORD)).status).toBe(200)
  const forged = new Browser(app, { ...home, cookie: `tenfold.adults=${'A'.repeat(22)}` })
  expect((await signIn(forged, typed.email, PASSWORD)).status).toBe(429)
})
