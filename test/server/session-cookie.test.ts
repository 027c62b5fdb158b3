import { expect, test } from 'vitest'
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

const PROGRESS = '/api/me/progress'

test('[ACC-2] accepts a browser until its session ends, and no longer', async () => {
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

test('[ACC-2] rejects cookies that differ from valid ones in one letter of the token or the signature', async () => {
  const { app, browser } = await signedInChild()
  expect((await browser.get(PROGRESS)).status).toBe(200)
  for (const place of [/(tenfold\.session=)(.)/, /(tenfold\.session=[^.;]+\.)(.)/]) {
    const changed = browser.cookies.replace(place, (_, before: string, letter: string) =>
      before.concat(letter === 'a' ? 'b' : 'a'),
    )
    expect(changed).not.toBe(browser.cookies)
    expect((await new Browser(app, { cookie: changed }).get(PROGRESS)).status).toBe(401)
  }
})

test('[ACC-32] rejects a deleted child', async () => {
  const { teacher, ana, browser } = await signedInChild()
  expect((await browser.get(PROGRESS)).status).toBe(200)
  expect((await teacher.call('DELETE', `/api/children/${ana.id}`)).status).toBe(200)
  expect((await browser.get(PROGRESS)).status).toBe(401)
})
