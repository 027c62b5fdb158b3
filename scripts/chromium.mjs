import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const found = () => CANDIDATES.find((path) => existsSync(path))

/**
 * The path of a Chromium for the browser tests: `CHROMIUM_PATH`, an installed one, or Debian's package when this
 * user may install it. Ends the process with the command to run when there is none.
 */
export function requireChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    console.error(`CHROMIUM_PATH is ${named}, but there is no such file.`)
    process.exit(1)
  }
  if (!found() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      ...quiet,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const path = found()
  if (path) return path
  console.error(
    'The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH.',
  )
  process.exit(1)
}
