import type { Page } from '@playwright/test'
import { practiceDay } from '../../domain/practice-day.ts'
import { expect, test } from '../browser/fixtures.ts'
import { guestSession, openAsGuest, sendScore, storeBeforehand, storedGuest } from '../browser/guest.ts'
import { waitForLateScreen } from '../browser/loaded.ts'
import { stateMessages } from '../../web/features/guest/own-state-messages.en.ts'
import { pickerMessages } from '../../web/features/guest/state-picker-messages.en.ts'

const REFUSED = /Failed to load resource: net::ERR_/

const change = (page: Page) => page.getByRole('button', { name: stateMessages.changeState })
const picker = (page: Page) => page.getByRole('dialog', { name: pickerMessages.us.title })
const field = (page: Page) => picker(page).getByRole('textbox', { name: pickerMessages.us.filter })
const choice = (page: Page, name: string) => picker(page).getByRole('radio', { name, exact: true })
const save = (page: Page) => picker(page).getByRole('button', { name: pickerMessages.save })
const playsFor = (page: Page, state: string) => page.getByText(stateMessages.own(state), { exact: true })

type StateRow = { state: string; playerCount: number; totalScore: number }

async function statesOn(origin: string): Promise<Record<string, number>> {
  const answer = await fetch(`${origin}/api/guest/state-leaderboard-aggregated?limit=50`)
  const rows: StateRow[] = await answer.json()
  return Object.fromEntries(rows.map(({ state, totalScore }) => [state, totalScore]))
}

test.describe('with a server of its own', () => {
  test.use({ serverSettings: {} })

  test('[LB-90, OUT-1] a choice with the server down applies here at once, and there when the server is back', async ({
    page,
    server,
    watch,
  }) => {
    watch.expectConsole(REFUSED)
    const sessionToken = await sendScore(server.origin, { score: 100, state: 'California' })
    await storeBeforehand(page, 'guestSession', guestSession(practiceDay(Date.now()), { sessionToken }))
    await page.goto('/guest')
    await waitForLateScreen(page, 'state picker')
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

test('[LB-93, LOK-4] by keyboard alone: open, type, arrows, Enter; Escape changes nothing; focus returns; nothing typed leaves the page', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await openAsGuest(page)
  const { sessionToken } = await storedGuest(page)
  await change(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('my name is Zoe')
  await expect(picker(page).getByText(pickerMessages.us.noneFound)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(picker(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
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

  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('hawai')
  await page.keyboard.press('Enter')
  await expect(playsFor(page, 'Hawaii')).toBeVisible()
  await expect.poll(() => sent.filter((text) => text.includes('Hawaii')).length).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  expect(sent.filter((text) => /my.name|hawai(?!i)/i.test(decodeURIComponent(text)))).toEqual([])
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toMatch(/my.name/i)
  expect((await storedGuest(page)).sessionToken).toBe(sessionToken)
})

test('[LB-93] by touch every row is at least 48 px high, and the list has the focus, not the field', async ({
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
  await openAsGuest(page)
  const rowsOf = (title: string) => page.getByRole('dialog', { name: title, exact: true }).locator('label')
  const expectTouchable = async (title: string, count: number) => {
    await expect(rowsOf(title)).toHaveCount(count)
    const heights = await rowsOf(title).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    )
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(48)
  }
  await change(page).tap()
  await expect(choice(page, pickerMessages.noState)).toBeFocused()
  await expectTouchable(pickerMessages.us.title, 52)
  await page.getByRole('button', { name: pickerMessages.outsideUs }).tap()
  await rowsOf(pickerMessages.countries.title).filter({ hasText: 'Brazil' }).tap()
  await page.getByRole('button', { name: pickerMessages.next }).tap()
  await expectTouchable(pickerMessages.regions('').title, 27)
  await page.getByRole('button', { name: pickerMessages.back }).tap()
  await page.getByRole('button', { name: pickerMessages.back }).tap()
  await rowsOf(pickerMessages.us.title).filter({ hasText: 'Arizona' }).tap()
  await save(page).tap()
  await expect(playsFor(page, 'Arizona')).toBeVisible()
  await context.close()
})

test('[LB-90, GST-10] a choice in one tab appears in the other, and a tab with cleared storage keeps its guest', async ({
  page,
  context,
}) => {
  await openAsGuest(page)
  const other = await context.newPage()
  await other.goto('/guest')
  await expect(other.getByText(stateMessages.none)).toBeVisible()
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

test('[LB-90, LB-93] a player outside the US chooses the country, then its region, by keyboard alone', async ({
  page,
}) => {
  await openAsGuest(page)
  await change(page).click()
  await page.getByRole('button', { name: pickerMessages.outsideUs }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: pickerMessages.countries.filter })).toBeFocused()
  await page.keyboard.type('germ')
  await expect(page.getByRole('radio', { name: 'Germany', exact: true })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: pickerMessages.regions('').filter })).toBeFocused()
  await expect(page.getByRole('radio')).toHaveCount(16)
  await page.keyboard.type('bav')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(playsFor(page, 'Bavaria, Germany')).toBeVisible()
  await expect(change(page)).toBeFocused()
})
