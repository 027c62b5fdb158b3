import type { Page } from '@playwright/test'
import type { ScoreAnswer } from '../../contract/guest.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { rankMessages } from '../../web/features/guest/rank-messages.en.ts'
import { rankProgressMessages } from '../../web/ui/rank-progress.messages.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import { becomeGuest, gate, sendScore, storedGuest } from '../browser/guest.ts'
import { answerMany, openSetup, practiceScreen, start } from '../browser/practice-screen.ts'

// Ranks are of all who play, so each test has a board of its own.
test.use({ serverSettings: {} })

/** The line about the second of four players of addition. */
const rankLine = (change: Partial<ScoreAnswer>): string => {
  const score = { counted: true, practiceDay: '', dailyScore: 0, dailyProblemsSolved: 0, rankBefore: null }
  return rankMessages.rank(LEAGUE_NAMES.addition_facts, { ...score, rank: 2, ranked: 4, ...change })
}

const line = (page: Page) => practiceScreen(page).rank

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
  await expect(line(page)).toHaveText(rankProgressMessages.toNext(20))
  await practiceScreen(page).playAgain.click()
  await playRound(page)
  await expect(line(page)).toHaveText(rankLine({ rankBefore: 4 }))
  await practiceScreen(page).playAgain.click()
  await playRound(page)
  await expect(line(page)).toHaveText(rankLine({ rankBefore: 2 }))
  await page.reload()
  await expect(line(page)).toHaveText(rankLine({ rankBefore: 2 }))
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
  await expect(line(page)).toHaveText(rankLine({ ranked: 1 }))
  expect(await heightOfCard(page)).toBe(before)
})
