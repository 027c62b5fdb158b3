import type { Browser } from '@playwright/test'
import { messages } from '../../web/features/battle/messages.en.ts'
import { rivalAt } from '../browser/battle-rival.ts'
import {
  battleScreen,
  bePlayer,
  foxAndOwl,
  giveRight,
  queueOf,
  resultRows,
  SHORT_BATTLES,
} from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

const points = messages.results.pointsWord(0)

const SUBTRACTION = queueOf('addition_subtraction', 'subtraction')

test.use({ sharedSettings: SHORT_BATTLES })

/** Two children in a battle in which the fox alone has points, as the owl sees. */
async function foxLeads(browser: Browser, origin: string) {
  const battle = await foxAndOwl(browser, SUBTRACTION, origin)
  await expect(battle.owls.answer).toBeFocused()
  await giveRight(battle.fox)
  await expect(battle.owls.race).toHaveAccessibleName(/you 0, SwiftFox42 [35]/)
  return battle
}

test('[BAT-89, BAT-30] the points of a player who leaves do not count: if the other has none, the results say that nobody wins', async ({
  browser,
  server,
}) => {
  const { fox, owl, foxes, owls, close } = await foxLeads(browser, server.origin)
  await foxes.back.click()
  await foxes.button(messages.arena.leave).click()
  await expect(fox).toHaveURL(/\/guest$/)
  await expect(owls.heading(messages.results.nobodyFirst(true)[0])).toBeVisible()
  await expect(owls.results).toContainText(messages.results.nobodyWins)
  await expect(owls.results.getByText(messages.results.winnerBadge, { exact: true })).toHaveCount(0)
  await expect(owl.getByText(messages.results.cutShort)).toHaveCount(0)
  await expect(resultRows(owl)).toHaveText([
    new RegExp(`KindOwl7.*0${points}$`),
    new RegExp(`SwiftFox42.*${messages.left}.*[35]${points}$`),
  ])
  await expect(owls.results.getByText(messages.left)).toHaveCount(1)
  await close()
})

test('[BAT-89, BAT-81] a reload of the results and Back to them lead to the lobby, not into another battle', async ({
  browser,
  server,
}) => {
  const { fox, owl, foxes, owls, close } = await foxLeads(browser, server.origin)
  await expect(foxes.heading(messages.results.headline(1)[0])).toBeVisible()
  await expect(owls.results).toBeVisible()
  await fox.reload()
  await expect(foxes.lobby).toBeVisible()
  await owl.getByRole('link', { name: messages.results.board }).click()
  await expect(owl).toHaveURL(/\/battle-leaderboard$/)
  await owl.goBack()
  await expect(owls.lobby).toBeVisible()
  await close()
})

test('[BAT-80, BAT-89] a double click on Play Again, as children click, leads to the lobby and chooses nothing there', async ({
  page,
  server,
}) => {
  await bePlayer(page, { nickname: 'SwiftFox42' })
  const screen = battleScreen(page)
  const rival = await rivalAt(server.origin, { nickname: 'KindOwl7' })
  await page.goto(SUBTRACTION)
  await expect(screen.searching).toBeVisible()
  rival.join({ division: 'addition_subtraction', preference: 'subtraction' })
  await expect(screen.answer).toBeFocused()
  await giveRight(page)
  await expect(screen.results).toBeVisible()
  const place = await screen.button(messages.results.playAgain).boundingBox()
  await screen.button(messages.results.playAgain).dblclick()
  await expect(screen.lobby).toBeVisible()
  await expect(page).toHaveURL(/\/battle$/)
  const under = page.locator('.tile').filter({
    hasText: messages.typeName({ division: 'multiplication_division', preference: 'mixed' }),
  })
  const card = await under.boundingBox()
  expect(card && place && place.y < card.y + card.height, 'a card lies where the button was').toBe(true)
  await under.dblclick()
  await expect(screen.searching).toBeVisible()
  rival.close()
})

test.describe('a server that stops', () => {
  test.use({ serverSettings: { BATTLE_SECONDS: '60', BATTLE_COUNTDOWN_SECONDS: '0' } })

  test('[BAT-89, BAT-65, BAT-33] ends a battle with what was scored, and both screens say why', async ({
    browser,
    server,
  }) => {
    const { fox, owl, foxes, owls, close } = await foxLeads(browser, server.origin)
    await server.end('SIGTERM')
    await expect(foxes.heading(messages.results.headline(1)[0])).toBeVisible()
    await expect(owls.heading(messages.results.headline(2)[0])).toBeVisible()
    for (const page of [fox, owl]) {
      await expect(page.getByText(messages.results.cutShort)).toBeVisible()
      await expect(resultRows(page)).toHaveText([
        new RegExp(`SwiftFox42.*${messages.results.winnerBadge}.*[35]${points}$`),
        new RegExp(`KindOwl7.*0${points}$`),
      ])
    }
    await close()
  })
})
