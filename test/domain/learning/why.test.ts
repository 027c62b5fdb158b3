import { expect, test } from 'vitest'
import { EMPTY_MEMORY, memoryOf } from '../../../domain/learning/memory.ts'
import { afterProblem } from '../../../domain/learning/update.ts'
import { whyAsked } from '../../../domain/learning/why.ts'
import { learned } from '../../factories/learned-problems.ts'

const FACT = 'multiplication-7-8'
const after = (correct: boolean) => memoryOf(afterProblem(EMPTY_MEMORY, learned(FACT, { correct })), FACT)

test('[LRN-33] a review gives the first right day and its interval; a fact being learned, the missing days', () => {
  // In time at once is level 6, which waits five days; a wrong answer is level 0, four days in time from known.
  expect(whyAsked('review', after(true))).toEqual({ reason: 'review', day: 100, days: 5 })
  expect(whyAsked('learning', after(false))).toEqual({ reason: 'learning', day: null, days: 4 })
  expect(whyAsked('new', null)).toEqual({ reason: 'new', day: null, days: null })
})
