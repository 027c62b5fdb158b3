import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { boards } from './boards.ts'
import { expect, test } from './fixtures.ts'

const PLAYERS = '/leaderboard-individual'
const STATES = '/leaderboard'

test('[LB-62, LB-67] the chosen league replaces the previous one in the address and is kept on the other board, and Back leaves the board', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto(PLAYERS)
  const { league } = boards(page)
  await league(LEAGUE_NAMES.subtraction_facts).click()
  await expect(page).toHaveURL(/\?league=subtraction_facts$/)
  await league(LEAGUE_NAMES.division_facts).click()
  await expect(page).toHaveURL(/\?league=division_facts$/)
  await page.reload()
  await expect(page.getByRole('region', { name: LEAGUE_NAMES.division_facts })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)

  await page.goto(STATES)
  const select = page.getByRole('combobox', { name: boardMessages.chooseLeague })
  await select.selectOption('division_facts')
  await page.getByRole('link', { name: boardMessages.toPlayers }).click()
  await expect(page).toHaveURL(/\/leaderboard-individual\?league=division_facts$/)
  await league(LEAGUE_NAMES.mixed_add_sub).click()
  await page.getByRole('link', { name: boardMessages.toStates }).click()
  await expect(page).toHaveURL(/\/leaderboard\?league=mixed_add_sub$/)
  await expect(select).toHaveValue('mixed_add_sub')
})

test('[LB-62] an unknown league in the address becomes addition there too, and Back leaves the board', async ({
  page,
}) => {
  await page.goto('/about')
  for (const address of [`${PLAYERS}?league=nonsense`, `${STATES}?league=`]) {
    await page.goto(address)
    await expect(page).toHaveURL(/\?league=addition_facts$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/about$/)
  }
})
