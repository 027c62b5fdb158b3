import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { build } from 'vite'
import { solve } from '../test/factories/written-problem.ts'
import { startServer } from '../test/factories/server-process.ts'
import { summarise, table, type Press } from './input-figures.ts'
import { measureFrom, pressEnters, slowDown, type Bench } from './input-page.ts'

/** Rounds alternate between pages, so that a busy machine affects all alike. */
const ROUNDS = 12
const PRESSES_A_ROUND = 10
/** A session has 50 problems; a new one is started before its end. */
const ROUNDS_A_SESSION = 4
const TARGET_RATIO = 1.35
const HEADING = '[PER-5] From the Enter that submits a right answer to the next problem painted'
const VIEWPORT = { width: 1366, height: 768 }

/** Builds and serves the minimal page with the build of the app. */
async function serveBaseline(outDir: string): Promise<{ origin: string; server: Server }> {
  await build({
    root: resolve('bench/input-baseline'),
    configFile: false,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : basename(request.url ?? '')
    const path = join(outDir, name.endsWith('.js') ? 'assets' : '', name)
    if (!existsSync(path)) return void response.writeHead(404).end()
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'content-type': type }).end(readFileSync(path))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function smallestPage(browser: Browser, origin: string): Promise<Bench> {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage()
  await measureFrom(page)
  return {
    name: 'Smallest React page',
    page,
    open: async () => {
      await page.goto(origin)
      await page.locator('#problem').waitFor()
    },
    answer: (problem) => String(solve(problem)),
  }
}

async function practice(browser: Browser, origin: string, pictures: boolean): Promise<Bench> {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage()
  await measureFrom(page)
  await page.goto(`${origin}/guest`)
  await page.getByRole('button', { name: 'Play Now' }).click()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End session' }).click()
  return {
    name: pictures ? 'Tenfold practice, with pictures' : 'Tenfold practice',
    page,
    open: async () => {
      await page.goto(`${origin}/practice/addition_facts?guest=true&duration=3600`)
      const startOver = page.getByRole('button', { name: 'Start over' })
      const start = page.getByRole('button', { name: 'Start', exact: true })
      await start.or(startOver).waitFor()
      if (await startOver.isVisible()) await startOver.click()
      await page.getByRole('radio', { name: /^50/ }).check()
      await page.getByRole('switch', { name: 'Visual models' }).setChecked(pictures)
      await start.click()
      await page.locator('#problem').waitFor()
    },
    answer: (problem) => String(solve(problem)),
  }
}

async function measure(benches: readonly Bench[]): Promise<Map<Bench, Press[]>> {
  const presses = new Map<Bench, Press[]>(benches.map((bench) => [bench, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const bench of benches) {
      if (round % ROUNDS_A_SESSION === 0) await bench.open()
      // A resting pointer makes Chromium do a hit test after each layout: on all pages or on none.
      await bench.page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2)
      // Slowed pages that wait would compete for the same cores, so only the measured one is slowed.
      const endSlowing = await slowDown(bench.page)
      presses.get(bench)?.push(...(await pressEnters(bench, PRESSES_A_ROUND)))
      await endSlowing()
    }
  }
  return presses
}

const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'))
const server = await startServer()
const baseline = await serveBaseline(folder)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
})
try {
  const presses = await measure([
    await smallestPage(browser, baseline.origin),
    await practice(browser, server.origin, false),
    await practice(browser, server.origin, true),
  ])
  const summaries = [...presses].map(([{ name }, series]) => summarise({ name, presses: series }))
  console.log(`${HEADING}; Chromium ${browser.version()}, processor slowed six times.\n`)
  console.log(table(summaries))
  const [base, ours] = summaries
  const ratio = (ours?.eventTiming.p95 ?? Number.NaN) / (base?.eventTiming.p95 ?? Number.NaN)
  const met = ratio <= TARGET_RATIO
  console.log(`\nTarget: at most ${TARGET_RATIO} at p95 by Event Timing. ${met ? 'Met' : 'Missed'}.`)
  if (!met) process.exitCode = 1
} finally {
  await browser.close()
  baseline.server.close()
  await server.discard()
  rmSync(folder, { recursive: true, force: true })
}
