import { defineConfig } from 'vitest/config'
import { LIMITS, SETUP } from './test/vitest-settings.ts'

/** Processes that share an arena take one that is slow for one that has stopped. */
const SHARED_ARENA = ['test/full/faults/shared-*.test.ts', 'test/full/faults/rolling-restart.test.ts']

/**
 * What `npm run test:all` adds to the gate's tests: what depends on real seconds, processes and data stores that are killed,
 * paused, restarted and restored, and several servers under random faults (`--project chaos`; `CHAOS_SEED`, `CHAOS_SECONDS`,
 * `CHAOS_PLAYERS` and `CHAOS_SERVERS` set them).
 */
export default defineConfig({
  test: {
    globalSetup: SETUP,
    reporters: ['default', ['json', { outputFile: 'test-results/full.json' }]],
    projects: [
      {
        test: {
          ...LIMITS,
          name: 'full',
          include: ['test/full/**/*.test.ts'],
          exclude: SHARED_ARENA,
          // Twice the cores: most of these tests wait for processes.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...LIMITS,
          name: 'shared arena',
          include: SHARED_ARENA,
          // Not beside builds and backups, which take both cores.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...LIMITS,
          name: 'chaos',
          include: ['test/full/chaos/**/*.chaos.ts'],
          testTimeout: 3_600_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
