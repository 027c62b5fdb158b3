import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { frameMessages } from '../../web/features/frame/messages.en.ts'
import { expect, test } from './fixtures.ts'
import { becomeGuest, playNow } from './guest.ts'
import { answerMany, isConfettiFalling, practiceScreen, startPractice } from './practice-screen.ts'

/** How bright the page's ground is as painted, 0 to 255: one pixel at its left edge, out of a PNG without any filter to undo. */
async function ground(page: Page): Promise<number> {
  const png = await page.screenshot({ clip: { x: 2, y: 300, width: 1, height: 1 } })
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const chunk = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(chunk)
  }
  const [, red = 0, green = 0, blue = 0] = inflateSync(Buffer.concat(data))
  return (red + green + blue) / 3
}

const DARK_BELOW = 80
const LIGHT_ABOVE = 200

test('[LOK-2] the theme follows the system until one is chosen, and the choice is stored', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/guest')
  await expect(playNow(page)).toBeVisible()
  expect(await ground(page)).toBeLessThan(DARK_BELOW)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => ground(page)).toBeGreaterThan(LIGHT_ABOVE)
  await page.getByRole('button', { name: frameMessages.toDark }).click()
  await expect.poll(() => ground(page)).toBeLessThan(DARK_BELOW)
  await page.reload()
  await expect(page.getByRole('button', { name: frameMessages.toLight })).toBeVisible()
  expect(await ground(page)).toBeLessThan(DARK_BELOW)
})

for (const [chosen, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const) {
  test(`[LOK-2] a chosen ${chosen} theme applies before anything is painted, on a ${system} system`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.addInitScript(
      (chosen) => localStorage.setItem('tenfold.theme', JSON.stringify(chosen)),
      chosen,
    )
    // Without the app's own script only what the page itself brings can have set the theme.
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto('/guest')
    const brightness = await ground(page)
    if (chosen === 'dark') expect(brightness).toBeLessThan(DARK_BELOW)
    else expect(brightness).toBeGreaterThan(LIGHT_ABOVE)
  })
}

test('[LOK-8] M turns sound off and on only where it is shown, and is remembered', async ({ page }) => {
  await becomeGuest(page)
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: frameMessages.soundOn })).toBeVisible()
  await page.getByRole('button', { name: frameMessages.soundOn }).press('m')
  await expect(page.getByRole('button', { name: frameMessages.soundOff })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: frameMessages.soundOff }).press('m')
  await expect(page.getByRole('button', { name: frameMessages.soundOn })).toBeVisible()
})

test('[LOK-7] with reduced motion nothing is animated and no confetti falls', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await becomeGuest(page)
  await startPractice(page)
  await answerMany(page, 10, 10)
  await page.clock.runFor(2600)
  await expect(practiceScreen(page).playAgain).toBeVisible()
  await page.clock.runFor(500)
  expect(await isConfettiFalling(page)).toBe(false)
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1)
      .map((animation) => (animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 100)),
  )
  expect(moving).toEqual([])
})

test('[AX-3] with the device’s contrast colors, the chosen league has a different edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/leaderboard-individual')
  const edgeOf = (isChosen: boolean) =>
    page
      .locator(`button[aria-pressed=${isChosen}]`)
      .first()
      .evaluate((button) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(button)
        return `${borderTopStyle} ${borderTopWidth}`
      })
  expect(await edgeOf(true)).not.toBe(await edgeOf(false))
})

test('[AX-3] with the device’s contrast colors, a digit of a PIN fills its place', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/sign-in#code=ZZZZZZ&card=K7M2QX9W&badge=blue-fox&pin=digits')
  await page.getByRole('button', { name: '7' }).click()
  const [dot, place] = await page
    .locator('[data-filled]')
    .evaluate((filled) =>
      [filled, filled.parentElement ?? filled].map((each) => getComputedStyle(each).backgroundColor),
    )
  expect(dot).not.toBe(place)
})

test('[SCR-16] a browser that is too old shows one sentence; others do not', async ({ page, watch }) => {
  watch.expectConsole(/net::ERR_FAILED/)
  const sentence = page.locator('#old-browser')
  await page.goto('/guest')
  await expect(playNow(page)).toBeVisible()
  await expect(sentence).toBeHidden()
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
  // What the page itself does without is not ours to decide.
  await page.route('**/*.js', (route) => route.abort())
  await page.reload()
  await expect(sentence).toBeVisible()
})
