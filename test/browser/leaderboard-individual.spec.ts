import type { Locator } from '@playwright/test'
import { nextPracticeDayMs } from '../../domain/practice-day.ts'
import { beViewer, boards, closedDoor, fillLeague, playerOf, postScore, VIEWER } from './boards.ts'
import { expect, test } from './fixtures.ts'

// Each test fills boards of its own.
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

test('[LB-63, LB-62] the best first, then fewer problems, then who was first; the league is addition unless the address says more', async ({
  page,
  server,
}) => {
  await postScore(server.origin, playerOf(1), { league: ADDITION, score: 50, problems: 12 })
  await postScore(server.origin, playerOf(2), { league: ADDITION, score: 50, problems: 10 })
  await postScore(server.origin, playerOf(3), { league: ADDITION, score: 50, problems: 12 })
  await postScore(server.origin, playerOf(4), { league: ADDITION, score: 95 })
  await page.goto(`${PATH}?league=nonsense`)
  const { rows, league } = boards(page)
  await expect(rows).toContainText(['CleverPanda5', 'CleverHedgehog3', 'CleverOwl2', 'CleverOtter4'])
  await expect(rows.nth(0)).toHaveText(/^1.*Ohio.*95 points19 problems$/)
  await expect(rows.nth(1)).toContainText('New York')
  await expect(rows.nth(2)).toContainText('Texas')
  await expect(rows.nth(3)).toHaveText(/^4.*Germany/)
  await expect(rows.locator('use[href$="#panda"]')).toHaveCount(1)
  await expect(league('Addition Facts')).toHaveAttribute('aria-pressed', 'true')
})

test('[LB-64] the token finds me among two players of one name, and the badge stands in my row alone', async ({
  page,
  server,
}) => {
  const twin = { ...playerOf(5), nickname: VIEWER.nickname }
  await postScore(server.origin, twin, { league: ADDITION, score: 60 })
  await postScore(server.origin, VIEWER, { league: ADDITION, score: 40 })
  await beViewer(page)
  await page.goto(PATH)
  const { rows } = boards(page)
  await expect(rows).toContainText([VIEWER.nickname, VIEWER.nickname])
  await expect(rows.getByText('You', { exact: true })).toHaveCount(1)
  await expect(rows.nth(1).getByText('You', { exact: true })).toBeVisible()
})

test('[LB-65, LB-66] 25 are shown, then 50, and back; my own place is shown while I am outside', async ({
  page,
  server,
}) => {
  await fillLeague(server.origin, ADDITION, 30)
  await postScore(server.origin, VIEWER, { league: ADDITION, score: 5 })
  await beViewer(page)
  await page.goto(PATH)
  const { rows, yourRank } = boards(page)
  await expect(rows).toHaveCount(25)
  await expect(yourRank).toHaveText(/Your Rank31You/)
  await expect(yourRank).toBeInViewport()
  await page.getByRole('button', { name: 'Show More (Top 50)' }).click()
  await expect(rows).toHaveCount(31)
  await expect(rows.nth(30).getByText('You', { exact: true })).toBeVisible()
  await expect(yourRank).toBeHidden()
  await page.getByRole('button', { name: 'Show Less (Top 25)' }).click()
  await expect(rows).toHaveCount(25)
  await expect(yourRank).toBeVisible()
})

test('[LB-105] both boards say that guests play there and whose count their points are', async ({ page }) => {
  for (const path of [PATH, '/leaderboard']) {
    await page.goto(path)
    await expect(page.getByText('Their devices add up their points.')).toBeVisible()
  }
})

test('[LB-65] the board asks for 25 or 50 players; a full list of 25 brings the button', async ({
  page,
  server,
}) => {
  const limits = new Set<string | null>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/guest/leaderboard') limits.add(url.searchParams.get('limit'))
  })
  await fillLeague(server.origin, ADDITION, 24)
  await page.goto(PATH)
  const { rows } = boards(page)
  await expect(rows).toHaveCount(24)
  await expect(page.getByRole('button', { name: /Show (More|Less)/ })).toBeHidden()
  await postScore(server.origin, playerOf(24), { league: ADDITION, score: 120 })
  await postScore(server.origin, playerOf(25), { league: ADDITION, score: 5 })
  await expect(page.getByRole('button', { name: 'Show More (Top 50)' })).toBeVisible()
  await expect(rows).toHaveCount(25)
  expect([...limits]).toEqual(['25'])
  await page.getByRole('button', { name: 'Show More (Top 50)' }).click()
  await expect(rows).toHaveCount(26)
  expect([...limits]).toEqual(['25', '50'])
})

test('[LB-66, LB-65] who is the 26th is outside the list of 25, and in the list of 50', async ({
  page,
  server,
}) => {
  await fillLeague(server.origin, ADDITION, 25)
  await postScore(server.origin, VIEWER, { league: ADDITION, score: 5 })
  await beViewer(page)
  await page.goto(PATH)
  const { rows, yourRank } = boards(page)
  await expect(rows).toHaveCount(25)
  await expect(yourRank).toHaveText(/Your Rank26You/)
  await page.getByRole('button', { name: 'Show More (Top 50)' }).click()
  await expect(rows).toHaveCount(26)
  await expect(rows.nth(25).getByText('You', { exact: true })).toBeVisible()
  await expect(yourRank).toBeHidden()
})

test('[LB-102] a rank far down is told as progress since the last look', async ({ page, server }) => {
  await fillLeague(server.origin, ADDITION, 26)
  await postScore(server.origin, VIEWER, { league: ADDITION, score: 5 })
  await beViewer(page)
  // Hundreds of players take long to store; their board is this one with another number.
  let rank = 327
  await page.route('**/api/guest/leaderboard?**', async (route) => {
    const answer = await route.fetch()
    const board = (await answer.json()) as { user?: { rank: number } }
    await route.fulfill({ json: board.user ? { ...board, user: { ...board.user, rank } } : board })
  })
  await page.goto(PATH)
  const { yourRank } = boards(page)
  await expect(yourRank).toContainText('110 points to the next')
  await expect(yourRank).not.toContainText('Up')
  rank = 226
  await page.reload()
  await expect(yourRank).toContainText('Up 101 places · 110 points to the next')
  await expect(yourRank).toContainText('226')
})

test('[LB-66] Your Rank has room for a place behind a million', async ({ page, server }) => {
  await fillLeague(server.origin, ADDITION, 26)
  await postScore(server.origin, VIEWER, { league: ADDITION, score: 5 })
  await beViewer(page)
  // A million players are too many to store here; their board is this one with another number.
  await page.route('**/api/guest/leaderboard?**', async (route) => {
    const answer = await route.fetch()
    const board = (await answer.json()) as { user?: { rank: number } }
    await route.fulfill({ json: board.user ? { ...board, user: { ...board.user, rank: 1_234_567 } } : board })
  })
  await page.goto(PATH)
  const { yourRank } = boards(page)
  const rank = yourRank.getByText('1,234,567', { exact: true })
  for (const width of [1366, 768, 390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(rank).toBeInViewport()
    const [ofRank, ofAnimal] = await Promise.all([rank.boundingBox(), yourRank.locator('svg').boundingBox()])
    expect((ofRank?.x ?? Infinity) + (ofRank?.width ?? 0), `at ${width}`).toBeLessThan(ofAnimal?.x ?? 0)
    expect(await rank.evaluate((text) => text.scrollWidth - text.clientWidth), `at ${width}`).toBe(0)
  }
})

test('[LB-63, LB-66] on a phone a long name and a long place go on in further lines, in the list and in Your Rank', async ({
  page,
  server,
}) => {
  const long = { nickname: 'ThankfulHedgehog42' }
  const places = [
    { country: 'US', state: 'California' },
    { country: 'US', state: 'District of Columbia' },
    { country: 'CL', state: 'Libertador General Bernardo O’Higgins, Chile' },
    { country: 'DE', state: 'Lower Saxony, Germany' },
  ]
  await fillLeague(server.origin, ADDITION, 25)
  for (const [n, place] of places.entries()) {
    await postScore(server.origin, { ...playerOf(n), ...long, ...place }, { league: ADDITION, score: 150 })
  }
  const viewer = { ...VIEWER, ...long, ...places[0] }
  await postScore(server.origin, viewer, { league: ADDITION, score: 5 })
  await beViewer(page, viewer)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(PATH)
  const { rows, yourRank } = boards(page)
  for (const { state } of places) {
    const place = rows.getByText(state, { exact: true }).first()
    await expect(place).toBeVisible()
    expect(await cutOff(place), state).toEqual([])
  }
  const own = yourRank.getByText('California', { exact: true })
  await expect(own).toBeVisible()
  expect(await cutOff(own)).toEqual([])
})

for (const width of [320, 390]) {
  test(`[LB-62, LOK-3] ${width} px wide the page never scrolls sideways, the chosen league is in view, and so are more than two players`, async ({
    page,
    server,
  }) => {
    for (const [at, league] of [ADDITION, 'multiplication_facts', 'mixed_mult_div'].entries()) {
      for (let n = at * 5; n < at * 5 + 5; n += 1) {
        await postScore(server.origin, playerOf(n), { league, score: 200 - n * 5 })
      }
    }
    await page.setViewportSize({ width, height: 844 })
    const { rows, league } = boards(page)
    for (const [id, name] of [
      [ADDITION, 'Addition Facts'],
      ['multiplication_facts', 'Multiplication Facts'],
      ['mixed_mult_div', 'Mixed Mult/Div'],
    ] as const) {
      await page.goto(`${PATH}?league=${id}`)
      await expect(rows).toHaveCount(5)
      await expect(league(name)).toBeInViewport({ ratio: 1 })
      await expect(rows.nth(2)).toBeInViewport({ ratio: 1 })
      const tooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(tooWide, name).toBe(0)
    }
    await league('Subtraction Facts').click()
    await expect(league('Subtraction Facts')).toBeInViewport({ ratio: 1 })
  })
}

test('[LB-67] beside the players: ten states of all leagues, who I am and where from, and the ways on', async ({
  page,
  server,
}) => {
  const states = [
    'Maine',
    'Utah',
    'Iowa',
    'Idaho',
    'Texas',
    'Ohio',
    'Nevada',
    'Kansas',
    'Oregon',
    'Alaska',
    'Hawaii',
  ]
  for (const [n, state] of states.entries()) {
    const player = { ...playerOf(n), country: 'US', state }
    await postScore(server.origin, player, { league: ADDITION, score: 150 - n * 10 })
  }
  await postScore(
    server.origin,
    { ...playerOf(3), country: 'US', state: 'Idaho' },
    { league: 'division_facts', score: 100 },
  )
  await beViewer(page, { state: 'Utah' })
  await page.goto(PATH)
  const { topStates } = boards(page)
  await expect(topStates).toHaveCount(10)
  await expect(topStates.nth(0)).toHaveText('1Idaho220')
  await expect(topStates.nth(2)).toHaveText('3UtahYour State140')
  await expect(page.getByText('Sacramento, Utah')).toBeVisible()
  await expect(page.getByRole('link', { name: 'State vs State Challenge' })).toHaveAttribute(
    'href',
    '/leaderboard?league=addition_facts',
  )
  await page.getByRole('link', { name: 'Back to Practice' }).click()
  await expect(page).toHaveURL(/\/guest$/)
})

test('[LB-68] an empty day says No Players Yet and leads to practice; without a name it leads to Play Now', async ({
  page,
}) => {
  await page.goto(PATH)
  await expect(page.getByRole('heading', { name: 'No Players Yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Play Now' }).first()).toHaveAttribute('href', '/guest')
  await beViewer(page)
  await page.reload()
  await page.getByRole('link', { name: 'Practice Addition Facts' }).first().click()
  await expect(page).toHaveURL(/\/practice\/addition_facts\?guest=true$/)
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
})

test('[LB-68] while nothing is known a ten-frame fills; a board that fails to load is the empty one under a line, and comes when it can', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource: net::ERR_FAILED/)
  await postScore(server.origin, playerOf(1), { league: ADDITION, score: 20 })
  const door = closedDoor()
  await page.route('**/api/guest/leaderboard*', async (route) => {
    await door.opened
    await route.abort()
  })
  await page.goto(PATH)
  await expect(page.getByRole('region', { name: 'Addition Facts' }).getByText('Loading…')).toBeVisible()
  door.open()
  await expect(boards(page).failed).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Players Yet' })).toBeVisible()
  await page.unroute('**/api/guest/leaderboard*')
  await expect(boards(page).rows).toContainText(['CleverOwl2'])
  await expect(boards(page).failed).toHaveCount(0)
})

for (const timezoneId of ['America/Los_Angeles', 'America/New_York', 'Asia/Kolkata']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })
    test('[LB-69] the next board starts at a time of the visitor’s own clock, and the minutes go down', async ({
      page,
    }) => {
      const nextMs = nextPracticeDayMs(Date.now())
      const clock = new Intl.DateTimeFormat('en', {
        timeZone: timezoneId,
        hour: 'numeric',
        minute: '2-digit',
      })
      await page.clock.install()
      await page.goto(PATH)
      const text = page.getByText(/^A new leaderboard starts at /)
      const minutesLeft = async () => {
        const [, hours = '0', minutes] = /in (?:(\d+) h )?(\d+) min$/.exec(await text.innerText()) ?? []
        return Number(hours) * 60 + Number(minutes)
      }
      await expect(text).toContainText(`starts at ${clock.format(nextMs)}, in `)
      const before = await minutesLeft()
      expect(Math.abs(before - (nextMs - Date.now()) / 60_000)).toBeLessThan(2)
      await page.clock.fastForward(300_000)
      await expect.poll(minutesLeft).toBeLessThanOrEqual(before - 4)
    })
  })
}

test('[LB-75] by keyboard alone: leagues, more, and the way on; the board itself says nothing', async ({
  page,
  server,
}) => {
  await fillLeague(server.origin, ADDITION, 26)
  await page.goto(PATH)
  await expect(boards(page).rows).toHaveCount(25)
  await page.getByRole('link', { name: 'Back to Practice' }).focus()
  for (const name of ['Addition Facts', 'Subtraction Facts']) {
    await page.keyboard.press('Tab')
    await expect(boards(page).league(name)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/subtraction_facts/)
  await expect(boards(page).league('Subtraction Facts')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(boards(page).rows).toHaveCount(25)
  const more = page.getByRole('button', { name: 'Show More (Top 50)' })
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Tab')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(boards(page).rows).toHaveCount(26)
  await expect(page.getByRole('button', { name: 'Show Less (Top 25)' })).toBeFocused()
  // The connection line of the frame is the one place that may speak.
  const speaking = page
    .getByRole('main')
    .locator('[aria-live], [role="status"], [role="alert"], [role="log"], output')
  await expect(speaking).toHaveCount(0)
})
