import { beViewer, boards, closedDoor, playerOf, postScore, VIEWER } from './boards.ts'
import { expect, test } from './fixtures.ts'

// Each test fills boards of its own.
test.use({ serverSettings: {} })

const ADDITION = 'addition_facts'
const DIVISION = 'division_facts'
const PATH = '/leaderboard'

const map = 'Map of the states'

test('[LB-70] the states, best first, with players, average and top score, and my own state by itself', async ({
  page,
  server,
}) => {
  // 0 and 7 play for California, 1 for Texas (as TX), 3 for Germany without a region, 5 for no place at all.
  for (const [n, score] of [
    [0, 50],
    [7, 25],
    [1, 100],
    [3, 10],
    [5, 200],
  ] as const) {
    await postScore(server.origin, playerOf(n), { league: ADDITION, score })
  }
  await beViewer(page, { state: 'California' })
  await page.goto(PATH)
  const { rows } = boards(page)
  await expect(rows).toHaveText([
    /^1Texasaverage 100 · best 100100 points1 player$/,
    /^2CaliforniaYour Stateaverage 37\.5 · best 5075 points2 players$/,
  ])
  const own = page.getByRole('region', { name: 'Your State' })
  await expect(own).toContainText('California')
  await expect(own.getByRole('definition')).toHaveText(['#2', '75', '2'])
})

test('[LB-70] it explains itself, and leads to the players and to practice', async ({ page }) => {
  await page.goto(PATH)
  for (const name of ['Team effort', 'Daily rankings', 'State pride']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  await expect(page.getByText(/Rankings update daily/)).toBeVisible()
  await expect(page.getByText(/^A new leaderboard starts at \d+:\d\d [AP]M, in /)).toBeVisible()
  await page.getByRole('link', { name: 'Daily Leaderboards' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Daily Leaderboards')
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Practice' }).click()
  await expect(page).toHaveURL(/\/guest$/)
})

test('[LB-62, LB-67] the chosen league goes along from one board to the other and back', async ({ page }) => {
  await page.goto(PATH)
  await page.getByRole('combobox', { name: 'Choose a league' }).selectOption(DIVISION)
  await page.getByRole('link', { name: 'Daily Leaderboards' }).click()
  await expect(page).toHaveURL(/\/leaderboard-individual\?league=division_facts$/)
  await boards(page).league('Mixed Add/Sub').click()
  await page.getByRole('link', { name: 'State vs State Challenge' }).click()
  await expect(page).toHaveURL(/\/leaderboard\?league=mixed_add_sub$/)
  await expect(page.getByRole('combobox', { name: 'Choose a league' })).toHaveValue('mixed_add_sub')
})

test('[LB-71, LB-62, LB-75] an empty league, and another one chosen by keyboard, which the address keeps', async ({
  page,
  server,
}) => {
  await postScore(server.origin, playerOf(1), { league: DIVISION, score: 20 })
  await beViewer(page)
  await page.goto(PATH)
  await expect(page.getByText('No states competing in this league yet.')).toBeVisible()
  await expect(page.getByText('Be the first to represent your state!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your State' })).toContainText('Be the first!')
  const select = page.getByRole('combobox', { name: 'Choose a league' })
  await expect(select.getByRole('option')).toHaveCount(6)
  await page.getByRole('link', { name: 'Back to Practice' }).focus()
  await page.keyboard.press('Tab')
  await expect(select).toBeFocused()
  await page.keyboard.type('Div')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?league=division_facts$/)
  await expect(boards(page).rows).toContainText(['Texas'])
  await page.reload()
  await expect(select).toHaveValue(DIVISION)
  await expect(boards(page).rows).toContainText(['Texas'])
})

test('[LB-72] the map has 51 squares, shaded by points in dots too, and marks my own', async ({
  page,
  server,
}) => {
  for (const [n, score] of [
    [1, 150],
    [0, 75],
    [4, 25],
  ] as const) {
    await postScore(server.origin, playerOf(n), { league: ADDITION, score })
  }
  await beViewer(page)
  await page.goto(PATH)
  await expect(boards(page).rows).toHaveCount(3)
  const picture = page.getByRole('img', { name: new RegExp(map) })
  await expect(picture.locator('text')).toHaveCount(51)
  const tile = (state: string) => picture.locator('g', { has: page.locator(`title:text("${state}:")`) })
  for (const [state, dots] of [
    ['Texas', 3],
    ['California', 2],
    ['Ohio', 1],
    ['Maine', 0],
  ] as const) {
    await expect(tile(state).locator('circle'), state).toHaveCount(dots)
  }
  await expect(tile('Texas').locator('title')).toHaveText('Texas: 150 points')
  await expect(picture.locator('.stroke-accent')).toHaveCount(1)
  await expect(tile('California').locator('.stroke-accent')).toHaveCount(1)
})

test('[LB-72] while the points of the states are not known the map says nothing of them', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource: net::ERR_FAILED/)
  await postScore(server.origin, playerOf(1), { league: ADDITION, score: 50 })
  const door = closedDoor()
  await page.route('**/api/guest/state-leaderboard?*', async (route) => {
    await door.opened
    await route.abort()
  })
  await page.goto(PATH)
  const picture = page.getByRole('img', { name: new RegExp(map) })
  const legend = page.getByText('None yet', { exact: true })
  for (const said of [page.getByText('Loading…').first(), boards(page).failed]) {
    await expect(said).toBeVisible()
    await expect(picture.locator('text')).toHaveCount(51)
    await expect(picture.locator('title')).toHaveCount(0)
    await expect(page.getByRole('img', { name: /We can’t load their points right now/ })).toBeVisible()
    await expect(legend).toBeHidden()
    door.open()
  }
  await page.unroute('**/api/guest/state-leaderboard?*')
  await expect(picture.locator('title')).toHaveCount(51)
  await expect(legend).toBeVisible()
})

test('[LB-70, LB-72] on a Chromebook the first states and the whole map are in view beside each other', async ({
  page,
  server,
}) => {
  for (const [n, score] of [50, 75, 100, 25, 10].entries()) {
    await postScore(server.origin, playerOf(n), { league: ADDITION, score })
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(PATH)
  const { rows } = boards(page)
  await expect(rows).toHaveCount(4)
  for (const row of await rows.all()) await expect(row).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('img', { name: new RegExp(map) })).toBeInViewport({ ratio: 1 })
})

test('[LB-70] who has no state is told how to get one', async ({ page }) => {
  await beViewer(page, { location: '', country: '', state: '' })
  await page.goto(PATH)
  const own = page.getByRole('region', { name: 'Your State' })
  await expect(own).toContainText('We don’t know your state.')
  await expect(own.getByRole('link')).toHaveAttribute('href', '/guest')
})

test('[LB-73, LB-9] a player who moves moves the states on an open board within 5 s', async ({
  page,
  server,
}) => {
  await postScore(server.origin, playerOf(0), { league: ADDITION, score: 50 })
  await postScore(server.origin, playerOf(1), { league: ADDITION, score: 40 })
  await page.goto(PATH)
  const { rows } = boards(page)
  await expect(rows).toContainText(['California', 'Texas'])
  await postScore(server.origin, { ...playerOf(0), state: 'Texas' }, { league: ADDITION, score: 5 })
  await expect(rows).toHaveText([/^1Texas.*95 points2 players$/], { timeout: 5000 })
})

test('[LB-68] a board of states that fails to load is the empty one under a line, and comes when it can', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource: net::ERR_FAILED/)
  await postScore(server.origin, playerOf(1), { league: ADDITION, score: 20 })
  await page.route('**/api/guest/state-leaderboard?*', (route) => route.abort())
  await beViewer(page, { nickname: VIEWER.nickname })
  await page.goto(PATH)
  await expect(boards(page).failed).toBeVisible()
  await expect(page.getByText('No states competing in this league yet.')).toBeVisible()
  await expect(page.getByText('Be the first to represent your state!')).toBeVisible()
  await page.unroute('**/api/guest/state-leaderboard?*')
  await expect(boards(page).rows).toContainText(['Texas'])
  await expect(boards(page).failed).toHaveCount(0)
})
