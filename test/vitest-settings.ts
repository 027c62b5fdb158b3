import type { TestSequencer, TestSpecification } from 'vitest/node'

/** Limits of time: no measure of speed, only what hangs is to take so long. */
export const LIMITS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['./test/seed.ts'],
}

/** What runs once before all tests. */
export const SETUP = ['./scripts/browser-contract.mjs', './test/factories/postgres-setup.ts']

/** The files that take longest, longest first: started last, one of them would run alone at the end. */
const LONG = [
  'ports-boards',
  'ports-students',
  'ports-battles',
  'ports-accounts',
  'weekly-mail',
  'ports-guests',
  'roles',
  'players-board',
  'home-boards',
  'account-mail',
  'sign-in-floods',
  'attempt-log',
]

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.includes(`/${name}.test.`))
  return place < 0 ? LONG.length : place
}

/** Starts the long files first. */
export class LongestFirst implements TestSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}
