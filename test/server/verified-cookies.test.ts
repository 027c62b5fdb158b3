import { expect, test } from 'vitest'
import { verifiedCookies } from '../../server/account/verified-cookies.ts'
import { addedChildren, madeClass, signedIn, signedUp } from '../factories/accounts.ts'
import { startApp } from '../factories/app.ts'
import { Browser } from '../factories/browser-user.ts'

const DAY_MS = 24 * 3600 * 1000

async function signedInChild() {
  const app = await startApp()
  const teacher = await signedUp(app, 'teacher')
  const { id, code } = await madeClass(teacher)
  const [ana] = await addedChildren(teacher, id, ['Ana'])
  if (!ana) throw new Error('no child was added')
  return { app, teacher, ana, browser: await signedIn(app, code, ana) }
}

const browserOf = (cookies: string, isSecure = false) => ({ cookies, isSecure })

const PROGRESS = '/api/me/progress'

test('[ACC-2] accepts a verified browser again until its session ends, and no longer', async () => {
  const { app, browser } = await signedInChild()
  expect((await browser.get(PROGRESS)).status).toBe(200)
  expect((await browser.get(PROGRESS)).status).toBe(200)
  app.clock.nowMs = Date.now() + 2 * DAY_MS
  expect((await browser.get(PROGRESS)).status).toBe(401)
})

test('[ACC-1] cookies stop working after signing out, even if they are kept', async () => {
  const { app, browser } = await signedInChild()
  expect((await browser.get(PROGRESS)).status).toBe(200)
  const kept = new Browser(app, { cookie: browser.cookies })
  expect((await kept.get(PROGRESS)).status).toBe(200)
  await browser.post('/api/account/sign-out')
  expect((await kept.get(PROGRESS)).status).toBe(401)
})

test('[ACC-2] rejects cookies that differ from valid ones in one letter', async () => {
  const { app, browser } = await signedInChild()
  expect((await browser.get(PROGRESS)).status).toBe(200)
  const changed = browser.cookies.replace(/(tenfold\.session=)(.)/, (_, name: string, first: string) =>
    name.concat(first === 'a' ? 'b' : 'a'),
  )
  expect((await new Browser(app, { cookie: changed }).get(PROGRESS)).status).toBe(401)
})

test('[ACC-32] rejects a deleted child', async () => {
  const { teacher, ana, browser } = await signedInChild()
  expect((await browser.get(PROGRESS)).status).toBe(200)
  expect((await teacher.call('DELETE', `/api/children/${ana.id}`)).status).toBe(200)
  expect((await browser.get(PROGRESS)).status).toBe(401)
})

test('[ACC-2] limits the number of remembered cookies, and keeps those over TLS apart from those without', () => {
  const verified = verifiedCookies(2)
  for (const one of ['a', 'b', 'c']) verified.add(browserOf(one), `session ${one}`)
  expect(['a', 'b', 'c'].map((one) => verified.sessionOf(browserOf(one)))).toEqual([
    null,
    'session b',
    'session c',
  ])
  expect(verified.sessionOf(browserOf('c', true))).toBeNull()
})
