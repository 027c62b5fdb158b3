import { messages } from '../../web/features/battle/messages.en.ts'
import { rivalAt } from './battle-rival.ts'
import { battleScreen, bePlayer, giveRight, queueOf, resultRows } from './battle-screen.ts'
import { expect, test } from './fixtures.ts'

const points = messages.results.pointsWord(0)

const SUBTRACTION = queueOf('addition_subtraction', 'subtraction')

test.use({ serverSettings: { BATTLE_SECONDS: '60', BATTLE_COUNTDOWN_SECONDS: '0' } })

test('[BAT-76, BAT-89] is first without a victory, and the page says why', async ({ page, server }) => {
  await page.clock.install()
  await bePlayer(page, { nickname: 'SwiftFox42' })
  const screen = battleScreen(page)
  const rival = await rivalAt(server.origin, { nickname: 'KindOwl7' })
  await page.goto(SUBTRACTION)
  await expect(screen.searching).toBeVisible()
  rival.join({ division: 'addition_subtraction', preference: 'subtraction' })
  await expect(screen.answer).toBeFocused()
  await giveRight(page)
  rival.finish()
  await page.clock.fastForward(60_000)
  await expect(screen.heading(messages.results.uncountedFirst[0])).toBeVisible()
  await expect(page.getByText(messages.results.uncountedFirst[1])).toBeVisible()
  await expect(screen.results).not.toContainText(messages.results.uncounted)
  await expect(screen.results.getByText(messages.results.winnerBadge, { exact: true })).toHaveCount(0)
  await expect(page.getByText(messages.results.headline(1)[0])).toHaveCount(0)
  await expect(resultRows(page)).toHaveText([
    new RegExp(`SwiftFox42.*[35]${points}$`),
    new RegExp(`KindOwl7.*0${points}$`),
  ])
  rival.close()
})
