import { defineConfig } from 'vitest/config'

/** `npm run test:faults`: real processes and data stores that are killed, paused, restarted and restored. */
export default defineConfig({
  test: {
    globalSetup: './scripts/browser-contract.mjs',
    include: ['test/faults/**/*.test.ts'],
    // As in vitest.config.ts: most of these tests wait for processes.
    maxWorkers: 3,
    // No measure of speed: only what hangs is to take so long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', ['json', { outputFile: 'test-results/faults.json' }]],
  },
})
