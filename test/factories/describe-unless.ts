import { describe, test } from 'vitest'

/** A suite that is skipped where something is missing, and then the output says so and why. */
export function describeUnless(missing: string | null, name: string, suite: () => void): void {
  if (missing === null) {
    describe(name, suite)
    return
  }
  const sentence = `${name}: SKIPPED, because ${missing}`
  process.stderr.write(`\n${sentence}\n\n`)
  describe.skip(sentence, () => {
    test('the whole suite', () => undefined)
  })
}
