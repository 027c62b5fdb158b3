import type { Selectable } from 'kysely'
import { expect } from 'vitest'
import { readZones } from '../../domain/calendar.ts'
import { foldLog } from '../../domain/learning/fold.ts'
import { numberOf } from '../../domain/learning/memory.ts'
import { fluencyOf } from '../../domain/learning/states.ts'
import type { Tables } from '../../server/storage/sql/schema.ts'
import {
  factOf,
  learnedAttempt,
  studentMemory,
  type LoggedRow,
} from '../../server/storage/sql/students/memory-rows.ts'

type Row = Readonly<Record<string, unknown>>

/** Every student's stored memory equals the fold of the whole log, and the states are the memory's. */
export async function expectFolded(rows: (table: string) => Promise<readonly Row[]>): Promise<void> {
  const [students, facts, attempts, sessions] = await Promise.all(
    ['student_practice', 'fact_fluency', 'attempt', 'student_session'].map(rows),
  )
  const types = new Map((sessions ?? []).map((row) => [row['session_id'], row['session_type']]))
  for (const student of students ?? []) {
    const isOwn = (row: Row): boolean => row['student_id'] === student['student_id']
    const own = (facts ?? []).filter(isOwn) as unknown as Tables['fact_fluency'][]
    const log = (attempts ?? []).filter((row) => isOwn(row) && row['set_aside'] === null)
    const logged = log.map((row) => ({ ...row, session_type: types.get(row['session_id']) }))
    const zones = readZones(String(student['zones']))
    const folded = foldLog(logged.map((row) => learnedAttempt(row as unknown as LoggedRow, zones)))
    const stored = studentMemory(student as unknown as Selectable<Tables['student_practice']>, own)
    expect(stored.isStale).toBe(false)
    expect(stored.memory).toEqual(folded)
    for (const row of own) {
      expect(row.state).toBe(fluencyOf(factOf(row)))
      expect(numberOf(row.fact)).toBeGreaterThanOrEqual(0)
    }
  }
}
