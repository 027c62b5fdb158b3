import { defineConfig } from '@playwright/test'
import browser from './playwright.config.ts'

/** `npm run test:faults`: whole journeys in Chromium while their server is killed and started again. */
export default defineConfig(browser, {
  testDir: 'test/faults',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser-faults',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser-faults.json' }]],
})
