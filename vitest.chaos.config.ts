import { defineConfig } from 'vitest/config'

/**
 * `npm run test:chaos`: minutes of faults, from a seed that is printed (`CHAOS_SEED`, `CHAOS_SECONDS`, `CHAOS_PLAYERS`,
 * `CHAOS_SERVERS` set it). `npm run test:faults` runs one of them. One file after the other, because all of
 * them go by time.
 */
export default defineConfig({
  test: {
    globalSetup: './scripts/browser-contract.mjs',
    include: ['test/chaos/**/*.chaos.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: ['default', ['json', { outputFile: 'test-results/chaos.json' }]],
  },
})
