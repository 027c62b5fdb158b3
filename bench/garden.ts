import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext, type Response } from '@playwright/test'
import { storeMemory } from '../domain/learning/stored.ts'
import { practiceDay } from '../domain/practice-day.ts'
import { seededRandom } from '../domain/seeded-random.ts'
import { startServer } from '../test/factories/server-process.ts'
import { signedInStudents } from '../test/factories/student-cookies.ts'
import { GUEST, LEARNING_PREFIX } from '../web/lib/learning-key.ts'
import { SIGNED_IN_KEY } from '../web/lib/signed-in.ts'
import { percentile } from './input-figures.ts'
import { slowDown } from './input-page.ts'
import { fullMemory } from './learning-speed-page.ts'
import { fillLog } from './student-filling.ts'

/** Rounds alternate between screens, so that a busy machine affects all alike. */
const ROUNDS = 15
const CPU_SLOWED = 4
const MAX_RATIO = 1.15
const STUDENT = 'gardener'
/** Enough that a student has answered every fact twice. */
const ATTEMPTS = 1000
const VIEWPORT = { width: 1366, height: 768 }

const GARDEN_CELL = 'main fieldset fieldset button'
const HOME_BUTTON = 'main section button'

type Screen = {
  readonly name: string
  readonly path: string
  /** What the screen is for: its first paint is the frame that has this. */
  readonly content: string
  readonly isStudent: boolean
}

const SCREENS: readonly Screen[] = [
  { name: 'guest home', path: '/guest', content: HOME_BUTTON, isStudent: false },
  { name: 'guest garden', path: '/garden', content: GARDEN_CELL, isStudent: false },
  { name: 'student home', path: '/dashboard', content: HOME_BUTTON, isStudent: true },
  { name: '/me', path: '/me', content: GARDEN_CELL, isStudent: true },
]

type Load = {
  readonly firstPaintMs: number
  readonly contentMs: number
  readonly shift: number
  readonly elements: number
}

declare global {
  interface Window {
    gardenBench?: { contentMs: number; shift: number }
  }
}

/** Runs in the page: notes when the content has been painted, and how far anything moved. */
function watch(content: string): void {
  const seen = { contentMs: 0, shift: 0 }
  window.gardenBench = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = (): void => {
    if (!document.querySelector(content)) return void requestAnimationFrame(look)
    // This frame is painted with the content; the message arrives after it.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (seen.contentMs = performance.now()))
    port1.start()
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

/** A browser that has nothing cached, of a guest who has met every fact or of the student. */
async function freshBrowser(
  browser: Browser,
  origin: string,
  { content, isStudent }: Screen,
  cookie: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  await context.addInitScript(watch, content)
  const today = practiceDay(Date.now())
  const memory = storeMemory(fullMemory(seededRandom(5)))
  const guest = {
    sessionToken: 'AAAABBBBCCCCDDDD',
    nickname: 'SwiftFox42',
    location: '',
    country: '',
    state: '',
  }
  const session = { ...guest, timePlayedToday: 0, lastActiveDate: today, factsShownToday: {} }
  const items: readonly (readonly [string, string])[] = isStudent
    ? [[SIGNED_IN_KEY, JSON.stringify('student bench')]]
    : [
        ['guestSession', JSON.stringify(session)],
        [LEARNING_PREFIX + GUEST, JSON.stringify({ memory })],
      ]
  await context.addInitScript((all) => {
    for (const [key, text] of all) localStorage.setItem(key, text)
  }, items)
  if (isStudent) {
    const cookies = cookie.split('; ').map((one) => one.split(/=(.*)/s))
    await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: origin })))
  }
  return context
}

async function load(context: BrowserContext, origin: string, { path }: Screen): Promise<Load> {
  const page = await context.newPage()
  await slowDown(page, CPU_SLOWED)
  await page.goto(origin + path)
  await page.waitForFunction(() => (window.gardenBench?.contentMs ?? 0) > 0)
  // Whatever is loaded once the page is idle may not move anything either.
  await page.waitForLoadState('networkidle')
  return await page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    contentMs: window.gardenBench?.contentMs ?? Number.NaN,
    shift: window.gardenBench?.shift ?? Number.NaN,
    elements: document.querySelectorAll('*').length,
  }))
}

/** What the first load of a screen takes, gzipped, in KB: its page, scripts, styles and drawings, without fonts. */
async function transferKb(context: BrowserContext, origin: string, { path }: Screen): Promise<number> {
  const page = await context.newPage()
  // Never idle, so that nothing is fetched ahead.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'requestIdleCallback', { value: () => 0 })
  })
  const responses: Response[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === path || /\.(js|css|svg)$/.test(pathname)) responses.push(response)
  })
  await page.goto(origin + path)
  await page.waitForFunction(() => (window.gardenBench?.contentMs ?? 0) > 0)
  // Read only now: a body asked for while the page closes would reject with nobody waiting for it.
  const bodies = await Promise.all(responses.map((response) => response.body()))
  const sizes = bodies.map((body) => gzipSync(body, { level: 9 }).byteLength)
  return sizes.reduce((total, size) => total + size, 0) / 1024
}

const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'))
await fillLog(folder, STUDENT, ATTEMPTS)
const cookie = (await signedInStudents(folder, [STUDENT])).get(STUDENT) ?? ''
const server = await startServer({ DATA_DIR: folder })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
})

async function measure(): Promise<boolean> {
  const loads = new Map<Screen, Load[]>(SCREENS.map((screen) => [screen, []]))
  const sizes = new Map<Screen, number>()
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const screen of SCREENS) {
      const context = await freshBrowser(browser, server.origin, screen, cookie)
      // The first round only weighs; it also warms the server.
      if (round === 0) sizes.set(screen, await transferKb(context, server.origin, screen))
      else loads.get(screen)?.push(await load(context, server.origin, screen))
      await context.close()
    }
  }
  console.log(
    `Cold loads, processor slowed ${CPU_SLOWED} times, Chromium ${browser.version()}, ${ROUNDS} of each. ` +
      'Content: from the navigation to the frame with the main button of home, or with the plants.\n',
  )
  console.log(
    '| Screen | First paint, ms | Content, median / p95, ms | Ratio to its home | Shift | Elements | KB gz |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  let [isMet, home] = [true, Number.NaN]
  for (const [screen, all] of loads) {
    const { name, content } = screen
    const contents = all.map(({ contentMs }) => contentMs)
    const middle = percentile(contents, 0.5)
    if (content === HOME_BUTTON) home = middle
    const shift = Math.max(...all.map((one) => one.shift))
    if (middle / home > MAX_RATIO || shift > 0) isMet = false
    const first = percentile(
      all.map(({ firstPaintMs }) => firstPaintMs),
      0.5,
    )
    console.log(
      `| ${name} | ${first.toFixed(0)} | ${middle.toFixed(0)} / ${percentile(contents, 0.95).toFixed(0)} | ${(middle / home).toFixed(2)} | ${shift.toFixed(4)} | ${all.at(-1)?.elements} | ${sizes.get(screen)?.toFixed(1)} |`,
    )
  }
  return isMet
}

try {
  const isMet = await measure()
  console.log(`\nTarget: at most ${MAX_RATIO} times home, layout shift 0. ${isMet ? 'Met' : 'Missed'}.`)
  if (!isMet) process.exitCode = 1
} finally {
  await browser.close()
  await server.discard()
  rmSync(folder, { recursive: true, force: true })
}
