import { boards, playerOf, postScore } from '../browser/boards.ts'
import { bePlayer, battleScreen, giveRight, queueOf, SHORT_BATTLES } from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'
import { messages as battleMessages } from '../../web/features/battle/messages.en.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'

// Each test fills boards of its own.
test.use({ serverSettings: SHORT_BATTLES })

test.beforeEach(({ page }) =>
  page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })),
)

test('[OUT-11] boards and previews update in a browser that believes it is offline', async ({
  page,
  server,
}) => {
  await postScore(server.origin, playerOf(1), { league: 'addition_facts', score: 20 })
  await page.goto('/leaderboard-individual')
  await expect(boards(page).rows).toContainText(['CleverOwl2'])
  await postScore(server.origin, playerOf(0), { league: 'addition_facts', score: 30 })
  await expect(boards(page).rows).toHaveCount(2)
  await page.goto('/leaderboard')
  await expect(boards(page).rows).toHaveCount(2)
  await page.goto('/guest')
  await expect(page.getByRole('region', { name: boardMessages.topStates }).getByRole('listitem')).toHaveCount(
    2,
  )
  await expect(page.getByText(/offline|No connection|Couldn’t load|No news/)).toHaveCount(0)
})

test('[OUT-11] a battle can be played to its end in a browser that believes it is offline', async ({
  page,
}) => {
  await bePlayer(page, {})
  await page.goto(queueOf('addition_subtraction', 'addition'))
  await expect(battleScreen(page).answer).toBeFocused()
  await giveRight(page, 2)
  await expect(page.getByText(/offline|No connection/)).toHaveCount(0)
  await expect(page.getByText(battleMessages.results.title)).toBeVisible()
  await page.goto('/battle-leaderboard')
  await expect(page.getByRole('list', { name: /Champions in Addition/ })).toBeVisible()
})
