import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireChromium } from './chromium.mjs'
import { ROOT } from './freshness.mjs'
import { installPackages, requireNode } from './install.mjs'
import { countsTable, skippedLines } from './test-counts.mjs'

requireNode()
installPackages()
const chromium = requireChromium()

const results = join(ROOT, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

const run = (name, command, args) => {
  console.log(`\n== ${name}`)
  const startedMs = Date.now()
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  })
  console.log(
    `== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedMs) / 1000)} s`,
  )
  return status === 0
}

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

const STEPS = [
  ['check', process.execPath, [join(ROOT, 'scripts/check.mjs')]],
  ['build', process.execPath, [join(ROOT, 'scripts/build.mjs')]],
  ['rules, storage, wire, operations', bin('vitest'), ['run']],
  ['browser', bin('playwright'), ['test']],
]

const failed = STEPS.filter(([name, command, args]) => !run(name, command, args)).map(([name]) => name)

console.log(`\n${countsTable(results)}`)
const skipped = skippedLines(results)
if (skipped.length > 0)
  console.log(`\nNot everything was run:\n${skipped.map((line) => `- ${line}`).join('\n')}`)
console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
