import { BOTS } from '../../domain/bot.ts'
import { messages } from '../../web/features/battle/messages.en.ts'
import { battleScreen, giveRight, LONG_BATTLES, newPlayer, resultRows } from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

test.use({ sharedSettings: LONG_BATTLES })

const BOT = new RegExp(BOTS.map(({ name }) => name).join('|'))

test('[BAT-83, BAT-43, BAT-40, BAT-50] with no opponent waiting, a computer player plays the battle to its end', async ({
  browser,
  server,
}) => {
  test.slow()
  const page = await newPlayer(browser, server.origin, { nickname: 'SwiftFox42' })
  await page.goto('/battle')
  const screen = battleScreen(page)
  await screen.button(messages.typeName({ division: 'addition_subtraction', preference: 'addition' })).click()
  await expect(page.getByText(messages.queue.computer)).toBeVisible()
  const opponents = page.getByRole('list', { name: messages.countdown.opponents })
  await expect(opponents.getByRole('listitem')).toHaveText([BOT])
  await expect(opponents.getByRole('listitem')).toContainText(messages.results.computer)
  await expect(async () => {
    await giveRight(page)
    await expect(screen.race).toHaveAccessibleName(/you [1-9]\d*, /, { timeout: 1500 })
  }).toPass({ timeout: 29_000 })
  await expect(screen.results).toBeVisible()
  await expect(resultRows(page).filter({ hasText: BOT })).toContainText(messages.results.computer)
  await expect(resultRows(page).filter({ hasText: messages.results.you })).toContainText('SwiftFox42')
})
