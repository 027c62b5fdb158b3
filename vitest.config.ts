import { defineConfig } from 'vitest/config'
import { LIMITS, LongestFirst, SETUP } from './test/vitest-settings.ts'

/** The gate's tests below the browser (`npm test`). */
export default defineConfig({
  test: {
    globalSetup: SETUP,
    // Two cores on the machines this must pass on; a third worker has work for them while others wait for servers and engines.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    projects: [
      {
        test: {
          ...LIMITS,
          name: 'node',
          // The files of a worker share their modules: to load the server anew takes longer than most files' tests.
          isolate: false,
          // So nothing that a test replaced may outlive it.
          restoreMocks: true,
          unstubGlobals: true,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/full/**', 'test/components/**'],
        },
      },
      {
        test: {
          ...LIMITS,
          name: 'components',
          setupFiles: [
            ...LIMITS.setupFiles,
            './test/browser/fixed-clock.ts',
            './test/components/patience.ts',
          ],
          environment: 'happy-dom',
          include: ['test/components/**/*.test.tsx'],
        },
      },
    ],
  },
})
