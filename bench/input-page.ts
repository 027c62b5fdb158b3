import type { Page } from '@playwright/test'
import { EVENT_TIMING_THRESHOLD_MS, type Press } from './input-figures.ts'

const CPU_SLOWED = 6
/** Pause between keys, so that work left over by one is done before the next; about the pace of a fast typist. */
const BETWEEN_KEYS_MS = 90
const BETWEEN_PROBLEMS_MS = 250
const ENTRY_LIMIT_MS = 5000

type Measured = { readonly atMs: number; readonly ownClock: number; readonly changed: boolean }
type Recorder = { enters: Measured[]; events: { startTime: number; duration: number }[] }

declare global {
  interface Window {
    tenfoldBench?: Recorder
  }
}

/** Runs in the page: notes each Enter twice, by Event Timing and by its own clock. */
function record(threshold: number): void {
  const recorder: Recorder = { enters: [], events: [] }
  window.tenfoldBench = recorder
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (name === 'keydown') recorder.events.push({ startTime, duration })
    }
  }).observe({ type: 'event', durationThreshold: threshold } as PerformanceObserverInit)
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    const atMs = event.timeStamp
    const problem = document.getElementById('problem')
    const before = problem?.textContent
    requestAnimationFrame(() => {
      // The frame is painted from this state; the message arrives after it.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        recorder.enters.push({
          atMs,
          ownClock: performance.now() - atMs,
          changed: problem?.textContent !== before,
        })
      })
      port1.start()
      port2.postMessage(null)
    })
  }
  window.addEventListener('keydown', onEnter, { capture: true })
}

/** A measured page: how it is opened anew, and which keys lead to its next problem. */
export type Bench = {
  readonly name: string
  readonly page: Page
  /** Opens a fresh session at its first problem. */
  readonly open: () => Promise<void>
  /** From the text of the problem to what is typed before Enter. */
  readonly answer: (problem: string) => string
}

/** Slows the CPU for this page that many times; returns how to end that. */
export async function slowDown(page: Page, rate: number = CPU_SLOWED): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return async () => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
  }
}

/** Installs the recorder in every document that the page opens from now on. */
export async function measureFrom(page: Page): Promise<void> {
  await page.addInitScript(record, EVENT_TIMING_THRESHOLD_MS)
}

/** Answers that many problems and returns how long each next one took. Fails if a frame came without it. */
export async function pressEnters({ name, page, answer }: Bench, presses: number): Promise<Press[]> {
  await page.evaluate(() => {
    window.tenfoldBench?.enters.splice(0)
    window.tenfoldBench?.events.splice(0)
  })
  for (let press = 0; press < presses; press += 1) {
    const problem = await page.locator('#problem').innerText()
    await page.keyboard.type(answer(problem), { delay: BETWEEN_KEYS_MS })
    await page.waitForTimeout(BETWEEN_KEYS_MS)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(BETWEEN_PROBLEMS_MS)
  }
  await page.waitForFunction((count) => window.tenfoldBench?.enters.length === count, presses, {
    timeout: ENTRY_LIMIT_MS,
  })
  const { enters, events } = await page.evaluate(() => window.tenfoldBench ?? { enters: [], events: [] })
  return enters.map(({ atMs, ownClock, changed }) => {
    if (!changed) throw new Error(`${name}: a frame was painted after Enter without the next problem`)
    const event = events.find(({ startTime }) => Math.abs(startTime - atMs) < 1)
    return { eventTiming: event?.duration ?? null, ownClock }
  })
}
