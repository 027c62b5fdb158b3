import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { faqMessages } from '../../web/pages/faq-page.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { playNow } from './guest.ts'

test('[SCR-10] a page that fails to load shows a friendly error screen; Try Again works when it can load', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/.*/)
  await page.goto('/guest')
  await expect(playNow(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: frameMessages.faq }).click()
  await expect(page.getByRole('heading', { name: frameMessages.error.title })).toBeVisible()
  await page.unroute('**/assets/*')
  await page.getByRole('button', { name: frameMessages.error.tryAgain }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(faqMessages.title)
})

test('[SCR-10] after an update of the server, a tab whose files are gone reloads once by itself', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/.*/)
  await page.goto('/guest')
  await expect(playNow(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  let loads = 0
  page.on('load', () => (loads += 1))
  let asked = 0
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }))
  await page.route('**/guest', async (route) => {
    asked += 1
    await page.unroute('**/assets/*')
    await route.fulfill({ body: '<script type="module" src="/assets/newer.js"></script>' })
  })
  await page.getByRole('contentinfo').getByRole('link', { name: frameMessages.faq }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(faqMessages.title)
  expect([loads, asked]).toEqual([1, 1])

  // The server goes on sending the old page: the tab asks no more.
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('contentinfo').getByRole('link', { name: frameMessages.about }).click()
  await expect(page.getByRole('heading', { name: frameMessages.error.title })).toBeVisible()
  expect([loads, asked]).toEqual([1, 1])
})

test('[SCR-10] a page that was never loaded says so when offline; Try Again works when the network is back', async ({
  page,
  context,
  watch,
}) => {
  watch.expectConsole(/.*/)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'requestIdleCallback', { value: () => 0 })
  })
  await page.goto('/guest')
  await expect(playNow(page)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: frameMessages.faq }).click()
  await expect(page.getByRole('heading', { name: frameMessages.offline.title })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: frameMessages.error.tryAgain }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(faqMessages.title)
})
