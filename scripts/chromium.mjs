import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The headless Chromium makes the browser tests a third faster. One of them needs the whole browser too. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
const WHOLE = '/usr/bin/chromium'
const CANDIDATES = [WHOLE, '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const hasBoth = () => existsSync(HEADLESS) && existsSync(WHOLE)
const found = () => (hasBoth() ? HEADLESS : CANDIDATES.find((path) => existsSync(path)))

/**
 * The path of a Chromium for the browser tests: `CHROMIUM_PATH`, else Debian's headless one if it is or can be installed, else
 * any that is installed. Without one, ends the process with the command to run.
 */
export function requireChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    console.error(`CHROMIUM_PATH is ${named}, but there is no such file.`)
    process.exit(1)
  }
  if (!hasBoth() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell'],
      {
        ...quiet,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    )
  }
  const path = found()
  if (path) return path
  console.error(
    'The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium chromium-headless-shell) or set CHROMIUM_PATH.',
  )
  process.exit(1)
}
