import { chromium } from '@playwright/test'
import { build } from 'esbuild'
import { slowDown } from './input-page.ts'
import { achievementTimes, foldTimes, type choiceTimes, type memoryTimes } from './learning-speed-page.ts'

/** What the bundle of `learning-speed-page.ts` defines in the page. */
type InPage = { readonly choiceTimes: typeof choiceTimes; readonly memoryTimes: typeof memoryTimes }

const CHOICES = 4000
const ROUNDS = 200
const FOLDS = 20
const ATTEMPTS = 50_000

function at(share: number, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

async function inChromium() {
  const { outputFiles } = await build({
    entryPoints: ['bench/learning-speed-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'speed',
    target: 'es2022',
  })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  })
  const page = await browser.newPage()
  await page.goto('about:blank')
  await slowDown(page)
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
  const times = await page.evaluate(
    ({ choices, rounds }) => {
      const { choiceTimes: choose, memoryTimes: remember } = (globalThis as unknown as { speed: InPage })
        .speed
      return { ...choose(choices), memory: remember(rounds) }
    },
    { choices: CHOICES, rounds: ROUNDS },
  )
  await browser.close()
  return times
}

const { engine, session, memory } = await inChromium()
const fold = foldTimes(FOLDS, ATTEMPTS)
const achievements = achievementTimes(FOLDS, ATTEMPTS)
const row = (name: string, times: readonly number[], bound: string): string =>
  `| ${name} | ${at(0.5, times).toFixed(2)} | ${at(0.95, times).toFixed(2)} | ${bound} |`
console.log('| Milliseconds | median | p95 | bound |\n| --- | --- | --- | --- |')
console.log(row('Chromium slowed down 6 times: next problem of 486 facts', engine, '1'))
console.log(row('the same with a session of 50 folded on top', session, ''))
console.log(row('read, add a session, store 486 facts', memory, '20'))
console.log(row(`Node: fold ${ATTEMPTS} attempts`, fold, '150'))
console.log(row(`Node: fold ${ATTEMPTS} attempts into achievements`, achievements, '1000'))
