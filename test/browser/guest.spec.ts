import type { Page } from '@playwright/test'
import { allowanceMessages } from '../../web/features/guest/allowance-messages.en.ts'
import { LEAGUE_NAMES } from '../../domain/league-names.en.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { messages as battleMessages } from '../../web/features/battle/messages.en.ts'
import { expect, test } from './fixtures.ts'
import {
  becomeGuest,
  guestSession,
  HOME_PATHS,
  pressPlayNow,
  playNow,
  storeBeforehand,
  storedGuest,
} from './guest.ts'
import { answerMany, startPractice } from './practice-screen.ts'
import { storedSeconds } from './stored.ts'

const league = (page: Page, name: string) => page.getByRole('button', { name })
const today = () => practiceDay(Date.now())

for (const path of HOME_PATHS) {
  test(`[SCR-1, SCR-6] ${path} is the guest home: heading, tagline, Play Now`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(playNow(page)).toBeVisible()
  })
}

test('[SCR-8, SCR-9, BAT-94] leagues and battles are disabled without a session and enabled with one', async ({
  page,
}) => {
  await page.goto('/guest')
  const arena = page.getByRole('region', { name: battleMessages.title })
  const divisions = [guestMessages.additionSubtraction, guestMessages.multiplicationDivision]
  for (const name of Object.values(LEAGUE_NAMES)) await expect(league(page, name)).toBeDisabled()
  for (const name of divisions) await expect(arena.getByRole('button', { name })).toBeDisabled()
  await pressPlayNow(page)
  await expect(playNow(page)).toBeHidden()
  for (const name of Object.values(LEAGUE_NAMES)) await expect(league(page, name)).toBeEnabled()
  await expect(page.locator('a[href="/leaderboard-individual"]')).not.toHaveCount(0)
  await expect(page.locator('a[href="/battle-leaderboard"]')).not.toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(/#\d/)
  await arena.getByRole('button', { name: guestMessages.multiplicationDivision }).click()
  await expect(page).toHaveURL(/\/battle\?division=multiplication_division$/)
})

test('[SCR-13] before Play Now the leagues have their own colors, and an animal is beside the largest button', async ({
  page,
}) => {
  await page.goto('/guest')
  const addition = league(page, LEAGUE_NAMES.addition_facts)
  const battle = page.getByRole('button', { name: guestMessages.additionSubtraction })
  const colorsOf = (button: typeof addition) =>
    button.evaluate((element) => {
      const { backgroundColor, backgroundImage, borderTopColor, color } = getComputedStyle(element)
      return { backgroundColor, backgroundImage, borderTopColor, color }
    })
  const locked = [await colorsOf(addition), await colorsOf(battle)]
  await expect(addition).toHaveCSS('border-top-style', 'dashed')
  await expect(battle).toHaveCSS('border-top-style', 'dashed')
  // A fox may lead the boards below as well.
  await expect(page.getByRole('main').locator('use[href*="#fox"]').first()).toBeVisible()
  const areaOf = async (button: typeof addition) => {
    const { width, height } = (await button.boundingBox()) ?? { width: 0, height: 0 }
    return width * height
  }
  const largest = await areaOf(playNow(page))
  for (const name of Object.values(LEAGUE_NAMES))
    expect(await areaOf(league(page, name))).toBeLessThan(largest)
  await pressPlayNow(page)
  await expect(addition).toBeEnabled()
  await expect(addition).toHaveCSS('border-top-style', 'solid')
  expect([await colorsOf(addition), await colorsOf(battle)]).toEqual(locked)
})

test('[GST-1, SCR-7, NIC-1, NIC-3] Play Now creates a token, a name with its animal, and an empty day', async ({
  page,
  server,
}) => {
  await becomeGuest(page)
  const guest = await storedGuest(page)
  expect(guest.sessionToken).toMatch(/^[A-Za-z0-9]{16}$/)
  expect(guest.nickname).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+[1-9][0-9]?$/)
  expect(guest.lastActiveDate).toBe(today())
  expect(guest.factsShownToday).toEqual({})
  await expect(page.getByText(guest.nickname).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(guest.nickname).first()).toBeVisible()
  expect((await storedGuest(page)).sessionToken).toBe(guest.sessionToken)
  await expect
    .poll(async () => (await fetch(`${server.origin}/api/guest/session/${guest.sessionToken}`)).status)
    .toBe(200)
})

test('[NIC-4, SEC-4] rerolling changes the name and keeps it; names cannot be typed', async ({ page }) => {
  await becomeGuest(page)
  const before = await storedGuest(page)
  await page.getByRole('button', { name: guestMessages.newName }).click()
  await expect.poll(async () => (await storedGuest(page)).nickname).not.toBe(before.nickname)
  const after = await storedGuest(page)
  expect(after.sessionToken).toBe(before.sessionToken)
  expect(await page.evaluate(() => localStorage.getItem('savedNickname'))).toBe(
    JSON.stringify(after.nickname),
  )
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('[GST-9] a guestSession that is not one counts as none, and Play Now creates one', async ({ page }) => {
  await storeBeforehand(page, 'guestSession', '{"sessionToken":7,"lastActiveDate":[]}')
  await page.goto('/guest')
  await pressPlayNow(page)
  expect((await storedGuest(page)).sessionToken).toMatch(/^[A-Za-z0-9]{16}$/)
})

test.describe('with an allowance of 10 minutes', () => {
  test('[GST-7, GST-8, PRA-32] when used up, every start is refused with the sentence until tomorrow', async ({
    page,
  }) => {
    await storeBeforehand(page, 'guestSession', guestSession(today(), { timePlayedToday: 600 }))
    await page.goto('/guest')
    await league(page, LEAGUE_NAMES.addition_facts).click()
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText(allowanceMessages.usedUp(600))
    await page.keyboard.press('Escape')
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(/\/guest$/)
    await page.goto('/practice/addition_facts?guest=true')
    await expect(page.getByText(allowanceMessages.usedUp(600))).toBeVisible()
  })
})

test.describe('with an allowance of 20 s', () => {
  test.use({ serverSettings: { GUEST_DAILY_SECONDS: '20' } })

  test('[GST-7, PRA-32] a session that runs out of time can be finished; the next start is refused', async ({
    page,
    server,
  }) => {
    await page.clock.install()
    await becomeGuest(page)
    const { sessionToken } = await storedGuest(page)
    const screen = await startPractice(page)
    await page.clock.runFor(25_000)
    await answerMany(page, 10, 10)
    await page.clock.runFor(2600)
    await expect.poll(() => storedSeconds(server.origin, sessionToken)).toBeGreaterThanOrEqual(25)
    await screen.playAgain.click()
    await screen.start.click()
    await expect(page.getByText(allowanceMessages.usedUp(20))).toBeVisible()
    await expect(screen.problem).toBeHidden()
  })
})
