import type { Page } from '@playwright/test'
import { practiceDay } from '../../domain/practice-day.ts'
import { previewMessages } from '../../web/features/leaderboard/previews.messages.en.ts'
import { expect, test } from './fixtures.ts'
import { gate, guestSession, randomToken, sendScore, storeBeforehand } from './guest.ts'

// Boards show everybody who plays, so each test has a server of its own.
test.use({ serverSettings: {} })

const AWAY = /Failed to load resource: net::ERR_/

const league = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) })
const states = (page: Page) => page.getByRole('region', { name: previewMessages.topStates })
const leaders = (page: Page) => page.getByRole('region', { name: previewMessages.leaders })
const rows = (preview: ReturnType<typeof states>) => preview.getByRole('listitem')

async function beGuest(page: Page, state = ''): Promise<string> {
  const sessionToken = randomToken()
  const country = state === '' ? '' : 'US'
  await storeBeforehand(
    page,
    'guestSession',
    guestSession(practiceDay(Date.now()), { sessionToken, state, country }),
  )
  return sessionToken
}

/** How far what stands below the previews moved while the page was open, in layout shift scores. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry) Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifted'))
}

test('[LB-94, SCR-8] each league shows the own rank of today, and says it in words', async ({
  page,
  server,
}) => {
  const sessionToken = await beGuest(page)
  for (const score of [100, 60, 10]) await sendScore(server.origin, { score, league: 'division_facts' })
  await sendScore(server.origin, { sessionToken, score: 50, league: 'division_facts' })
  await sendScore(server.origin, { sessionToken, score: 5, league: 'mixed_add_sub' })
  await page.goto('/guest')
  await expect(league(page, 'Division Facts')).toContainText('#3')
  await expect(league(page, 'Division Facts')).toHaveAccessibleName('Division Facts Your rank: 3 of 4')
  await expect(league(page, 'Mixed Add/Sub')).toHaveAccessibleName('Mixed Add/Sub Your rank: 1 of 1')
  await expect(league(page, 'Addition Facts')).toHaveAccessibleName('Addition Facts')
  await league(page, 'Division Facts').click()
  await expect(page).toHaveURL(/\/practice\/division_facts\?guest=true$/)
})

test('[LB-102] a rank far down says at home how far it has come since the last look', async ({
  page,
  server,
}) => {
  const sessionToken = await beGuest(page)
  await sendScore(server.origin, { sessionToken, score: 50, league: 'division_facts' })
  // Hundreds of players take long to store; these are the stats of one with another rank.
  let rank = 327
  await page.route('**/api/guest/daily-stats/**', async (route) => {
    const answer = await route.fetch()
    const stats = (await answer.json()) as { leagueRankings: object[] }
    const leagueRankings = stats.leagueRankings.map((one) => ({ ...one, rank, total: 400, pointsToNext: 12 }))
    await route.fulfill({ json: { ...stats, leagueRankings } })
  })
  await page.goto('/guest')
  await expect(league(page, 'Division Facts')).toContainText('#327')
  await expect(league(page, 'Division Facts')).toContainText('12 points to the next')
  await expect(league(page, 'Division Facts')).not.toContainText('Up')
  expect(await page.evaluate(() => localStorage.getItem('tenfold.lastRanks'))).not.toContain(sessionToken)
  rank = 226
  await page.reload()
  await expect(league(page, 'Division Facts')).toContainText('Up 101 places · 12 points to the next')
  await expect(league(page, 'Division Facts')).toContainText('#226')
})

test('[LB-94] without a guest nobody asks for ranks, and none are shown', async ({ page, server }) => {
  await sendScore(server.origin, { score: 50 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/guest')
  await expect(rows(leaders(page)).first()).toContainText('50')
  expect(asked.filter((url) => url.includes('daily-stats'))).toEqual([])
  await expect(page.getByText(/^#\d/)).toHaveCount(0)
})

test('[LB-95] Top States: five are asked for, three are shown, one’s own is marked', async ({
  page,
  server,
}) => {
  await beGuest(page, 'California')
  const scores = { Texas: 90, California: 80, Ohio: 70, Maine: 60, Iowa: 50, Utah: 40 }
  for (const [state, score] of Object.entries(scores)) await sendScore(server.origin, { state, score })
  const asked = page.waitForRequest(/state-leaderboard-aggregated/)
  await page.goto('/guest')
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('5')
  await expect(rows(states(page))).toHaveText([
    /1.*Texas.*90/,
    /2.*California.*Your State.*80/,
    /3.*Ohio.*70/,
  ])
  await states(page).getByRole('link', { name: 'State vs State Challenge' }).click()
  await expect(page).toHaveURL(/\/leaderboard$/)
})

test('[LB-96] League Leaders: the best player of each league, one’s own marked, free places named', async ({
  page,
  server,
}) => {
  const sessionToken = await beGuest(page)
  await sendScore(server.origin, { score: 40, nickname: 'KindOwl7' })
  await sendScore(server.origin, { score: 90, nickname: 'ThankfulHedgehog42' })
  await sendScore(server.origin, { score: 5, sessionToken, nickname: 'SwiftFox42', league: 'mixed_mult_div' })
  await page.goto('/guest')
  await expect(rows(leaders(page))).toHaveText([
    /Addition Facts.*ThankfulHedgehog42.*90/,
    /Subtraction Facts.*Nobody yet today/,
    /Mixed Add\/Sub.*Nobody yet today/,
    /Multiplication Facts.*Nobody yet today/,
    /Division Facts.*Nobody yet today/,
    /You.*Mixed Mult\/Div.*SwiftFox42.*5/,
  ])
  await leaders(page).getByRole('link', { name: 'Daily Leaderboards' }).click()
  await expect(page).toHaveURL(/\/leaderboard-individual$/)
})

for (const [width, height] of [
  [1366, 768],
  [768, 1024],
  [390, 844],
] as const) {
  test(`[LB-97] at ${width} px: loading, an empty day and full lists take the same room`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height })
    await beGuest(page, 'District of Columbia')
    const shifted = await watchShifts(page)
    const heights = async () =>
      [await states(page).boundingBox(), await leaders(page).boundingBox()].map((box) => box?.height)
    const answers = gate()
    await page.route('**/api/guest/*leaderboard*', async (route) => {
      await answers.opened
      await route.continue()
    })
    await page.goto('/guest')
    await expect(states(page).getByText('Loading')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const loading = await heights()
    answers.open()
    await expect(states(page)).toContainText(previewMessages.noStates)
    expect(await heights()).toEqual(loading)
    expect(await shifted()).toBeLessThan(0.001)
    for (const [at, id] of [
      'addition_facts',
      'mixed_add_sub',
      'mixed_mult_div',
      'division_facts',
    ].entries()) {
      const state = ['District of Columbia', 'Massachusetts', 'North Carolina', 'Texas'][at] ?? ''
      await sendScore(server.origin, { score: 250 - at, league: id, nickname: 'ThankfulHedgehog42', state })
    }
    const known = async () =>
      await (await fetch(`${server.origin}/api/guest/state-leaderboard-aggregated`)).json()
    await expect.poll(known).toHaveLength(4)
    await page.reload()
    await expect(rows(states(page))).toHaveCount(3)
    await expect(rows(leaders(page)).first()).toContainText('ThankfulHedgehog42')
    expect(await heights()).toEqual(loading)
    expect(await shifted()).toBeLessThan(0.001)
  })
}

test('[LB-97] a list that fails to load is the empty one under a line, and comes by itself within seconds', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(AWAY)
  await sendScore(server.origin, { score: 50, state: 'Texas' })
  await page.clock.install()
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/guest')
  await expect(states(page)).toContainText(previewMessages.failed)
  await expect(states(page)).toContainText(previewMessages.noStates)
  await expect(leaders(page)).toContainText(previewMessages.failed)
  await expect(leaders(page).getByText(previewMessages.nobody)).toHaveCount(6)
  await page.unroute('**/api/**')
  await page.clock.runFor(8000)
  await expect(rows(states(page))).toHaveText([/Texas.*50/])
  await expect(states(page)).not.toContainText(previewMessages.failed)
})

test('[LB-97] a refresh that fails keeps the last list and says so quietly; one that succeeds moves it', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/)
  await sendScore(server.origin, { score: 50, state: 'Texas', nickname: 'KindOwl7' })
  await page.clock.install()
  await page.goto('/guest')
  await expect(rows(states(page))).toHaveText([/Texas.*50/])
  await expect(rows(leaders(page)).first()).toContainText('KindOwl7')
  await context.setOffline(true)
  await page.clock.runFor(31_000)
  await expect(states(page)).toContainText(previewMessages.stale)
  await expect(rows(states(page))).toHaveText([/Texas.*50/])
  await expect(rows(leaders(page)).first()).toContainText('KindOwl7')
  await sendScore(server.origin, { score: 60, state: 'Ohio' })
  await context.setOffline(false)
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(rows(states(page))).toHaveText([/Ohio.*60/, /Texas.*50/], { timeout: 1000 })
  }).toPass()
  await expect(states(page)).not.toContainText(previewMessages.stale)
})
