import { messages } from '../../../web/features/practice/messages.en.ts'
import { expect, test } from '../../browser/fixtures.ts'
import { becomeGuest, pressPlayNow, storedGuest } from '../../browser/guest.ts'
import { answerMany, practiceScreen, resultOf, startPractice } from '../../browser/practice-screen.ts'
import { storedResults, storedSeconds } from '../../browser/stored.ts'

// Each test stops the server, so each has its own.
test.use({ serverSettings: {} })

const REFUSED = /Failed to load resource: net::ERR_|net::ERR_CONNECTION_REFUSED/

test('[PRA-27, OUT-1, OUT-2, SCR-12] the server is down from home to results; when it is back everything arrives once', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(REFUSED)
  await page.clock.install()
  await becomeGuest(page)
  const { sessionToken } = await storedGuest(page)
  // The practice part is fetched while the page is idle (PER-3); from here on it must not need the server.
  await page.waitForLoadState('networkidle')
  await server.kill()

  await page.getByRole('button', { name: /Addition Facts/ }).click()
  const screen = practiceScreen(page)
  for (let round = 1; round <= 2; round += 1) {
    await screen.count(10).click()
    await screen.start.click()
    await page.clock.runFor(16_000)
    await answerMany(page, 10, 10)
    await expect(screen.processing).toBeVisible()
    await page.clock.runFor(2600)
    await expect(resultOf(page, messages.results.points)).toHaveText('50')
    if (round === 1) await screen.playAgain.click()
  }
  await screen.back.click()
  await expect(page).toHaveURL(/\/guest$/)
  await expect(page.getByText(/no connection|offline|connection/i).first()).toBeVisible()

  await server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(() => storedResults(server.dataDir, sessionToken))
    .toMatchObject([{ score: 50 }, { score: 50 }])
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBeGreaterThanOrEqual(32)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('outbox')
  await page.reload()
  await expect(page.getByText(/You are playing as:/)).toBeVisible()
  expect(storedResults(server.dataDir, sessionToken)).toHaveLength(2)
  const { timePlayedToday } = await storedGuest(page)
  expect(await storedSeconds(server.origin, sessionToken)).toBe(Math.floor(timePlayedToday))
})

test('[GST-2, OUT-1] Play Now works with the server down; the session and the score reach it after a reload', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(REFUSED)
  await page.goto('/guest')
  await page.waitForLoadState('networkidle')
  await server.kill()
  await pressPlayNow(page)
  const { sessionToken, nickname } = await storedGuest(page)
  await page.getByRole('button', { name: /Division Facts/ }).click()
  const screen = practiceScreen(page)
  await screen.count(10).click()
  await screen.start.click()
  await answerMany(page, 10, 10)
  await expect(screen.playAgain).toBeVisible()
  await server.start()
  await page.goto('/guest')
  await expect(page.getByText(nickname)).toBeVisible()
  await expect
    .poll(() => storedResults(server.dataDir, sessionToken))
    .toMatchObject([{ league: 'division_facts', score: 50 }])
})

test('[OUT-3, PRA-27] a network cut during a session loses and duplicates nothing', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/)
  await becomeGuest(page)
  const { sessionToken } = await storedGuest(page)
  const screen = await startPractice(page)
  await answerMany(page, 4, 10)
  await context.setOffline(true)
  await answerMany(page, 6, 10, 4)
  await expect(screen.playAgain).toBeVisible()
  expect(storedResults(server.dataDir, sessionToken)).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toMatchObject([{ score: 50 }])
})

test('[OUT-8, OUT-3] keeps the score while a school network answers everything with its own login page', async ({
  page,
  server,
}) => {
  await becomeGuest(page)
  const { sessionToken } = await storedGuest(page)
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to SchoolNet</h1>' }),
  )
  const screen = await startPractice(page)
  await answerMany(page, 10, 10)
  await expect(screen.playAgain).toBeVisible()
  expect(storedResults(server.dataDir, sessionToken)).toEqual([])
  await page.unroute('**/api/**')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toMatchObject([{ score: 50 }])
})

test('[OUT-2, STO-2] a score whose response is lost is sent again and counted once', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource: net::ERR_/)
  await becomeGuest(page)
  const { sessionToken } = await storedGuest(page)
  let lost = 0
  await page.route('**/api/guest/score', async (route) => {
    await route.fetch()
    lost += 1
    if (lost === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  const screen = await startPractice(page)
  await answerMany(page, 10, 10)
  await expect(screen.playAgain).toBeVisible()
  await expect.poll(() => lost).toBeGreaterThanOrEqual(1)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('outbox')
  expect(lost).toBe(2)
  expect(storedResults(server.dataDir, sessionToken)).toHaveLength(1)
})

test("[OUT-5, GST-10] two tabs see each other's time and facts, and each score arrives once", async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expectConsole(REFUSED)
  await becomeGuest(page)
  const { sessionToken } = await storedGuest(page)
  const other = await context.newPage()
  await other.goto('/guest')
  await expect(other.getByText(/You are playing as:/)).toBeVisible()
  await other.waitForLoadState('networkidle')
  await server.kill()
  await page.getByRole('button', { name: /Addition Facts/ }).click()
  const screen = practiceScreen(page)
  await screen.count(10).click()
  await screen.start.click()
  await answerMany(page, 10, 10)
  await expect(screen.playAgain).toBeVisible()
  await server.start()
  await Promise.all([page, other].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))))
  await expect.poll(() => storedResults(server.dataDir, sessionToken)).toHaveLength(1)
  const [here, there] = [await storedGuest(page), await storedGuest(other)]
  expect(there).toEqual(here)
  expect(here.factsShownToday['addition_facts']).toHaveLength(10)
  await expect.poll(() => other.evaluate(() => Object.keys(localStorage).join())).not.toContain('outbox')
  expect(storedResults(server.dataDir, sessionToken)).toHaveLength(1)
})
