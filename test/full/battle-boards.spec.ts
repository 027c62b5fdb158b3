import type { Browser, Page } from '@playwright/test'
import {
  battleScreen,
  bePlayer,
  give,
  giveRight,
  newPlayer,
  queueOf,
  SHORT_BATTLES,
} from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'
import { randomToken } from '../browser/guest.ts'
import { boardMessages as battleBoardMessages } from '../../web/features/battle/boards.messages.en.ts'
import { championMessages } from '../../web/features/battle/champions.messages.en.ts'
import { messages as battleMessages } from '../../web/features/battle/messages.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'

// Boards show everybody who plays, so each test has a server of its own.
test.use({ serverSettings: SHORT_BATTLES })

const BOARDS = '/battle-leaderboard'
const { best, wins, streak } = battleBoardMessages

const ADDITION = queueOf('addition_subtraction', 'addition')

const board = (page: Page, name: string) => page.getByRole('region', { name })
const rows = (page: Page, name: string) => board(page, name).getByRole('listitem')
const champions = (page: Page) => page.getByRole('region', { name: championMessages.title })

/** A battle that the fox wins against the owl, with 3 points where the machine is slow; gives back the fox's token. */
async function foxWins(browser: Browser, origin: string): Promise<string> {
  const sessionToken = randomToken()
  const fox = await newPlayer(browser, origin, { nickname: 'SwiftFox42', sessionToken })
  const owl = await newPlayer(browser, origin, { nickname: 'ThankfulHedgehog42' })
  await Promise.all([fox.goto(ADDITION), owl.goto(ADDITION)])
  // Who attempts nothing is not kept.
  await expect(battleScreen(owl).answer).toBeFocused()
  await Promise.all([giveRight(fox), give(owl, 999)])
  await expect(battleScreen(fox).heading(battleMessages.results.headline(1)[0])).toBeVisible()
  await Promise.all([fox.context().close(), owl.context().close()])
  return sessionToken
}

test('[BAT-92, BAT-93] empty boards say so, and a player without history has no card', async ({ page }) => {
  await bePlayer(page, {})
  await page.goto(BOARDS)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(battleBoardMessages.title)
  for (const name of [guestMessages.additionSubtraction, guestMessages.multiplicationDivision]) {
    await expect(board(page, name)).toContainText(battleBoardMessages.noBattles)
    await expect(board(page, name)).toContainText(battleBoardMessages.beFirst)
  }
  await expect(page.getByText(battleBoardMessages.stats.victories)).toHaveCount(0)
  await page.getByRole('link', { name: battleBoardMessages.join }).click()
  await expect(page).toHaveURL(/\/battle$/)
})

test('[BAT-92, BAT-93, BAT-94] a won battle is shown on the board, on the player’s card and at home', async ({
  page,
  browser,
  server,
}) => {
  // A friend looks on: what is new comes by itself.
  await page.goto(BOARDS)
  await expect(board(page, guestMessages.additionSubtraction)).toContainText(battleBoardMessages.noBattles)
  const sessionToken = await foxWins(browser, server.origin)
  await expect(rows(page, guestMessages.additionSubtraction)).toHaveText([
    new RegExp(`^1SwiftFox42${best} [35]${streak(1)}.*${wins}1$`),
    `#2ThankfulHedgehog42${best} 0${wins}0`,
  ])
  await expect(rows(page, guestMessages.additionSubtraction).getByText(battleBoardMessages.you)).toHaveCount(
    0,
  )
  await expect(board(page, guestMessages.multiplicationDivision)).toContainText(battleBoardMessages.noBattles)

  const fox = await newPlayer(browser, server.origin, { sessionToken })
  await fox.goto(BOARDS)
  await expect(rows(fox, guestMessages.additionSubtraction).first()).toContainText(battleBoardMessages.you)
  const own = rows(fox, guestMessages.additionSubtraction).first()
  const animal = await own.locator('svg[width="48"]').boundingBox()
  const badge = await own.getByText(battleBoardMessages.you, { exact: true }).boundingBox()
  expect(badge?.y, 'the badge leaves the face free').toBeGreaterThanOrEqual(
    (animal?.y ?? Infinity) + (animal?.height ?? 0),
  )
  await expect(fox.getByRole('main').locator('dt')).toHaveText([
    battleBoardMessages.stats.victories,
    battleBoardMessages.stats.battles,
    battleBoardMessages.stats.currentStreak,
    battleBoardMessages.stats.bestStreak,
    battleBoardMessages.stats.topScore,
  ])
  await expect(fox.getByRole('main').locator('dd')).toHaveText(['1', '1', '1', '1', /^[35]$/])

  await fox.goto('/guest')
  const champion = champions(fox).getByRole('listitem')
  await expect(champion).toHaveText([
    new RegExp(
      `1.*SwiftFox42.*${championMessages.you}.*${championMessages.wins(1)}.*${championMessages.streak(1)}`,
    ),
    new RegExp(`2.*ThankfulHedgehog42.*${championMessages.wins(0)}`),
  ])
  await expect(champion.first().locator('svg[viewBox="0 0 48 52"]')).toBeVisible()
  await expect(champion.nth(1).locator('svg[viewBox="0 0 48 52"]')).toHaveCount(0)
  await champions(fox).getByRole('link', { name: championMessages.toBoards }).click()
  await expect(fox).toHaveURL(/\/battle-leaderboard$/)
  await fox.context().close()
})

test('[BAT-89] without any points nobody wins, and the text is kind', async ({ browser, server }) => {
  const fox = await newPlayer(browser, server.origin, { nickname: 'SwiftFox42' })
  const owl = await newPlayer(browser, server.origin, { nickname: 'KindOwl7' })
  await Promise.all([fox.goto(ADDITION), owl.goto(ADDITION)])
  for (const page of [fox, owl]) {
    await expect(battleScreen(page).heading(battleMessages.results.nobodyFirst(false)[0])).toBeVisible()
    await expect(page.getByText(battleMessages.results.nobodyScored)).toBeVisible()
    await expect(page.getByText(battleMessages.results.winnerBadge, { exact: true })).toHaveCount(0)
    await expect(page.getByText(battleMessages.results.headline(1)[0])).toHaveCount(0)
  }
  await Promise.all([fox.context().close(), owl.context().close()])
})

test('[BAT-92, BAT-94] a list that fails to load shows its empty state under a line, and loads later', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource/)
  await bePlayer(page, {})
  await page.route('**/api/battles/**', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"message":"No","code":"internal"}',
    }),
  )
  await page.goto(BOARDS)
  await expect(page.getByText(battleBoardMessages.noBattles)).toHaveCount(2)
  await expect(page.getByText(battleBoardMessages.failed)).toHaveCount(2)
  await page.goto('/guest')
  await expect(champions(page).getByText(battleBoardMessages.beFirst)).toHaveCount(2)
  await expect(champions(page).getByText(championMessages.failed)).toHaveCount(2)
  await page.goto(BOARDS)
  await expect(page.getByText(battleBoardMessages.noBattles)).toHaveCount(2)
  await page.unroute('**/api/battles/**')
  const row = { playerId: 'p1', nickname: 'KindOwl7', wins: 3, winStreak: 0, topScore: 55 }
  await page.route('**/api/battles/leaderboard**', (route) => route.fulfill({ json: [row] }))
  await expect(rows(page, guestMessages.additionSubtraction)).toHaveText([`1KindOwl7${best} 55${wins}3`])
  await expect(page.getByText(battleBoardMessages.failed)).toHaveCount(0)
  await expect(page.getByText(battleBoardMessages.streak(0))).toHaveCount(0)
})
