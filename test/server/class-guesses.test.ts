import { expect, test } from 'vitest'
import { FREE_GUESSES } from '../../domain/class-guesses.ts'
import { knownBrowsers } from '../../server/account/known-browsers.ts'
import { addedChildren, madeClass, signedIn, signedUp, wrongPin } from '../factories/accounts.ts'
import { guessAtNobody } from '../factories/class-guesses.ts'
import { startApp } from '../factories/app.ts'
import { later, stopClock } from '../factories/later.ts'
import { Browser } from '../factories/browser-user.ts'

const TWENTY_MINUTES_MS = 20 * 60_000

/** A class of four at which strangers have guessed so often that as many guesses are left as it has children. */
async function guessedClass() {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher, '3b', 'pictures')
  const children = await addedChildren(teacher, id, ['Ana', 'Ben', 'Cem', 'Dan'])
  const [ana] = children
  if (!ana) throw new Error('four were made')
  const known = await signedIn(app, code, ana)
  await guessAtNobody(app.url, code, FREE_GUESSES - children.length)
  return { app, teacher, id, code, children, ana, known }
}

test('[ACC-34] a browser that guesses at a whole class waits as a stranger, and a browser of the class does not', async () => {
  stopClock()
  const { app, teacher, id, code, children, ana, known } = await guessedClass()
  const enter = (browser: Browser, typed: string, name = 'Ana') =>
    browser.post('/api/account/child/sign-in', { code: typed, name, pin: ana.pin })
  for (const { name, pin } of children) {
    const guess = { code, name, pin: wrongPin(pin) }
    expect((await app.post('/api/account/child/sign-in', guess)).status).toBe(401)
  }
  const stranger = new Browser(app)
  for (const name of ['Ana', 'Ben', 'Nobody']) {
    const waiting = await enter(stranger, code, name)
    expect(waiting).toMatchObject({ status: 429, json: { code: 'class_waits' } })
    expect(waiting.headers.get('retry-after')).toBe('1200')
  }
  await known.post('/api/account/sign-out')
  expect((await enter(known, code)).status).toBe(200)
  later(TWENTY_MINUTES_MS)
  // A right answer is none of the guesses.
  expect((await enter(new Browser(app), code)).status).toBe(200)
  expect((await enter(stranger, code, 'Nobody')).status).toBe(401)
  expect((await enter(stranger, code)).status).toBe(429)
  const { json } = await teacher.post(`/api/classes/${id}/code`)
  expect((await enter(stranger, (json as { code: string }).code)).status).toBe(200)
})

test('[ACC-34] while one child waits, attempts for it do not count as guesses at its class', async () => {
  stopClock()
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('one was made')
  const enter = (pin: typeof ana.pin) => app.post('/api/account/child/sign-in', { code, name: 'Ana', pin })
  for (let guess = 0; guess < 5; guess += 1) await enter(wrongPin(ana.pin))
  for (let call = 0; call < FREE_GUESSES; call += 1) {
    expect((await enter(ana.pin)).headers.get('retry-after')).toBe('30')
  }
})

test('[ACC-34] over TLS the mark is in a separate cookie, and a forged one is ignored', async () => {
  const app = await startApp({ trustProxy: true })
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  const tls = new Browser(app, { 'x-forwarded-proto': 'https' })
  await tls.post('/api/account/child/sign-in', { code, name: 'Ana', pin: ana?.pin })
  const mark = tls.setCookies.find((line) => line.startsWith('__Host-tenfold.known='))
  expect(mark).toMatch(
    /^__Host-tenfold\.known=[\w-]{34}\.[\w-]{12}; Max-Age=10368000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

const childOf = (studentId: string, code = 'BCD234') => ({ code, studentId })

test('[ACC-34] a browser is known to its last 120 children, and only on this installation', () => {
  const [here, elsewhere] = [knownBrowsers('a secret'), knownBrowsers('another secret')]
  let cookies = 'other=1; tenfold.known=<script>.short'
  for (let at = 0; at < 130; at += 1) {
    cookies = `other=1; ${here.remember({ cookies, isSecure: false }, childOf(`${at}`)).split(';')[0]}`
  }
  const browser = { cookies, isSecure: false }
  expect(here.knows(browser, childOf('9'))).toBe(false)
  for (const known of ['10', '129']) expect(here.knows(browser, childOf(known)), known).toBe(true)
  // By a new code everybody is a stranger again.
  expect(here.knows(browser, childOf('129', 'BCD235'))).toBe(false)
  expect(elsewhere.knows(browser, childOf('129'))).toBe(false)
  expect(here.knows({ cookies, isSecure: true }, childOf('129'))).toBe(false)
  expect(cookies).not.toContain('script')
  // A browser sends it with each call.
  expect(cookies.length).toBeLessThan(1700)
})

test('[ACC-34] a mark belongs to one browser', () => {
  const here = knownBrowsers('a secret')
  const cookieOf = (cookies: string) =>
    here.remember({ cookies, isSecure: false }, childOf('1')).split(';')[0] ?? ''
  const [one, other] = [cookieOf(''), cookieOf('')]
  const knows = (cookies: string) => here.knows({ cookies, isSecure: false }, childOf('1'))
  expect([knows(one), knows(other)]).toEqual([true, true])
  const [id = '', mark = ''] = one.split('=')[1]?.split('.') ?? []
  const otherId = other.split('=')[1]?.split('.')[0] ?? ''
  expect(otherId).not.toBe(id)
  expect(knows(`tenfold.known=${otherId}.${mark}`)).toBe(false)
  const invented = `${'A'.repeat(22)}${id.slice(22)}`
  expect(here.idOf({ cookies: `tenfold.known=${invented}`, isSecure: false })).toBeNull()
})
