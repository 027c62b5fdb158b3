import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { toJson } from '../json-rows.ts'
import {
  changedRows,
  foldedMemory,
  learningRow,
  retainedAfter,
  memoryOfDeletedAttempts,
  type LoggedRow,
  type StudentMemory,
} from './memory-rows.ts'
import { memoryStatements } from './memory-statements.ts'

/** Writes the memories of students within a transaction. */
export class MemoryWriter {
  readonly #statements: ReturnType<typeof memoryStatements>

  constructor(dialect: Dialect) {
    this.#statements = memoryStatements(dialect)
  }

  /** Recomputes a student's memory from the whole log. The caller has locked the student. */
  async refold(transaction: Transaction, studentId: string): Promise<void> {
    const [log, facts, row] = await Promise.all([
      transaction.all(this.#statements.wholeLog, { studentId }),
      transaction.all(this.#statements.allFacts, { studentId }),
      transaction.first(this.#statements.retained, { studentId }),
    ])
    if (!row) return
    const isFirst = row.folded_version === 0 && row.retained === null
    const retained = isFirst ? memoryOfDeletedAttempts(facts, log) : row.retained
    if (isFirst && retained !== null) transaction.send(this.#statements.retain, { studentId, retained })
    this.put(transaction, new Map([[studentId, foldedMemory(log, retained)]]))
  }

  /** Keeps what attempts have shown before they are deleted. They come in the log's order; the caller has locked the student. */
  async retain(transaction: Transaction, studentId: string, log: readonly LoggedRow[]): Promise<void> {
    const row = await transaction.first(this.#statements.retained, { studentId })
    if (!row || log.length === 0) return
    // The first fold needs the complete log.
    if (row.folded_version === 0) await this.refold(transaction, studentId)
    const before =
      row.folded_version === 0 ? await transaction.first(this.#statements.retained, { studentId }) : row
    transaction.send(this.#statements.retain, {
      studentId,
      retained: retainedAfter(log, before?.retained ?? null),
    })
  }

  put(transaction: Transaction, memories: ReadonlyMap<string, StudentMemory>): void {
    if (memories.size === 0) return
    const students = [...memories].map(([id, memory]) => ({ student_id: id, ...learningRow(memory) }))
    transaction.send(this.#statements.updateLearning, { rows: toJson(students) })
    const facts = [...memories].flatMap(([id, memory]) => changedRows(id, memory))
    if (facts.length > 0) transaction.send(this.#statements.putFluency, { rows: toJson(facts) })
  }
}
