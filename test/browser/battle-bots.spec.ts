import type { Page } from '@playwright/test'
import { BOTS } from '../../domain/bot.ts'
import { DIVISIONS, PREFERENCES_OF, type BattleType } from '../../domain/division.ts'
import { messages } from '../../web/features/battle/messages.en.ts'
import { battleScreen, giveRight, newPlayer, resultRows } from './battle-screen.ts'
import { expect, test } from './fixtures.ts'

test.use({ sharedSettings: { BATTLE_SECONDS: '12', BATTLE_COUNTDOWN_SECONDS: '2' } })

/** The six queues, one for each bot, so that no child meets another. */
const TYPES = DIVISIONS.flatMap((division) =>
  PREFERENCES_OF[division].map((preference): BattleType => ({ division, preference })),
)

test('[BAT-83, BAT-43, BAT-40, BAT-50] nobody is there, and each of the six bots plays a battle to its end', async ({
  browser,
  server,
}) => {
  test.slow()
  // One after the other as far as the lobby: what takes a machine long is done before any clock runs.
  const lobbies: Page[] = []
  for (const [at] of BOTS.entries()) {
    const page = await newPlayer(browser, server.origin, { nickname: `SwiftFox${at + 1}` })
    // The dice of this browser fall on this bot.
    await page.addInitScript(
      (dice) => {
        Math.random = () => dice
      },
      (at + 0.5) / BOTS.length,
    )
    await page.goto('/battle')
    await expect(battleScreen(page).lobby).toBeVisible()
    lobbies.push(page)
  }
  await Promise.all(
    BOTS.map(async (bot, at) => {
      const [page, type] = [lobbies[at], TYPES[at]]
      if (!page || !type) throw new Error(`no queue for ${bot.name}`)
      const screen = battleScreen(page)
      await screen.button(messages.typeName(type)).click()
      await expect(page.getByText(messages.queue.computer)).toBeVisible()
      const opponents = page.getByRole('list', { name: messages.countdown.opponents })
      await expect(opponents.getByRole('listitem')).toHaveText(
        [new RegExp(`${bot.name}${bot.city}.*Computer player`)],
        { timeout: 15_000 },
      )
      // Six browsers at once may keep one of them from answering in time at first.
      await expect(async () => {
        await giveRight(page)
        await expect(screen.race).toHaveAccessibleName(new RegExp(`you [1-9]\\d*, ${bot.name} \\d`), {
          timeout: 1500,
        })
      }).toPass({ timeout: 11_000 })
      await expect(screen.results).toBeVisible({ timeout: 30_000 })
      await expect(resultRows(page).filter({ hasText: bot.name })).toContainText('Computer')
      await expect(resultRows(page).filter({ hasText: 'You' })).toContainText(`SwiftFox${at + 1}`)
      await page.context().close()
    }),
  )
})
