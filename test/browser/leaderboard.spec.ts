import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { boards, playerOf, postScore } from './boards.ts'
import { expect, test } from './fixtures.ts'

// As in leaderboard-individual.spec.ts.
test.use({ serverSettings: {} })

test('[LB-70, LB-72, LB-62, LB-75] on a Chromebook the first states and the whole map are in view, and the league can be chosen by keyboard', async ({
  page,
  server,
}) => {
  for (const [n, score] of [50, 75, 100, 25, 10].entries()) {
    await postScore(server.origin, playerOf(n), { league: 'addition_facts', score })
  }
  await postScore(server.origin, playerOf(1), { league: 'division_facts', score: 20 })
  await page.goto('/leaderboard')
  const { rows } = boards(page)
  await expect(rows).toHaveCount(4)
  for (const row of await rows.all()) await expect(row).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('img', { name: boardMessages.map })).toBeInViewport({ ratio: 1 })

  const select = page.getByRole('combobox', { name: boardMessages.chooseLeague })
  await expect(select.getByRole('option')).toHaveCount(6)
  await page.getByRole('link', { name: boardMessages.toPlayers }).focus()
  await page.keyboard.press('Tab')
  await expect(select).toBeFocused()
  await page.keyboard.type('Div')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?league=division_facts$/)
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(select).toHaveValue('division_facts')
  await expect(rows).toContainText(['Texas'])
})
