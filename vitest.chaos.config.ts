import { defineConfig } from 'vitest/config'

/** `npm run test:chaos`: minutes of faults, from a seed that a failure tells. Not part of `npm test`. */
export default defineConfig({
  test: { include: ['test/chaos/**/*.chaos.ts'], testTimeout: 3_600_000, hookTimeout: 60_000 },
})
