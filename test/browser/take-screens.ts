import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { startServer, type ServerProcess } from '../factories/server-process.ts'
import { ADULT_SCREENS } from './adult-screens.ts'
import { BATTLE_SCREENS, SCREEN_BATTLES } from './battle-scenes.ts'
import { FAULT_SCREENS } from './fault-screens.ts'
import { PRACTICE_SCREENS } from './practice-screens.ts'
import { BOARD_SCREENS, PAGE_SCREENS, SIZES, THEMES, type Screen, type Size } from './screens.ts'
import { STUDENT_SCREENS } from './student-screens.ts'

/** Always the same dice, so that a picture changes only when the screen does. */
const SEED = 20_260_302
const QUALITY = 50

/** Replaces the page's dice with ones that always fall the same way (mulberry32). */
function loadDice(seed: number): void {
  let state = seed
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** WebP, which Playwright's own screenshots cannot be: half the size of anything else at this sharpness. */
async function writePicture(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.style.caretColor = 'transparent'
  })
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await devtools.detach()
  writeFileSync(path, Buffer.from(data, 'base64'))
}

/** Opens one screen at one size once, and takes it in both themes. */
async function take(
  browser: Browser,
  server: ServerProcess,
  screen: Screen,
  size: Size,
  folder: string,
): Promise<void> {
  const { width, height } = size
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  await page.clock.install()
  await page.addInitScript(loadDice, SEED)
  await screen.open(page, server)
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await writePicture(page, join(folder, `${screen.name}-${width}x${height}-${colorScheme}.webp`))
  }
  await context.close()
}

/** Takes every screen (or those whose name contains one of `only`, which stand between commas) into `folder`, at three sizes and in both themes. */
export async function takeScreens(folder: string, only: string, executablePath: string): Promise<number> {
  const all = [
    ...PAGE_SCREENS,
    ...ADULT_SCREENS,
    ...STUDENT_SCREENS,
    ...BOARD_SCREENS,
    ...PRACTICE_SCREENS,
    ...BATTLE_SCREENS,
    ...FAULT_SCREENS,
  ]
  const wanted = only.split(',')
  const screens = all.filter(({ name }) => wanted.some((part) => name.includes(part)))
  if (only === '') rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const server = await startServer({ BATTLE_COUNTDOWN_SECONDS: '3', ...SCREEN_BATTLES })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const screen of screens) {
      for (const size of SIZES) await take(browser, server, screen, size, folder)
    }
  } finally {
    await browser.close()
    await server.discard()
  }
  return screens.length * SIZES.length * THEMES.length
}
