/**
 * Runs the steps of `npm test`, or with the argument `faults` those of `npm run test:faults`, continuing after a failed one,
 * and ends with the counts of each suite.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireChromium } from './chromium.mjs'
import { ROOT } from './freshness.mjs'
import { installPackages, requireNode } from './install.mjs'
import { countsTable, skippedLines } from './test-counts.mjs'

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

const CHECK = ['check', process.execPath, [join(ROOT, 'scripts/check.mjs')]]
const BUILD = ['build', process.execPath, [join(ROOT, 'scripts/build.mjs')]]

/** The steps of each run, and the suites that write a report. */
const RUNS = {
  tests: {
    steps: [
      CHECK,
      BUILD,
      ['rules, storage, wire, operations', bin('vitest'), ['run']],
      ['browser', bin('playwright'), ['test']],
    ],
    suites: ['unit', 'browser'],
  },
  faults: {
    steps: [
      BUILD,
      ['faults', bin('vitest'), ['run', '--config', 'vitest.faults.config.ts']],
      ['browser faults', bin('playwright'), ['test', '--config', 'playwright.faults.config.ts']],
      ['chaos', bin('vitest'), ['run', '--config', 'vitest.chaos.config.ts']],
    ],
    suites: ['faults', 'browser-faults', 'chaos'],
    env: { CHAOS_SECONDS: '60' },
  },
}

const { steps, suites, env } = RUNS[process.argv[2] ?? 'tests']

requireNode()
installPackages()
const chromium = requireChromium()

const results = join(ROOT, 'test-results')
mkdirSync(results, { recursive: true })
for (const suite of suites) rmSync(join(results, `${suite}.json`), { force: true })

const run = (name, command, args) => {
  console.log(`\n== ${name}`)
  const startedMs = Date.now()
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...env, ...process.env, CHROMIUM_PATH: chromium },
  })
  console.log(
    `== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedMs) / 1000)} s`,
  )
  return status === 0
}

const failed = steps.filter(([name, command, args]) => !run(name, command, args)).map(([name]) => name)

console.log(`\n${countsTable(results, suites)}`)
const skipped = skippedLines(results, suites)
if (skipped.length > 0)
  console.log(`\nNot everything was run:\n${skipped.map((line) => `- ${line}`).join('\n')}`)
console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
