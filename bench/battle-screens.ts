/** From an answer to the score on both screens, in two real browsers on this machine: see docs/performance.md. */
import { chromium, type Browser, type Page } from '@playwright/test'
import { battleScreen, giveRight, newPlayer, queueOf } from '../test/browser/battle-screen.ts'
import { startServer } from '../test/factories/server-process.ts'
import { percentile } from './input-figures.ts'

const HEADING = '[BAT-104] From the Enter of a right answer to the frame with its points, on both screens.'
const TARGET_MS = 50
const ANSWERS = 100
/** Battles are long enough for all answers, which take turns. */
const SETTINGS = { BATTLE_SECONDS: '600', BATTLE_COUNTDOWN_SECONDS: '1', BATTLE_PROBLEMS: '150' }

type Seen = { readonly points: string; readonly atMs: number }
type Recorder = { readonly enters: number[]; readonly seen: Seen[] }

declare global {
  interface Window {
    tenfoldBattle?: Recorder
  }
}

/** Runs in the page: notes each Enter, and when each state of the race has been painted, by the machine's own clock. */
function record(): void {
  const recorder: Recorder = { enters: [], seen: [] }
  window.tenfoldBattle = recorder
  window.addEventListener(
    'keydown',
    (event) => event.key === 'Enter' && recorder.enters.push(performance.timeOrigin + event.timeStamp),
    { capture: true },
  )
  let known = ''
  const look = (): void => {
    const points = document.querySelector('.battle-race')?.getAttribute('aria-label') ?? ''
    if (points === known) return
    known = points
    requestAnimationFrame(() => {
      // The message comes when the frame has been painted.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () =>
        recorder.seen.push({ points, atMs: performance.timeOrigin + performance.now() }),
      )
      port1.start()
      port2.postMessage(null)
    })
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
}

async function player(browser: Browser, origin: string, nickname: string): Promise<Page> {
  const page = await newPlayer(browser, origin, { nickname })
  await page.addInitScript(record)
  await page.goto(queueOf('addition_subtraction', 'addition'))
  return page
}

const lastEnter = (page: Page) => page.evaluate(() => window.tenfoldBattle?.enters.at(-1) ?? Number.NaN)

/** When this page had painted the first state in which `nickname` has so many points. */
async function painted(page: Page, text: string): Promise<number> {
  const handle = await page.waitForFunction(
    (wanted) => window.tenfoldBattle?.seen.find(({ points }) => points.includes(wanted))?.atMs,
    text,
  )
  return (await handle.jsonValue()) ?? Number.NaN
}

async function measure(answering: Page, other: Page, nickname: string, answers: number) {
  await giveRight(answering)
  const pressedMs = await lastEnter(answering)
  const points = 5 * answers
  return {
    own: (await painted(answering, `you ${points},`)) - pressedMs,
    other: (await painted(other, `${nickname} ${points}`)) - pressedMs,
  }
}

function line(name: string, values: readonly number[]): string {
  const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)]
  return `| ${name} | ${values.length} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${p95 <= TARGET_MS ? 'met' : 'MISSED'} |`
}

const server = await startServer(SETTINGS)
const browsers = await Promise.all(
  [1, 2].map(() =>
    chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    }),
  ),
)
try {
  const [one, two] = browsers as [Browser, Browser]
  const names = ['SwiftFox42', 'KindOwl7'] as const
  const pages = await Promise.all([
    player(one, server.origin, names[0]),
    player(two, server.origin, names[1]),
  ])
  await Promise.all(pages.map((page) => battleScreen(page).problem.waitFor()))
  const [own, other]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < ANSWERS; turn += 1) {
    const seat = (turn % 2) as 0 | 1
    const seen = await measure(pages[seat], pages[1 - seat] as Page, names[seat], Math.floor(turn / 2) + 1)
    own.push(seen.own)
    other.push(seen.other)
  }
  console.log(`${HEADING} Two Chromiums ${one.version()}.\n`)
  console.log('| Screen | answers | p50, ms | p95, ms | target 50 |\n| --- | ---: | ---: | ---: | --- |')
  console.log(
    `${line('own, drawn ahead of the referee', own)}\n${line('the other one, by way of the referee', other)}`,
  )
} finally {
  await Promise.all(browsers.map((browser) => browser.close()))
  await server.discard()
}
