/**
 * Runs the steps of `npm test`, or with the argument `all` those of `npm run test:all`, continuing after a failed one, and ends
 * with the counts of each suite, what was skipped and what failed.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireChromium } from './chromium.mjs'
import { ROOT } from './freshness.mjs'
import { installPackages, requireNode } from './install.mjs'
import { countsTable, failedLines, skippedLines } from './test-counts.mjs'

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

/** The steps of the gate, and the suites that write a report. */
const GATE = {
  steps: [
    ['check', process.execPath, [join(ROOT, 'scripts/check.mjs')]],
    ['build', process.execPath, [join(ROOT, 'scripts/build.mjs')]],
    ['rules, storage, wire, screens', bin('vitest'), ['run']],
    ['browser', bin('playwright'), ['test']],
  ],
  suites: ['unit', 'browser'],
  env: {},
}

/** The gate's steps with other inputs, then all screens, whole battles, faults and a minute of chaos. */
const everything = () => ({
  steps: [
    ...GATE.steps,
    ['faults and chaos', bin('vitest'), ['run', '--config', 'vitest.full.config.ts']],
    ['all screens and battles', bin('playwright'), ['test', '--config', 'playwright.full.config.ts']],
  ],
  suites: [...GATE.suites, 'full', 'browser-full'],
  env: { CHAOS_SECONDS: '60', TEST_SEED: String(randomInt(2 ** 31)) },
})

const { steps, suites, env } = process.argv[2] === 'all' ? everything() : GATE
const environment = { ...env, ...process.env }
if (environment.TEST_SEED) console.log(`Random inputs come from TEST_SEED=${environment.TEST_SEED}.`)

requireNode()
installPackages()
environment.CHROMIUM_PATH = requireChromium()

const results = join(ROOT, 'test-results')
mkdirSync(results, { recursive: true })
for (const suite of suites) rmSync(join(results, `${suite}.json`), { force: true })

const run = (name, command, args) => {
  console.log(`\n== ${name}`)
  const startedMs = Date.now()
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: environment })
  console.log(
    `== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedMs) / 1000)} s`,
  )
  return status === 0
}

const failed = steps.filter(([name, command, args]) => !run(name, command, args)).map(([name]) => name)

console.log(`\n${countsTable(results, suites)}`)
const printList = (title, lines) => {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`)
}
printList('Not everything was run', skippedLines(results, suites))
printList('Failed tests', failedLines(results, suites))
console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
