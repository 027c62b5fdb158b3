import { expect, test } from '../browser/fixtures.ts'
import { childOf, classElsewhere, signIn, signOut } from '../browser/child.ts'
import { practiceScreen } from '../browser/practice-screen.ts'

const NETWORK = /net::ERR_|Failed to load resource/

test('[PRA-53] hiding the clock applies to that child on every device, but not to the next child here', async ({
  page,
  browser,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const made = await classElsewhere(browser, server.origin, ['Mia', 'Noah'])
  const [mia, noah] = [childOf(made, 'Mia'), childOf(made, 'Noah')]
  await signIn(page, made, mia)
  await page.goto('/practice/addition_facts')
  await expect(practiceScreen(page).time('none').getByRole('radio')).not.toBeChecked()
  await page.context().setOffline(true)
  await practiceScreen(page).time('none').click()
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/me/settings'))
  await page.context().setOffline(false)
  expect((await stored).status()).toBe(200)

  const elsewhere = await browser.newContext()
  const there = await elsewhere.newPage()
  await signIn(there, made, mia)
  await there.goto('/practice/addition_facts')
  await expect(practiceScreen(there).time('none').getByRole('radio')).toBeChecked()
  await elsewhere.close()

  await page.goto('/student')
  await signOut(page)
  await signIn(page, made, noah)
  await page.goto('/practice/addition_facts')
  await expect(practiceScreen(page).time('none').getByRole('radio')).not.toBeChecked()
})
