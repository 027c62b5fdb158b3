import fc from 'fast-check'

/** The seed of a full run (`npm run test:all`), which draws and prints it; the gate always uses the same inputs. */
const drawn = process.env['TEST_SEED']

/** Seeds of a full run for tests that begin with known ones; none in the gate. */
export const RANDOM_SEEDS: readonly number[] = drawn === undefined ? [] : [Number(drawn)]

fc.configureGlobal({ seed: Number(drawn ?? 20261128) })
