import fc from 'fast-check'
import { FACTS } from '../../domain/learning/memory.ts'
import type { LearnedProblem } from '../../domain/learning/update.ts'

/** An entry time that is no matter where a test is about something else. */
export const ENTRY_MS = 1500

/** A problem as a child answers it; right and in time by default. */
export function learned(factId: string, more: Partial<LearnedProblem> = {}): LearnedProblem {
  return { factId, correct: true, responseMs: ENTRY_MS + 500, entryMs: ENTRY_MS, day: 100, ...more }
}

/** Any problem, of days that may go back and forth. */
export const anyProblem: fc.Arbitrary<LearnedProblem> = fc.record({
  factId: fc.constantFrom(...FACTS.map(({ id }) => id)),
  correct: fc.boolean(),
  responseMs: fc.integer({ min: 0, max: 60_000 }),
  entryMs: fc.integer({ min: 0, max: 5000 }),
  day: fc.integer({ min: 0, max: 800 }),
})
