import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { writeBrowserContract } from './browser-contract.mjs'
import { ROOT } from './freshness.mjs'

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)

const CHECKS = [
  [
    'formatting',
    bin('prettier'),
    ['--check', '--cache', '--cache-location=node_modules/.cache/checked-format', '--log-level=warn', '.'],
  ],
  ['lint and import direction', bin('oxlint'), ['--deny-warnings', '.']],
  ...['domain', 'contract', 'server', 'web', 'web/worker', 'test'].map((room) => [
    `types of ${room}/`,
    bin('tsc'),
    [
      '-p',
      join(ROOT, room),
      '--incremental',
      '--tsBuildInfoFile',
      join(ROOT, `node_modules/.cache/types-${room.replace('/', '-')}`),
    ],
  ]),
  ['specification ids', process.execPath, [join(ROOT, 'scripts/spec-coverage.mjs')]],
  ['exports', process.execPath, [join(ROOT, 'scripts/dead-exports.mjs')]],
  ['licenses', process.execPath, [join(ROOT, 'scripts/licenses.mjs')]],
]

await writeBrowserContract()

/** Runs a check, prints what it wrote when it has ended, and answers whether it passed. */
const passes = ([name, command, args]) =>
  new Promise((resolve) => {
    const run = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    const written = []
    run.stdout.on('data', (part) => written.push(part))
    run.stderr.on('data', (part) => written.push(part))
    run.on('close', (status) => {
      process.stdout.write(`${Buffer.concat(written)}${status === 0 ? 'ok    ' : 'FAILED'}  ${name}\n`)
      resolve(status === 0)
    })
  })

const failed = []
const waiting = CHECKS.values()
const runOneByOne = async () => {
  for (const check of waiting) if (!(await passes(check))) failed.push(check[0])
}
await Promise.all(Array.from({ length: availableParallelism() }, runOneByOne))

if (failed.length > 0) {
  console.error(`Check failed: ${failed.join(', ')}.`)
  process.exit(1)
}
