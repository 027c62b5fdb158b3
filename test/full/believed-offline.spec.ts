import { boards, playerOf, postScore } from '../browser/boards.ts'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { previewMessages } from '../../web/features/leaderboard/previews.messages.en.ts'
import { expect, test } from '../browser/fixtures.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'

// Each test fills boards of its own.
test.use({ serverSettings: {} })

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
  for (const failure of [
    boardMessages.needsInternet,
    boardMessages.stale,
    previewMessages.failed,
    previewMessages.stale,
    frameMessages.away,
  ]) {
    await expect(page.getByText(failure)).toHaveCount(0)
  }
})
