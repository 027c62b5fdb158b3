import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: './scripts/browser-contract.mjs',
    include: ['test/**/*.test.{ts,tsx}'],
    // `npm run test:faults` runs these.
    exclude: ['test/faults/**'],
    // Two cores on the machines this must pass on; a third worker has work for them while others wait for servers and engines.
    maxWorkers: 3,
    // No measure of speed: only what hangs is to take so long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
})
