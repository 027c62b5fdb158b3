import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // One more than the cores of the machines this must pass on: a page that waits for a timer or a battle leaves its core free.
  workers: 3,
  // A test that passes on a second try is a bug to be found.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // No measure of speed: only what hangs is to take so long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1366, height: 768 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A trace of every test costs a fifth of the run: `npx playwright test --trace on` repeats a failure with one.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Otherwise a page that was just reloaded warns about its sound, if it plays one before the next key.
        '--autoplay-policy=no-user-gesture-required',
        // The headless shell hints its fonts otherwise, which makes figures wider than they are for children.
        '--font-render-hinting=none',
      ],
    },
  },
})
