import type { Page } from '@playwright/test'
import { expect, test } from '../browser/fixtures.ts'
import { becomeGuest, gate, sendScore, storedGuest } from '../browser/guest.ts'
import {
  answerMany,
  answerRightly,
  endSession,
  openSetup,
  practiceScreen,
  start,
  startPractice,
} from '../browser/practice-screen.ts'
import { rankMessages } from '../../web/features/guest/rank-messages.en.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'

// Ranks are of all who play, so each test has a board of its own.
test.use({ serverSettings: {} })

const line = (page: Page) => page.getByRole('main').getByText(/^You are #|^You’ll see your rank/)

/** The place of the line of the rank, which is there before the rank is. */
const heightOfCard = (page: Page) =>
  page
    .locator('main section')
    .first()
    .evaluate((card) => card.getBoundingClientRect().height)

/** From the setup screen of addition, which Play again leads back to, to the results. */
async function playRound(page: Page): Promise<void> {
  await start(page)
  await answerMany(page, 10, 10)
  await expect(practiceScreen(page).playAgain).toBeVisible()
}

test('[LB-98, LB-100] the results show the new rank and, from the second time on, the previous one', async ({
  page,
  server,
}) => {
  for (const score of [200, 80, 70]) await sendScore(server.origin, { score })
  await becomeGuest(page)
  await openSetup(page)
  await playRound(page)
  await expect(line(page)).toHaveText('You are #4 of 4 in Addition Facts.')
  await practiceScreen(page).playAgain.click()
  await playRound(page)
  await expect(line(page)).toHaveText('You are #2 of 4 in Addition Facts. Up from #4!')
  await practiceScreen(page).playAgain.click()
  await playRound(page)
  await expect(line(page)).toHaveText('You are #2 of 4 in Addition Facts. You kept your place.')
  await page.reload()
  await expect(line(page)).toHaveText('You are #2 of 4 in Addition Facts. You kept your place.')
  const { sessionToken } = await storedGuest(page)
  const stats = await fetch(`${server.origin}/api/guest/daily-stats/${sessionToken}`)
  expect(await stats.json()).toMatchObject({ leagueRankings: [{ rank: 2, total: 4, score: 150 }] })
})

test('[LB-99] space for the rank is reserved until the response arrives, and nothing shifts', async ({
  page,
}) => {
  await becomeGuest(page)
  const answers = gate()
  await page.route('**/api/guest/score', async (route) => {
    await answers.opened
    await route.continue()
  })
  await openSetup(page)
  await playRound(page)
  await expect(line(page)).toBeHidden()
  const before = await heightOfCard(page)
  answers.open()
  await expect(line(page)).toHaveText('You are #1 of 1 in Addition Facts.')
  expect(await heightOfCard(page)).toBe(before)
})

test('[LB-99] while the server is down the results say that the rank comes later, and it does', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource: net::ERR_/)
  await becomeGuest(page)
  await startPractice(page)
  await page.waitForLoadState('networkidle')
  await server.kill()
  await answerMany(page, 10, 10)
  await expect(practiceScreen(page).playAgain).toBeVisible()
  await expect(line(page)).toHaveText(rankMessages.later)
  const before = await heightOfCard(page)
  await server.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(line(page)).toHaveText('You are #1 of 1 in Addition Facts.')
  expect(await heightOfCard(page)).toBe(before)
})

test('[LB-99] a session without a league, or without an answer, shows no rank', async ({ page }) => {
  await page.clock.install()
  await becomeGuest(page)
  const scores: string[] = []
  page.on('request', (request) => request.url().endsWith('/score') && scores.push(request.url()))
  await startPractice(page, { league: 'everything' })
  await answerRightly(page)
  await endSession(page)
  await page.clock.runFor(2600)
  await expect(practiceScreen(page).playAgain).toBeVisible()
  await expect(line(page)).toBeHidden()
  await startPractice(page, { durationSeconds: 10 })
  await page.clock.runFor(13_000)
  await expect(page.getByText(practiceMessages.results.nothingAnswered)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(line(page)).toBeHidden()
  expect(scores).toEqual([])
})

test('[LB-100] the results show the rank even when another tab delivers the score', async ({
  page,
  context,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource: net::ERR_/)
  await becomeGuest(page)
  await startPractice(page)
  const other = await context.newPage()
  await other.goto('/guest')
  // This tab cannot deliver anything itself.
  await page.route('**/api/**', (route) => route.abort())
  await answerMany(page, 10, 10)
  await expect(practiceScreen(page).playAgain).toBeVisible()
  await expect(line(page)).toHaveText('You are #1 of 1 in Addition Facts.')
})
