import { expect } from 'vitest'
import { foldLog } from '../../domain/learning/fold.ts'
import { numberOf } from '../../domain/learning/memory.ts'
import { fluencyOf } from '../../domain/learning/states.ts'
import type { Tables } from '../../server/storage/sql/schema.ts'
import {
  factOf,
  learnedAttempt,
  memoryOf,
  type LearningRow,
} from '../../server/storage/sql/students/memory-rows.ts'

type Row = Readonly<Record<string, unknown>>

/** Every student's stored memory is what the whole log folds to, and the states are the memory's. */
export async function expectFolded(rows: (table: string) => Promise<readonly Row[]>): Promise<void> {
  const [students, facts, attempts] = await Promise.all(
    ['student_practice', 'fact_fluency', 'attempt'].map(rows),
  )
  for (const student of students ?? []) {
    const isOwn = (row: Row): boolean => row['student_id'] === student['student_id']
    const own = (facts ?? []).filter(isOwn) as unknown as Tables['fact_fluency'][]
    const log = (attempts ?? []).filter((row) => isOwn(row) && row['set_aside'] !== 'too_fast')
    const folded = foldLog(log.map((row) => learnedAttempt(row as unknown as Tables['attempt'])))
    expect(memoryOf(student as unknown as LearningRow, own)).toEqual(folded)
    for (const row of own) {
      expect(row.state).toBe(fluencyOf(factOf(row)))
      expect(numberOf(row.fact)).toBeGreaterThanOrEqual(0)
    }
  }
}
