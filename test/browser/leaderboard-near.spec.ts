import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { beViewer, boards, fillLeague, postScore, VIEWER } from './boards.ts'
import { expect, test } from './fixtures.ts'

// As in leaderboard-individual.spec.ts.
test.use({ serverSettings: {} })

const ADDITION = 'addition_facts'
const PATH = '/leaderboard-individual'

test('[LB-108] a rank leads to the thirty players around it, and to the whole board, but not in calm mode', async ({
  page,
  server,
}) => {
  await fillLeague(server.origin, ADDITION, 40)
  await postScore(server.origin, VIEWER, { league: ADDITION, score: 5 })
  await beViewer(page)
  await page.goto(PATH)
  const { rows, yourRank } = boards(page)
  await yourRank.getByRole('link', { name: boardMessages.nearYou }).click()
  await expect(rows).toHaveCount(30)
  await expect(rows.first()).toHaveText(/^12/)
  await expect(rows.nth(29).getByText(boardMessages.you, { exact: true })).toBeInViewport()
  await page.getByRole('link', { name: boardMessages.wholeBoard }).click()
  await expect(rows).toHaveCount(25)
  await expect(rows.first()).toHaveText(/^1/)
  await page.evaluate(() => localStorage.setItem('tenfold.calm', 'true'))
  await page.goto(`${PATH}?league=${ADDITION}&around=me`)
  await expect(rows).toHaveCount(25)
  await expect(yourRank).toBeHidden()
})
