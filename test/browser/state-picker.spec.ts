import type { Page } from '@playwright/test'
import { practiceDay } from '../../domain/practice-day.ts'
import { expect, test } from './fixtures.ts'
import {
  becomeGuest,
  guestSession,
  leaveFirstSet,
  randomToken,
  sendScore,
  storeBeforehand,
  storedGuest,
} from './guest.ts'

const REFUSED = /Failed to load resource: net::ERR_/

const change = (page: Page) => page.getByRole('button', { name: 'Change your state' })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Your state' })
const field = (page: Page) => picker(page).getByRole('textbox', { name: 'Find a state' })
const choice = (page: Page, name: string) => picker(page).getByRole('radio', { name, exact: true })
const save = (page: Page) => picker(page).getByRole('button', { name: 'Save' })
const playsFor = (page: Page, state: string) => page.getByText(`You play for ${state}`, { exact: true })

type StateRow = { state: string; playerCount: number; totalScore: number }

async function statesOn(origin: string): Promise<Record<string, number>> {
  const answer = await fetch(`${origin}/api/guest/state-leaderboard-aggregated?limit=50`)
  const rows: StateRow[] = await answer.json()
  return Object.fromEntries(rows.map(({ state, totalScore }) => [state, totalScore]))
}

/** A guest with a place, who has scored in two leagues today. */
async function playing(page: Page, origin: string): Promise<string> {
  const sessionToken = randomToken()
  const place = { location: 'Fresno', country: 'US', state: 'California' }
  await storeBeforehand(
    page,
    'guestSession',
    guestSession(practiceDay(Date.now()), { sessionToken, ...place }),
  )
  for (const league of ['addition_facts', 'division_facts']) {
    await sendScore(origin, { sessionToken, league, score: 50, state: 'California', nickname: 'SwiftFox42' })
  }
  return sessionToken
}

test.describe('on a board of its own', () => {
  test.use({ serverSettings: {} })

  test('[LB-90, LB-101, LB-9] chosen with fingers or a mouse: saved at once, and the board moves with all points of the day', async ({
    page,
    server,
  }) => {
    await playing(page, server.origin)
    await page.goto('/guest')
    await expect(playsFor(page, 'California')).toBeVisible()
    expect(await statesOn(server.origin)).toEqual({ California: 100 })
    await change(page).click()
    await expect(choice(page, 'California')).toBeChecked()
    await choice(page, 'Texas').scrollIntoViewIfNeeded()
    await choice(page, 'Texas').click()
    await save(page).click()
    await expect(picker(page)).toBeHidden()
    await expect(playsFor(page, 'Texas')).toBeVisible()
    expect(await storedGuest(page)).toMatchObject({ location: '', country: 'US', state: 'Texas' })
    await expect.poll(() => statesOn(server.origin)).toEqual({ Texas: 100 })
    await page.reload()
    const states = page.getByRole('region', { name: 'Top States' })
    await expect(states.getByRole('listitem')).toHaveText([/Texas.*Your State.*100/])
  })

  test('[LB-91, LB-92] No state clears the place, on the server too, and it stays cleared for the next guest here', async ({
    page,
    server,
  }) => {
    await playing(page, server.origin)
    await page.goto('/guest')
    await change(page).click()
    await choice(page, 'No state').click()
    await save(page).click()
    await expect(page.getByText('No state chosen')).toBeVisible()
    expect(await storedGuest(page)).toMatchObject({ location: '', country: '', state: '' })
    await expect.poll(() => statesOn(server.origin)).toEqual({})
    await page.evaluate(() => localStorage.removeItem('guestSession'))
    await page.reload()
    await page.getByRole('button', { name: 'Play Now' }).click()
    await leaveFirstSet(page)
    expect(await storedGuest(page)).toMatchObject({ location: '', country: '', state: '' })
  })

  test('[LB-90, OUT-1] chosen with the server gone: it stands here at once, and there when the server is back', async ({
    page,
    server,
    watch,
  }) => {
    watch.expectConsole(REFUSED)
    await playing(page, server.origin)
    await page.goto('/guest')
    await page.waitForLoadState('networkidle')
    await server.kill()
    await change(page).click()
    await field(page).fill('oh')
    await field(page).press('Enter')
    await expect(playsFor(page, 'Ohio')).toBeVisible()
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((key) => key.startsWith('tenfold.outbox.')),
    )
    await server.start()
    await page.reload()
    await expect(playsFor(page, 'Ohio')).toBeVisible()
    await expect.poll(() => statesOn(server.origin)).toEqual({ Ohio: 100 })
  })
})

test('[LB-93, LOK-4] by keyboard only: open, type, arrows, Enter; Escape changes nothing; the focus comes back', async ({
  page,
}) => {
  await becomeGuest(page)
  await change(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('new')
  await expect(picker(page).getByRole('radio')).toHaveCount(4)
  await expect(choice(page, 'New Hampshire')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(choice(page, 'New Hampshire')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(choice(page, 'New Mexico')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(picker(page)).toBeHidden()
  await expect(playsFor(page, 'New Mexico')).toBeVisible()
  await expect(change(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(choice(page, 'New Mexico')).toBeChecked()
  await expect(choice(page, 'New Mexico')).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('v')
  await expect(field(page)).toHaveValue('v')
  await page.keyboard.type('t')
  await expect(choice(page, 'Vermont')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(picker(page)).toBeHidden()
  await expect(change(page)).toBeFocused()
  expect(await storedGuest(page)).toMatchObject({ country: 'US', state: 'New Mexico' })
})

test('[LB-93] nothing that is typed leaves the page, and what fits no state saves nothing', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await becomeGuest(page)
  const before = await storedGuest(page)
  await change(page).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('my name is Zoe')
  await expect(picker(page).getByText('No state with that name.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(picker(page)).toBeVisible()
  await field(page).fill('hawai')
  await page.keyboard.press('Enter')
  await expect(playsFor(page, 'Hawaii')).toBeVisible()
  await expect.poll(() => sent.filter((text) => text.includes('Hawaii')).length).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  expect(sent.filter((text) => /zoe|hawai(?!i)/i.test(decodeURIComponent(text)))).toEqual([])
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toMatch(/zoe/i)
  expect((await storedGuest(page)).sessionToken).toBe(before.sessionToken)
})

test('[LB-93] every row is at least 48 px high, and where fingers point the list has the focus, not the field', async ({
  browser,
  server,
  watch,
}) => {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  watch.follow(context)
  const page = await context.newPage()
  await becomeGuest(page)
  await change(page).tap()
  await expect(choice(page, 'No state')).toBeFocused()
  const rows = picker(page).locator('label')
  await expect(rows).toHaveCount(52)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(48)
  await rows.filter({ hasText: 'Arizona' }).tap()
  await save(page).tap()
  await expect(playsFor(page, 'Arizona')).toBeVisible()
  await context.close()
})

test('[LB-90, GST-10] two tabs: what is chosen in one stands in the other, and a tab with its storage cleared keeps its guest', async ({
  page,
  context,
}) => {
  await becomeGuest(page)
  const other = await context.newPage()
  await other.goto('/guest')
  await expect(other.getByText('No state chosen')).toBeVisible()
  await change(page).click()
  await field(page).fill('maine')
  await field(page).press('Enter')
  await expect(playsFor(other, 'Maine')).toBeVisible()
  const { sessionToken } = await storedGuest(page)
  await page.evaluate(() => localStorage.clear())
  await change(page).click()
  await field(page).fill('iowa')
  await field(page).press('Enter')
  expect(await storedGuest(page)).toMatchObject({ sessionToken, state: 'Iowa' })
  await expect(playsFor(other, 'Iowa')).toBeVisible()
})

const heading = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test.describe('outside the US', () => {
  test.use({ serverSettings: {} })

  test('[LB-90, LB-91, LB-93, LOC-11] by keyboard only: the country, then its region, which competes with its country in its name', async ({
    page,
    server,
  }) => {
    await playing(page, server.origin)
    await page.goto('/guest')
    await change(page).click()
    await page.getByRole('button', { name: 'Outside the US' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Find a country' })).toBeFocused()
    await page.keyboard.type('germ')
    await expect(page.getByRole('radio', { name: 'Germany', exact: true })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Find a region' })).toBeFocused()
    await expect(page.getByRole('radio')).toHaveCount(16)
    await page.keyboard.type('bav')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Your region')).toBeHidden()
    await expect(playsFor(page, 'Bavaria, Germany')).toBeVisible()
    await expect(change(page)).toBeFocused()
    expect(await storedGuest(page)).toMatchObject({
      location: '',
      country: 'DE',
      state: 'Bavaria, Germany',
    })
    await expect.poll(() => statesOn(server.origin)).toEqual({ 'Bavaria, Germany': 100 })
    await page.reload()
    const states = page.getByRole('region', { name: 'Top States' })
    await expect(states.getByRole('listitem')).toHaveText([/Bavaria, Germany.*Your State.*100/])
  })
})

test('[LB-93] with a finger: rows of 48 px, back leads to the countries and to the states, and nothing has changed', async ({
  browser,
  server,
  watch,
}) => {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  watch.follow(context)
  const page = await context.newPage()
  await becomeGuest(page)
  const before = await storedGuest(page)
  await change(page).tap()
  await page.getByRole('button', { name: 'Outside the US' }).tap()
  await heading(page, 'Your country').locator('label').filter({ hasText: 'Brazil' }).tap()
  await page.getByRole('button', { name: 'Next' }).tap()
  const rows = heading(page, 'Your region').locator('label')
  await expect(rows).toHaveCount(27)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(48)
  await page.getByRole('button', { name: 'Back' }).tap()
  await expect(page.getByRole('radio', { name: 'Brazil' })).toBeChecked()
  await page.getByRole('button', { name: 'Back' }).tap()
  await expect(picker(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect(picker(page)).toBeHidden()
  expect(await storedGuest(page)).toEqual(before)
  await context.close()
})

test('[LB-93] a list that cannot be loaded says so and can be tried again', async ({ page, watch }) => {
  watch.expectConsole(REFUSED)
  await becomeGuest(page)
  await change(page).click()
  await page.route('**/api/regions', (route) => route.abort())
  await page.getByRole('button', { name: 'Outside the US' }).click()
  await expect(page.getByText('Couldn’t load the list.')).toBeVisible()
  await page.unroute('**/api/regions')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('radio', { name: 'Germany', exact: true })).toBeVisible()
})
