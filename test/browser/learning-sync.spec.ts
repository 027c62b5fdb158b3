import type { Page, Request } from '@playwright/test'
import { childOf, classElsewhere, signIn, signOut } from './child.ts'
import { expect, test } from './fixtures.ts'

/** What this browser remembers of who is signed in. */
const rememberedHere = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('tenfold.learning.'))
    return key === undefined ? null : (JSON.parse(localStorage.getItem(key) ?? '').memory ?? null)
  })

test("[LRN-40, SIN-4] signing out cancels fetching the child's memory from the server", async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  let [noteSignedOut, noteOver] = [(): void => {}, (): void => {}]
  const signedOut = new Promise<void>((resolve) => (noteSignedOut = resolve))
  const over = new Promise<void>((resolve) => (noteOver = resolve))
  const note = (request: Request): void => {
    if (request.url().endsWith('/api/me/memory')) noteOver()
  }
  page.on('requestfinished', note)
  page.on('requestfailed', note)
  // The server is asked for the memory after it has ended the session, and answers before the page knows of that.
  await page.route('**/api/me/memory', async (route) => {
    await signedOut
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/me/memory')
  await page.route('**/api/account/sign-out', async (route) => {
    const response = await route.fetch()
    noteSignedOut()
    await over
    await route.fulfill({ response })
  })
  await signIn(page, made, childOf(made, 'Mia'))
  await asked
  await signOut(page)
  expect(await rememberedHere(page)).toBeNull()
})
