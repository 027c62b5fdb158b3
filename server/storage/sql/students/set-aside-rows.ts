import { sql } from 'kysely'
import { nextPracticeDayMs, practiceDay, practiceDayStartMs } from '../../../../domain/practice-day.ts'
import { NO_SUMS, summed, sumsOfAttempt, type SessionSums } from '../../../../domain/session-log.ts'
import type { SetAsideDay, StudentSession } from '../../../student/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { jsonRows, toJson } from '../json-rows.ts'
import type { LogSums } from './log-judge.ts'
import { MemoryWriter } from './memory-writer.ts'
import type { AttemptTable } from './student-tables.ts'
import { perDialect, queryBuilder, statement } from '../statement.ts'
import type { StudentLogRows } from './student-log.ts'
import { countedSums } from './student-rows.ts'

type OfStudent = { studentId: string }

/** The most attempts that are read to list days. */
const MAX_READ = 10_000
/** The most attempts that one call accepts. */
const MAX_ACCEPTED = 1000

/** A literal, as in the condition of the partial index, so that every engine uses the index. */
const TOO_FAST = sql.lit('too_fast')

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    newest: statement<OfStudent>()((values) =>
      db
        .selectFrom('attempt')
        .select(['at_ms', 'points'])
        .where('student_id', '=', values.studentId)
        .where('set_aside', '=', TOO_FAST)
        .orderBy('at_ms', 'desc')
        .limit(MAX_READ),
    ),
    between: statement<OfStudent & { fromMs: number; untilMs: number }>()((values) =>
      db
        .selectFrom('attempt')
        .selectAll()
        .where('student_id', '=', values.studentId)
        .where('set_aside', '=', TOO_FAST)
        .where('at_ms', '>=', values.fromMs)
        .where('at_ms', '<', values.untilMs)
        .orderBy('at_ms')
        .orderBy('session_id')
        .orderBy('place')
        .limit(MAX_ACCEPTED),
    ),
    acceptedOf: statement<OfStudent & { sessionId: string }>()((values) =>
      db
        .selectFrom('attempt')
        .select(['correct', 'attempt', 'points', 'response_ms'])
        .where('student_id', '=', values.studentId)
        .where('session_id', '=', values.sessionId)
        .where('set_aside', '=', 'accepted'),
    ),
    accept: statement<{ rows: string }>()((values) =>
      db
        .updateTable('attempt')
        .from(jsonRows(dialect, values.rows, { student_id: 'text', session_id: 'text', place: 'integer' }))
        .set({ set_aside: 'accepted' })
        .whereRef('attempt.student_id', '=', 'sent.student_id')
        .whereRef('attempt.session_id', '=', 'sent.session_id')
        .whereRef('attempt.place', '=', 'sent.place'),
    ),
  }
})

/** What an attempt adds to the sums of its session. */
function sumsOf(row: Pick<AttemptTable, 'attempt' | 'correct' | 'points' | 'response_ms'>): SessionSums {
  const attempt = row.attempt === 1 || row.attempt === 2 ? row.attempt : 3
  return sumsOfAttempt({ attempt, correct: row.correct === 1, points: row.points }, row.response_ms)
}

/** The sums of sessions and days once these attempts count. */
function sumsAfterAccepting(
  attempts: readonly AttemptTable[],
  sessions: ReadonlyMap<string, StudentSession>,
): LogSums {
  const sums: LogSums = { sessions: new Map(), days: [] }
  for (const row of attempts) {
    const { student_id: studentId, session_id: sessionId } = row
    const before = sums.sessions.get(sessionId) ?? sessions.get(sessionId)
    if (!before) throw new Error('an attempt has no session')
    const after = { ...before, aside: summed(before.aside, sumsOf(row), -1) }
    sums.sessions.set(sessionId, after)
    const day = practiceDay(row.at_ms)
    const onDay = { student_id: studentId, seconds: 0, sessions: 0, points: 0, attempts: 0 }
    sums.days.push({ ...onDay, practice_day: day, points: row.points, attempts: 1 })
    const { completedAtMs } = before
    if (completedAtMs !== null && countedSums(before).answered === 0 && countedSums(after).answered > 0) {
      sums.days.push({ ...onDay, practice_day: practiceDay(completedAtMs), sessions: 1 })
    }
  }
  return sums
}

/** Attempts that are set aside, inside a transaction that has locked their student. */
export class SetAsideRows {
  readonly #statements: ReturnType<typeof statementsFor>
  readonly #log: StudentLogRows
  readonly #memories: MemoryWriter

  constructor(dialect: Dialect, log: StudentLogRows) {
    this.#statements = statementsFor(dialect)
    this.#log = log
    this.#memories = new MemoryWriter(dialect)
  }

  /** Days with such attempts, newest first. */
  async days(transaction: Transaction, studentId: string): Promise<SetAsideDay[]> {
    const days = new Map<string, SetAsideDay>()
    for (const { at_ms: atMs, points } of await transaction.all(this.#statements.newest, { studentId })) {
      const day = practiceDay(atMs)
      const known = days.get(day) ?? {
        practiceDay: day,
        attempts: 0,
        points: 0,
        firstAtMs: atMs,
        lastAtMs: atMs,
      }
      const [attempts, sum] = [known.attempts + 1, known.points + points]
      days.set(day, { ...known, attempts, points: sum, firstAtMs: atMs })
    }
    return [...days.values()]
  }

  /** The sums of a session's attempts that an adult has accepted. */
  async acceptedOf(transaction: Transaction, studentId: string, sessionId: string): Promise<SessionSums> {
    const rows = await transaction.all(this.#statements.acceptedOf, { studentId, sessionId })
    return rows.reduce((sums, row) => summed(sums, sumsOf(row)), NO_SUMS)
  }

  /** Accepts such attempts of a day. */
  async accept(transaction: Transaction, studentId: string, day: string): Promise<void> {
    const fromMs = practiceDayStartMs(day)
    const untilMs = nextPracticeDayMs(fromMs)
    const attempts = await transaction.all(this.#statements.between, { studentId, fromMs, untilMs })
    if (attempts.length === 0) return
    const sessions = await this.#log.sessionsOf(
      transaction,
      attempts.map((row) => ({ studentId, sessionId: row.session_id })),
    )
    const sums = sumsAfterAccepting(attempts, sessions)
    await transaction.run(this.#statements.accept, {
      rows: toJson(attempts.map(({ session_id, place }) => ({ student_id: studentId, session_id, place }))),
    })
    this.#log.putSums(transaction, sums)
    await this.#memories.refold(transaction, studentId)
  }
}
