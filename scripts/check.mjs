import { spawnSync } from 'node:child_process'
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

const failed = CHECKS.filter(([name, command, args]) => {
  const run = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  console.log(`${run.status === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  return run.status !== 0
}).map(([name]) => name)

if (failed.length > 0) {
  console.error(`Check failed: ${failed.join(', ')}.`)
  process.exit(1)
}
