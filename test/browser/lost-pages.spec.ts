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

  // The server goes on sending the old page: the tab asks again, but stays.
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('contentinfo').getByRole('link', { name: frameMessages.about }).click()
  await expect(page.getByRole('heading', { name: frameMessages.error.title })).toBeVisible()
  await expect.poll(() => asked).toBe(2)
  expect(loads).toBe(1)
})

/** Ways to lose the server, of which only the first is known to `navigator.onLine`. */
const LOSSES = [
  ['the device has no network', 'internetdisconnected'],
  ['the server has stopped', 'connectionrefused'],
  ['a filter ends every connection', 'connectionreset'],
  ['the Wi-Fi has no internet', 'namenotresolved'],
] as const

for (const [why, code] of LOSSES) {
  test(`[SCR-10, OUT-11] where ${why}, a page that was never loaded says so; Try Again works afterwards`, async ({
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
    if (code === 'internetdisconnected') await context.setOffline(true)
    else await page.route('**/*', (route) => route.abort(code))
    await page.getByRole('contentinfo').getByRole('link', { name: frameMessages.faq }).click()
    await expect(page.getByRole('heading', { name: frameMessages.offline.title })).toBeVisible()
    await context.setOffline(false)
    await page.unroute('**/*')
    await page.getByRole('button', { name: frameMessages.error.tryAgain }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(faqMessages.title)
  })
}
