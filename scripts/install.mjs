import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INSTALL_STAMP, isFresh, lockHash, ROOT } from './freshness.mjs'

const MINIMUM_NODE = [20, 19]

/** Exits with a message if Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return
  console.error(
    `Tenfold needs Node ${MINIMUM_NODE.join('.')} or newer; this is Node ${process.versions.node}.`,
  )
  process.exit(1)
}

/** Installs the locked packages unless they are installed; exits with a message if that fails. */
export function installPackages() {
  const hash = lockHash()
  const complete = existsSync(join(ROOT, 'node_modules', 'typescript', 'package.json'))
  if (complete && isFresh(INSTALL_STAMP, hash)) return
  console.log('Installing packages (the first time takes a minute) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const run = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) {
    console.error('npm ci failed; what it printed above says why. Tenfold was not started.')
    process.exit(run.status ?? 1)
  }
  writeFileSync(INSTALL_STAMP, hash)
}
