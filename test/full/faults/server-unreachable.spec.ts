import { guestMessages } from '../../../web/features/guest/messages.en.ts'
import { frameMessages } from '../../../web/features/frame/messages.en.ts'
import { LEAGUE_NAMES } from '../../../domain/league-names.en.ts'
import { messages } from '../../../web/features/practice/messages.en.ts'
import { expect, test } from '../../browser/fixtures.ts'
import { becomeGuest, pressPlayNow, storedGuest } from '../../browser/guest.ts'
import { answerMany, practiceScreen, resultOf } from '../../browser/practice-screen.ts'
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

  await page.getByRole('button', { name: LEAGUE_NAMES.addition_facts }).click()
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
  await expect(page.getByText(frameMessages.away)).toBeVisible()

  await server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(() => storedResults(server.dataDir, sessionToken))
    .toMatchObject([{ score: 50 }, { score: 50 }])
  await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBeGreaterThanOrEqual(32)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('outbox')
  await page.reload()
  await expect(page.getByText(guestMessages.playingAs)).toBeVisible()
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
  await page.getByRole('button', { name: LEAGUE_NAMES.division_facts }).click()
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
