import type { LearningMemory } from '../../../../domain/learning/memory.ts'
import type { Database } from '../../database.ts'
import { toJson } from '../json-rows.ts'
import { byStudent } from './calendar-rows.ts'
import { memoryOf } from './memory-rows.ts'
import { memoryStatements } from './memory-statements.ts'
import { MemoryWriter } from './memory-writer.ts'
import { NO_STATE, readState } from './student-state.ts'
import { sessionStatements } from './student-statements.ts'
import type { FactFluencyTable } from './student-tables.ts'

type ReadMemory = {
  readonly memory: LearningMemory
  readonly facts: readonly FactFluencyTable[]
  /** What gardens of guests have brought (domain/learning/brought.ts). */
  readonly brought: string
}

const rowsOf = (ids: readonly string[]): string => toJson(ids.map((id) => ({ student_id: id })))

/**
 * Reads the memories of students; those who have not practiced have none. A state of another version, or a damaged one, is folded
 * from the log first.
 */
export function memoryReading(database: Database) {
  const statements = memoryStatements(database.dialect)
  const { lock } = sessionStatements(database.dialect)
  const writer = new MemoryWriter(database.dialect)

  const read = (ids: readonly string[]) =>
    database.read(async (transaction) => {
      const rows = rowsOf(ids)
      const [students, facts] = await Promise.all([
        transaction.all(statements.learning, { rows }),
        transaction.all(statements.facts, { rows }),
      ])
      const factsOf = byStudent(facts)
      return students.map((row) => ({
        studentId: row.student_id,
        state: readState(row),
        facts: factsOf.get(row.student_id) ?? [],
        brought: row.brought,
      }))
    })

  const refold = (ids: readonly string[]): Promise<void> =>
    database.write(async (transaction) => {
      await transaction.all(lock, { rows: rowsOf(ids) })
      for (const id of ids) await writer.refold(transaction, id)
    })

  return async (ids: readonly string[]): Promise<ReadonlyMap<string, ReadMemory>> => {
    let found = await read(ids)
    const stale = found.filter(({ state }) => state === null).map(({ studentId }) => studentId)
    if (stale.length > 0) {
      await refold(stale)
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
