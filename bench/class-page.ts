import { chromium, type Browser, type Page } from '@playwright/test'
import { practicedClass } from '../test/browser/dashboard-class.ts'
import { beAdult, callsOf } from '../test/browser/people.ts'
import { startServer } from '../test/factories/server-process.ts'
import { percentile } from './input-figures.ts'
import { slowDown } from './input-page.ts'

/** The largest class, of which so many children have practiced. */
const CHILDREN = { all: 60, practiced: 30 }
/** Rounds alternate between the pages, so that a busy machine affects both alike. */
const ROUNDS = 15
const CPU_SLOWED = 4
const MAX_RATIO = 1.3
const VIEWPORT = { width: 1366, height: 768 }

declare global {
  interface Window {
    largestPaintMs?: number
  }
}

/** Runs in the page: notes when the largest text or picture so far was painted. */
function watchLargestPaint(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largestPaintMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

/** The largest paint of a page in a browser that has nothing cached; `content` is what the page is for. */
async function largestPaint(
  browser: Browser,
  url: string,
  content: string,
  state: Awaited<ReturnType<typeof teacherWithClass>>['state'] | undefined,
): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...(state && { storageState: state }) })
  const page = await context.newPage()
  await page.addInitScript(watchLargestPaint)
  await slowDown(page, CPU_SLOWED)
  await page.goto(url)
  await page.locator(content).first().waitFor()
  await page.waitForLoadState('networkidle')
  const paintMs = await page.evaluate(() => window.largestPaintMs ?? Number.NaN)
  await context.close()
  return paintMs
}

/** The id of a class of a teacher, and the teacher's cookies and storage. */
async function teacherWithClass(page: Page, origin: string) {
  await beAdult(page, origin, 'teacher')
  const names = Array.from({ length: CHILDREN.all }, (_, at) => `Child ${at + 1}`)
  const { id } = await practicedClass(page, origin, callsOf(page, origin), names, CHILDREN.practiced)
  await page.goto(`${origin}/classes/${id}`)
  await page.locator('.dashboard-practiced').waitFor()
  return { id, state: await page.context().storageState() }
}

const server = await startServer({})
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
})
try {
  const context = await browser.newContext()
  const { id, state } = await teacherWithClass(await context.newPage(), server.origin)
  const [homes, classes]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    homes.push(await largestPaint(browser, `${server.origin}/guest`, 'main section button', undefined))
    classes.push(await largestPaint(browser, `${server.origin}/classes/${id}`, '.dashboard-practiced', state))
  }
  const [home, school] = [percentile(homes, 0.5), percentile(classes, 0.5)]
  const ratio = school / home
  console.log(
    `Largest paint, processor slowed ${CPU_SLOWED} times, nothing cached, Chromium ${browser.version()}, median of ${ROUNDS}: ` +
      `guest home ${home.toFixed(0)} ms; a class of ${CHILDREN.all} children, ${CHILDREN.practiced} of whom have practiced, ${school.toFixed(0)} ms; ratio ${ratio.toFixed(2)}.`,
  )
  console.log(`Target: at most ${MAX_RATIO}. ${ratio <= MAX_RATIO ? 'Met' : 'Missed'}.`)
  if (ratio > MAX_RATIO) process.exitCode = 1
} finally {
  await browser.close()
  await server.discard()
}
