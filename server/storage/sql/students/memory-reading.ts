import type { LearningMemory } from '../../../../domain/learning/memory.ts'
import type { Database } from '../../database.ts'
import { byStudent } from './calendar-rows.ts'
import { memoryOf } from './memory-rows.ts'
import { refoldMemory } from './memory-writer.ts'
import { lockPractice } from './student-practice-rows.ts'
import { NO_STATE, readState } from './student-state.ts'
import type { FactFluencyTable } from './student-tables.ts'

type ReadMemory = {
  readonly memory: LearningMemory
  readonly facts: readonly FactFluencyTable[]
  /** What gardens of guests have brought (domain/learning/brought.ts). */
  readonly brought: string
}

/**
 * Reads the memories of students; those who have not practiced have none. A state of another version, or a damaged one, is folded
 * from the log first.
 */
export function memoryReading(database: Database) {
  const read = (ids: readonly string[]) =>
    database.read(async ({ db }) => {
      const practices = db.selectFrom('student_practice').where('student_id', 'in', ids)
      const [students, facts] = await Promise.all([
        practices.select(['student_id', 'state_version', 'state', 'brought']).execute(),
        db.selectFrom('fact_fluency').selectAll().where('student_id', 'in', ids).execute(),
      ])
      const factsOf = byStudent(facts)
      return students.map((row) => ({
        studentId: row.student_id,
        state: readState(row),
        facts: factsOf.get(row.student_id) ?? [],
        brought: row.brought,
      }))
    })

  return async (ids: readonly string[]): Promise<ReadonlyMap<string, ReadMemory>> => {
    if (ids.length === 0) return new Map()
    let found = await read(ids)
    const stale = found.filter(({ state }) => state === null).map(({ studentId }) => studentId)
    if (stale.length > 0) {
      await database.write(async (transaction) => {
        await lockPractice(transaction, stale)
        for (const id of stale) await refoldMemory(transaction, id)
      })
      found = await read(ids)
    }
    return new Map(
      found.map(({ studentId, state, facts, brought }) => [
        studentId,
        { memory: memoryOf(state ?? NO_STATE, facts), facts, brought },
      ]),
    )
  }
}
