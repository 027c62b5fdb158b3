import { expect, test } from 'vitest'
import { EMPTY_MEMORY, memoryOf, type LearningMemory } from '../../../domain/learning/memory.ts'
import { readMemory, storeMemory } from '../../../domain/learning/stored.ts'
import { afterProblems } from '../../../domain/learning/update.ts'
import { learned } from '../../factories/learned-problems.ts'

const FACT = 'multiplication-7-8'
const TODAY = 20_000
/** Ten years ahead: a device whose clock was wrong. */
const WRONG_DAY = TODAY + 3650

function readBack(memory: LearningMemory): LearningMemory | null {
  return readMemory(JSON.parse(JSON.stringify(storeMemory(memory))))
}

test('[LRN-34] a memory with days from a wrong clock is stored and read like any other', () => {
  for (const correct of [true, false]) {
    const memory = afterProblems([
      learned(FACT, { day: WRONG_DAY }),
      learned(FACT, { day: TODAY, correct }),
      learned('addition-7-8', { day: TODAY - 1 }),
    ])
    expect(readBack(memory)).toEqual(memory)
  }
  expect(readBack(EMPTY_MEMORY)).toEqual(EMPTY_MEMORY)
})

test('[LRN-34] a fact asked when the clock was years ahead is due at once, and rises again', () => {
  const memory = afterProblems([learned(FACT, { day: WRONG_DAY }), learned(FACT, { day: TODAY })])
  expect(memoryOf(memory, FACT)).toMatchObject({ level: 7, last: TODAY, due: TODAY + 8 })
})
