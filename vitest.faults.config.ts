import { defineConfig } from 'vitest/config'

/** `npm run test:faults`: real processes and data stores that are killed, paused, restarted and restored. */
export default defineConfig({
  test: {
    globalSetup: './scripts/browser-contract.mjs',
    include: ['test/faults/**/*.test.ts'],
    // As in vitest.config.ts: most of these tests wait for processes.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'test-results/faults.json' }]],
  },
})
