import { boards, playerOf, postScore } from './boards.ts'
import { expect, test } from './fixtures.ts'

// Each test fills boards of its own.
test.use({ serverSettings: {} })

const PATH = '/leaderboard-individual'

test('[LB-62] another league takes the place of the one before in the address, and Back leaves the board', async ({
  page,
  server,
}) => {
  await postScore(server.origin, playerOf(1), { league: 'division_facts', score: 20 })
  await page.goto('/about')
  await page.goto(PATH)
  const { league, rows } = boards(page)
  await league('Subtraction Facts').click()
  await expect(page).toHaveURL(/\?league=subtraction_facts$/)
  await expect(page.getByText('No Players Yet')).toBeVisible()
  await league('Division Facts').click()
  await expect(page).toHaveURL(/\?league=division_facts$/)
  await expect(rows).toContainText(['CleverOwl2'])
  await page.reload()
  await expect(rows).toContainText(['CleverOwl2'])
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('[LB-62] an unknown league in the address gives way to addition there too, and Back leaves the board', async ({
  page,
}) => {
  await page.goto('/about')
  for (const path of [PATH, '/leaderboard']) {
    for (const league of ['nonsense', '', 'ADDITION_FACTS']) {
      await page.goto(`${path}?league=${league}`)
      await expect(page).toHaveURL(/\?league=addition_facts$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/about$/)
    }
  }
})
