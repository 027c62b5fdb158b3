import type { Locator } from '@playwright/test'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { beViewer, boards, fillLeague, playerOf, postScore, VIEWER } from './boards.ts'
import { expect, test } from './fixtures.ts'

// Ranks are of all who play, so each test has a server of its own: others play on the shared one, and its boards stay in memory for
// a while after its tables are emptied.
test.use({ serverSettings: {} })

const ADDITION = 'addition_facts'
const PATH = '/leaderboard-individual'

/** What of a row's text is not seen: too long for its own box, or outside of the row. */
async function cutOff(text: Locator): Promise<string[]> {
  return await text.evaluate((element) => {
    const row = element.closest('.grid')?.getBoundingClientRect()
    const column = element.parentElement?.getBoundingClientRect()
    const found: string[] = []
    if (element.scrollHeight > element.clientHeight) found.push('lines')
    if (element.scrollWidth > element.clientWidth) found.push('width')
    if (!row || !column || column.top < row.top || column.bottom > row.bottom) found.push('row')
    return found
  })
}

const LONG = 'ThankfulHedgehog42'
const LONG_PLACES = [
  { country: 'US', state: 'California' },
  { country: 'US', state: 'District of Columbia' },
  { country: 'CL', state: 'Libertador General Bernardo O’Higgins, Chile' },
  { country: 'DE', state: 'Lower Saxony, Germany' },
]

test("[LB-65, LB-66, LB-63, LB-75] a full board works by keyboard, shows the player's place, a rank beyond a million, and long names on a phone", async ({
  page,
  server,
}) => {
  await fillLeague(server.origin, ADDITION, 30)
  for (const [n, place] of LONG_PLACES.entries()) {
    const player = { ...playerOf(n), nickname: LONG, ...place }
    await postScore(server.origin, player, { league: ADDITION, score: 150 })
  }
  const viewer = { ...VIEWER, nickname: LONG }
  await postScore(server.origin, viewer, { league: ADDITION, score: 5 })
  await beViewer(page, viewer)
  await page.goto(PATH)
  const { rows, yourRank, league } = boards(page)
  await expect(rows).toHaveCount(25)
  await expect(yourRank).toContainText(`${boardMessages.yourRank}31${boardMessages.you}`)
  await expect(yourRank).toBeInViewport()

  await test.step('by keyboard alone: leagues, more and less', async () => {
    await page.getByRole('link', { name: boardMessages.back }).focus()
    for (const name of [LEAGUE_NAMES.addition_facts, LEAGUE_NAMES.subtraction_facts]) {
      await page.keyboard.press('Tab')
      await expect(league(name)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/subtraction_facts/)
    await expect(league(LEAGUE_NAMES.subtraction_facts)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect(rows).toHaveCount(25)
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: boardMessages.showMore })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(31)
    await expect(rows.nth(30).getByText(boardMessages.you, { exact: true })).toBeVisible()
    await expect(yourRank).toBeHidden()
    await expect(page.getByRole('button', { name: boardMessages.showLess })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(25)
    await expect(yourRank).toBeVisible()
  })

  await test.step('on a phone a long name and a long location wrap', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const { state } of LONG_PLACES) {
      const place = rows.getByText(state, { exact: true }).first()
      await expect(place).toBeVisible()
      expect(await cutOff(place), state).toEqual([])
    }
    const own = yourRank.getByText('California', { exact: true })
    await expect(own).toBeVisible()
    expect(await cutOff(own)).toEqual([])
  })

  await test.step('Your Rank has room for a place beyond a million', async () => {
    // A million players are too many to store here; their board is this one with another number.
    await page.route('**/api/guest/leaderboard?**', async (route) => {
      const answer = await route.fetch()
      const board = (await answer.json()) as { user: { rank: number } }
      await route.fulfill({ json: { ...board, user: { ...board.user, rank: 1_234_567 } } })
    })
    const rank = yourRank.getByText('1,234,567', { exact: true })
    for (const width of [1366, 768, 390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(rank).toBeInViewport()
      const [ofRank, ofAnimal] = await Promise.all([
        rank.boundingBox(),
        yourRank.locator('svg').boundingBox(),
      ])
      expect((ofRank?.x ?? Infinity) + (ofRank?.width ?? 0), `at ${width}`).toBeLessThan(ofAnimal?.x ?? 0)
      expect(await rank.evaluate((text) => text.scrollWidth - text.clientWidth), `at ${width}`).toBe(0)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('[LB-62, LOK-3] on a phone the page never scrolls sideways, the chosen league is in view, and so are more than two players', async ({
  page,
  server,
}) => {
  const leagues = [ADDITION, 'multiplication_facts', 'mixed_mult_div'] as const
  for (const [at, league] of leagues.entries()) {
    for (let n = at * 5; n < at * 5 + 5; n += 1) {
      await postScore(server.origin, playerOf(n), { league, score: 200 - n * 5 })
    }
  }
  const { rows, league } = boards(page)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const id of leagues) {
      await page.goto(`${PATH}?league=${id}`)
      await expect(rows).toHaveCount(5)
      await expect(league(LEAGUE_NAMES[id])).toBeInViewport({ ratio: 1 })
      await expect(rows.nth(2)).toBeInViewport({ ratio: 1 })
      const tooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(tooWide, `${id} at ${width} px`).toBe(0)
    }
    await league(LEAGUE_NAMES.subtraction_facts).click()
    await expect(league(LEAGUE_NAMES.subtraction_facts)).toBeInViewport({ ratio: 1 })
  }
})
