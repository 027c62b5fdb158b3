import type { Page } from '@playwright/test'
import { BOTS } from '../../domain/bot.ts'
import { chooseBot } from '../../domain/bot-choice.ts'
import { DIVISIONS, PREFERENCES_OF, type BattleType } from '../../domain/division.ts'
import { messages } from '../../web/features/battle/messages.en.ts'
import { battleScreen, giveRight, newPlayer, resultRows } from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

const SECONDS = 12
test.use({ sharedSettings: { BATTLE_SECONDS: String(SECONDS), BATTLE_COUNTDOWN_SECONDS: '5' } })

/** A row of the history but for its score. */
const PLAYED = {
  battleId: 'battle-1',
  division: 'addition_subtraction',
  preference: 'addition',
  endedAt: 0,
  winnerId: null,
  rank: 2,
  players: 2,
}

/** The six queues, one for each bot, so that no child meets another. */
const TYPES = DIVISIONS.flatMap((division) =>
  PREFERENCES_OF[division].map((preference): BattleType => ({ division, preference })),
)

test('[BAT-83, BAT-43, BAT-40, BAT-50] with no opponent waiting, each of the six bots plays a battle to its end', async ({
  browser,
  server,
}) => {
  test.slow()
  // One after the other as far as the lobby: what takes a machine long is done before any clock runs.
  const lobbies: Page[] = []
  for (const [at, bot] of BOTS.entries()) {
    const page = await newPlayer(browser, server.origin, { nickname: `SwiftFox${at + 1}` })
    // This child's battles were close to the bot's scores, and the dice of this browser fall on it.
    const score = (bot.scoreRange.min * SECONDS) / 60
    const dice = Array.from({ length: 100 }, (_, hundredth) => hundredth / 100).find(
      (one) => chooseBot([score], SECONDS, () => one) === bot.id,
    )
    await page.route('**/api/battles/history/**', (route) =>
      route.fulfill({ json: [{ ...PLAYED, score, topScore: score }] }),
    )
    await page.addInitScript((one = 0) => {
      Math.random = () => one
    }, dice)
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
      await expect(screen.results).toBeVisible()
      await expect(resultRows(page).filter({ hasText: bot.name })).toContainText(messages.results.computer)
      await expect(resultRows(page).filter({ hasText: messages.results.you })).toContainText(
        `SwiftFox${at + 1}`,
      )
      await page.context().close()
    }),
  )
})
