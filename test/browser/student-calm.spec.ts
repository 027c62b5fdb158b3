import type { Page } from '@playwright/test'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { messages as uiMessages } from '../../web/ui/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { childOf, classElsewhere, signIn, signOut } from './child.ts'

const NETWORK = /net::ERR_|Failed to load resource/

const calm = (page: Page) => page.getByRole('switch', { name: uiMessages.calm })
const isCalm = (page: Page) => page.evaluate(() => 'calm' in document.documentElement.dataset)

test('[PRA-52] a child turns calm mode on, even offline; it applies on another device, and the guest keeps its own', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  const mia = childOf(made, 'Mia')
  await signIn(page, made, mia)
  await expect(calm(page)).toHaveAttribute('aria-checked', 'false')
  await page.context().setOffline(true)
  await calm(page).click()
  await expect(calm(page)).toHaveAttribute('aria-checked', 'true')
  await expect(page.getByText(studentMessages.points(0))).toBeHidden()
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/me/settings'))
  await page.context().setOffline(false)
  expect((await stored).status()).toBe(200)
  // From the first paint, before the app has asked who is here.
  await page.reload()
  expect(await isCalm(page)).toBe(true)

  const elsewhere = await browser.newContext()
  const there = await elsewhere.newPage()
  await signIn(there, made, mia)
  await expect(calm(there)).toHaveAttribute('aria-checked', 'true')
  const storedThere = there.waitForResponse((response) => response.url().endsWith('/api/me/settings'))
  await calm(there).click()
  await expect(calm(there)).toHaveAttribute('aria-checked', 'false')
  expect((await storedThere).status()).toBe(200)
  await elsewhere.close()

  await signOut(page)
  await expect.poll(() => isCalm(page)).toBe(false)
  await page.evaluate(() => localStorage.setItem('tenfold.calm', 'true'))
  await signIn(page, made, mia)
  await expect(calm(page)).toHaveAttribute('aria-checked', 'false')
  await signOut(page)
  await expect.poll(() => isCalm(page)).toBe(true)
})

test('[GOA-3] a home screen whose goal cannot be loaded works without it', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await page.route('**/assets/home-class*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('home-class'))
  await signIn(page, made, childOf(made, 'Mia'))
  await failed
  await expect(page.getByRole('heading', { name: /Mia/ })).toBeVisible()
  await calm(page).click()
  await expect(calm(page)).toHaveAttribute('aria-checked', 'true')
})
