import type { Locator, Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest } from './guest.ts'
import { openSetup, practiceScreen } from './practice-screen.ts'
import { scrollRoom, smallTargets, TARGET_PX } from './room-on-screen.ts'
import { SIZES, type Size } from './screens.ts'
import { copyNumbers, warmUpScreen } from './warm-up-steps.ts'

const KEPT_KEY = 'tenfold.learning.guest'
const LOW_SIZES: readonly Size[] = [
  { name: 'phone on its side', width: 844, height: 390 },
  { name: 'chromebook enlarged to twice the size', width: 683, height: 384 },
]

/** A guest at the setup of practice. */
async function guestAtSetup(page: Page) {
  await becomeGuest(page)
  await openSetup(page)
  return warmUpScreen(page)
}

/** What this browser keeps of the warm-ups of its guest. */
async function kept(page: Page): Promise<unknown> {
  return await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, KEPT_KEY)
}

/** As if what is kept of warm-ups had been kept so many days ago, whether or not clocks were changed in between. */
async function makeOlder(page: Page, days: number): Promise<void> {
  await page.evaluate(
    ({ key, days }) => {
      type Old = { offeredDay: number | null; measuredAt: number | null }
      const all = JSON.parse(localStorage.getItem(key) ?? 'null') as { warmUps: Record<string, Old> }
      for (const warmUp of Object.values(all.warmUps)) {
        if (warmUp.offeredDay !== null) warmUp.offeredDay -= days
        if (warmUp.measuredAt !== null) warmUp.measuredAt -= days * 86_400_000 + 3_600_000
      }
      localStorage.setItem(key, JSON.stringify(all))
    },
    { key: KEPT_KEY, days },
  )
}

async function expectInView(page: Page, locator: Locator, size: string): Promise<void> {
  const [box, room] = [await locator.boundingBox(), page.viewportSize()]
  expect(box?.y, size).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0), size).toBeLessThanOrEqual(room?.height ?? 0)
}

test('[LRN-22, LRN-23, LRN-24] copying ten numbers by keyboard gives thanks, keeps the choice, and is not offered again', async ({
  page,
}) => {
  const warmUp = await guestAtSetup(page)
  const setup = practiceScreen(page)
  await setup.count(50).click()
  await setup.time(300).click()
  await warmUp.begin.click()
  await copyNumbers(page, 4)
  const number = await warmUp.number.innerText()
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(warmUp.again).toBeVisible()
  await expect(warmUp.copy).toHaveValue('')
  await expect(warmUp.number).toHaveText(number)
  await copyNumbers(page, 6, 5)

  await expect(warmUp.thanks).toBeVisible()
  await expect(setup.start).toBeVisible()
  await expect(page.getByRole('radio', { name: /^50\b/ })).toBeChecked()
  await expect(setup.time(300).getByRole('radio')).toBeChecked()
  await expect(warmUp.offer).toBeHidden()
  expect(await kept(page)).toMatchObject({
    entries: { keyboard: { measuredMs: expect.any(Number) }, keypad: { measuredMs: null } },
    warmUps: { keyboard: { offeredDay: expect.any(Number), measuredAt: expect.any(Number) } },
  })

  await openSetup(page)
  await expect(warmUp.offer).toBeHidden()
  await makeOlder(page, 60)
  await openSetup(page)
  await expect(warmUp.offer).toBeVisible()
})

test('[LRN-23] using the keypad with a mouse measures the keypad, and the keyboard is not asked for again', async ({
  page,
}) => {
  const warmUp = await guestAtSetup(page)
  const { key, submit } = practiceScreen(page)
  await warmUp.begin.click()
  await expect(submit).toBeDisabled()
  await copyNumbers(page, 10, 1, async (text) => {
    for (const digit of text) await key(digit).click()
    await submit.click()
  })
  await expect(warmUp.thanks).toBeVisible()
  expect(await kept(page)).toMatchObject({
    entries: { keyboard: { measuredMs: null }, keypad: { measuredMs: expect.any(Number) } },
  })
  await openSetup(page)
  await expect(warmUp.offer).toBeHidden()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('[LRN-22, LRN-23] measures touch', async ({ page }) => {
    const warmUp = await guestAtSetup(page)
    const { key, submit } = practiceScreen(page)
    await warmUp.begin.tap()
    await copyNumbers(page, 10, 1, async (text) => {
      for (const digit of text) await key(digit).tap()
      await submit.tap()
    })
    await expect(warmUp.thanks).toBeVisible()
    expect(await kept(page)).toMatchObject({
      entries: { keyboard: { measuredMs: null }, touch: { measuredMs: expect.any(Number) } },
      warmUps: { keyboard: { offeredDay: null }, touch: { offeredDay: expect.any(Number) } },
    })
  })
})

test('[LRN-22, LOK-3, LOK-4] the offer leaves Start in view at every size, and axe finds nothing', async ({
  page,
}) => {
  const warmUp = await guestAtSetup(page)
  expect(await violations(page, ['light'])).toEqual([])
  const { start } = practiceScreen(page)
  for (const { name, width, height } of [...SIZES, ...LOW_SIZES]) {
    await page.setViewportSize({ width, height })
    await expectInView(page, start, name)
    if (SIZES.some((size) => size.name === name)) await expectInView(page, warmUp.begin, name)
    expect((await scrollRoom(page)).x, name).toBe(0)
    expect(await smallTargets(page, TARGET_PX), name).toEqual([])
  }
})

test('[LRN-23, LOK-3, LOK-4] the warm-up fits the screen at every size, and axe finds nothing', async ({
  page,
}) => {
  const warmUp = await guestAtSetup(page)
  const { key, submit } = practiceScreen(page)
  await warmUp.begin.click()
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  expect(await violations(page, ['light'])).toEqual([])
  for (const { name, width, height } of [...SIZES, ...LOW_SIZES]) {
    await page.setViewportSize({ width, height })
    expect(await scrollRoom(page), name).toEqual({ x: 0, y: 0 })
    for (const part of [warmUp.title, warmUp.number, warmUp.copy, warmUp.skip, key('1'), key('0'), submit])
      await expectInView(page, part, name)
    expect(await smallTargets(page, TARGET_PX), name).toEqual([])
  }
})
