import type { SessionEnd } from '../../../../domain/achievements/fold.ts'
import { readZones } from '../../../../domain/calendar.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { toJson } from '../json-rows.ts'
import { AchievementWriter } from './achievement-writer.ts'
import { changedRows, learningRow, type LoggedRow, type StudentMemory } from './memory-rows.ts'
import { memoryStatements } from './memory-statements.ts'
import { entryTimesIn, readRetained, readState, retainedText } from './student-state.ts'
import { foldedMemory, foldOf } from './whole-log.ts'

/** Writes the memories of students, and what they have earned, within a transaction. */
export class MemoryWriter {
  readonly #statements: ReturnType<typeof memoryStatements>
  readonly #achievements: AchievementWriter

  constructor(dialect: Dialect) {
    this.#statements = memoryStatements(dialect)
    this.#achievements = new AchievementWriter(dialect)
  }

  /** Recomputes a student's memory from the whole log. The caller has locked the student. */
  async refold(transaction: Transaction, studentId: string): Promise<void> {
    const [attempts, ends, row] = await Promise.all([
      transaction.all(this.#statements.wholeLog, { studentId }),
      transaction.all(this.#statements.ends, { studentId }),
      transaction.first(this.#statements.retained, { studentId }),
    ])
    if (!row) return
    const log = { attempts, ends: ends.map(endOf), zones: readZones(row.zones) }
    // The log was not evaluated by these rules, or not in its present zone.
    const isFirstEvaluation = readState(row) === null
    const [first] = attempts
    if (isFirstEvaluation && first) this.#achievements.dropDays(transaction, studentId, first.at_ms)
    const folded = foldedMemory(log, readRetained(row.retained))
    const student = { ...folded, entryTimes: entryTimesIn(row.state) }
    await this.put(transaction, new Map([[studentId, student]]), isFirstEvaluation)
  }

  /**
   * Keeps what attempts, and the ends of their sessions, have shown before they are deleted. The attempts come in the log's order;
   * the caller has locked the student.
   */
  async retain(
    transaction: Transaction,
    studentId: string,
    attempts: readonly LoggedRow[],
    ends: readonly EndRow[],
  ): Promise<void> {
    const row = await transaction.first(this.#statements.retained, { studentId })
    if (!row || attempts.length === 0) return
    const log = { attempts, ends: ends.map(endOf), zones: readZones(row.zones) }
    const retained = retainedText(foldOf(log, readRetained(row.retained)))
    transaction.send(this.#statements.retain, { studentId, retained })
  }

  async put(
    transaction: Transaction,
    changed: ReadonlyMap<string, StudentMemory>,
    isQuiet = false,
  ): Promise<void> {
    if (changed.size === 0) return
    const memories = await this.#achievements.put(transaction, changed, isQuiet)
    const students = [...memories].map(([id, memory]) => ({ student_id: id, ...learningRow(memory) }))
    transaction.send(this.#statements.updateLearning, { rows: toJson(students) })
    const facts = [...memories].flatMap(([id, memory]) => changedRows(id, memory))
    if (facts.length > 0) transaction.send(this.#statements.putFluency, { rows: toJson(facts) })
  }
}

type EndRow = {
  readonly session_id: string
  readonly completed_at_ms: number | null
  readonly total_problems: number
}

function endOf(row: EndRow): SessionEnd {
  return { sessionId: row.session_id, atMs: row.completed_at_ms ?? 0, totalProblems: row.total_problems }
}
