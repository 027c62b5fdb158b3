import { defineConfig } from '@playwright/test'
import gate from './playwright.config.ts'

/** What `npm run test:all` adds to the gate in the browser: every screen, whole battles, and servers that are killed. */
export default defineConfig(gate, {
  testDir: 'test/full',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser-full',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser-full.json' }]],
})
