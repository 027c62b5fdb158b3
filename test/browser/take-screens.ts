import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { startServer, type ServerProcess } from '../factories/server-process.ts'
import { ADULT_SCREENS } from './adult-screens.ts'
import { BATTLE_SCREENS, SCREEN_BATTLES } from './battle-scenes.ts'
import { FAULT_SCREENS } from './fault-screens.ts'
import { PRACTICE_SCREENS } from './practice-screens.ts'
import { loadDice } from './dice.ts'
import { BOARD_SCREENS, PAGE_SCREENS, SIZES, THEMES, type Screen, type Size } from './screens.ts'
import { STUDENT_SCREENS } from './student-screens.ts'
import { WEEKLY_SCREENS } from './weekly-screens.ts'

const QUALITY = 50

type Clip = { x: number; y: number; width: number; height: number; scale: number }

const AROUND_PX = 24
const CLOSE_SCALE = 2

/** What is around both, at twice the size; null if the last is not below the first on this screen. */
async function around(first: Locator, last: Locator): Promise<Clip | null> {
  const [from, to] = await Promise.all([first.boundingBox(), last.boundingBox()])
  if (!from || !to || from.y > to.y) return null
  const [x, y] = [Math.min(from.x, to.x) - AROUND_PX, from.y - AROUND_PX]
  const width = Math.max(from.x + from.width, to.x + to.width) + AROUND_PX - x
  return { x, y, width, height: to.y + to.height + AROUND_PX - y, scale: CLOSE_SCALE }
}

/** WebP, half the size of other formats at this sharpness; Playwright's own screenshots do not support it. */
async function writePicture(page: Page, path: string, clip?: Clip): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.style.caretColor = 'transparent'
  })
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(clip && { clip }),
  })
  await devtools.detach()
  writeFileSync(path, Buffer.from(data, 'base64'))
}

/** Opens one screen at one size once, and captures it in both themes. */
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
  await loadDice(page)
  await screen.open(page, server)
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const ending = `${width}x${height}-${colorScheme}.webp`
    await writePicture(page, join(folder, `${screen.name}-${ending}`))
    const clip = screen.close && (await around(...screen.close(page)))
    if (clip) await writePicture(page, join(folder, `${screen.name}-close-${ending}`), clip)
  }
  await context.close()
}

/** Takes every screen (or those whose name contains one of `only`, which stand between commas) into `folder`, at three sizes and in both themes. */
export async function takeScreens(folder: string, only: string, executablePath: string): Promise<number> {
  const all = [
    ...PAGE_SCREENS,
    ...ADULT_SCREENS,
    ...WEEKLY_SCREENS,
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
