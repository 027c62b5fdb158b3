import { expect, test } from 'vitest'
import { goalFactor, goalMs } from '../../domain/learning/entry-time.ts'
import { EMPTY_MEMORY, memoryOf } from '../../domain/learning/memory.ts'
import { learnedProblem, memoryAfterSession } from '../../domain/learning/session-choice.ts'
import { afterProblem, speedOf } from '../../domain/learning/update.ts'
import type { AnsweredProblem } from '../../domain/scoring.ts'
import type { TimeFactor } from '../../domain/student-settings.ts'

const ENTRY_MS = 1500

/** A right first answer that takes so many times the goal after reading and typing. */
function answered(goals: number, timeFactor?: TimeFactor): AnsweredProblem {
  const firstAnswerMs = ENTRY_MS + goals * goalMs(ENTRY_MS)
  const factId = 'addition-7-8'
  const times = { responseTimeMs: firstAnswerMs, firstAnswerMs, entryMs: ENTRY_MS, timeFactor }
  return { factId, correct: true, attempts: 1, visualUsed: false, ...times }
}

test.each([
  { timeFactor: '1', quick: 0.9, late: 1.1 },
  { timeFactor: '1.5', quick: 1.4, late: 1.6 },
  { timeFactor: '2', quick: 1.9, late: 2.1 },
] as const)('[ACM-8] the goal is $timeFactor times as long', ({ timeFactor, quick, late }) => {
  const speed = (goals: number) => speedOf(learnedProblem(answered(goals, timeFactor), 100))
  expect([speed(quick), speed(late)]).toEqual(['in_time', 'late'])
})

test('[ACM-8] without a time goal every right answer is in time, and every known fact is fluent', () => {
  expect(goalFactor('none')).toBe(Infinity)
  let memory = EMPTY_MEMORY
  for (const day of [100, 103, 108])
    memory = afterProblem(memory, learnedProblem(answered(1000, 'none'), day))
  const usual = memoryAfterSession({ memory: EMPTY_MEMORY, day: 100 }, [answered(1000)])
  expect(memoryOf(memory, 'addition-7-8')).toMatchObject({ best: 3, timed: [true, true, true] })
  expect(memoryOf(usual, 'addition-7-8')).toMatchObject({ level: 0, timed: [false] })
})
