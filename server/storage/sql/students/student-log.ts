import { sessionStretch, type Stretch } from '../../../../domain/overlaps.ts'
import type { Logged, NewAttempt } from '../../../student/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import { toJson } from '../json-rows.ts'
import { PlausibilityCheck, daysOfLateAttempts } from './plausibility.ts'
import { LogJudge, type ExtendedSession, type LogItem, type Row } from './log-judge.ts'
import { studentMemory } from './memory-rows.ts'
import { MemoryWriter } from './memory-writer.ts'
import { logRow, sessionOf } from './student-rows.ts'
import { elsewhereStatements } from './elsewhere-statements.ts'
import { logStatements, sessionStatements } from './student-statements.ts'

/** An attempt that arrives within this time was sent at once. */
const SENT_AT_ONCE_MS = 10_000

const DAY_SUMS = ['seconds', 'sessions', 'points', 'attempts'] as const

/** One row per day, in their order: an upsert may not touch a row twice. */
function summedDays(days: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const day of days) {
    const key = String(day['practice_day'])
    const known = sums.get(key)
    const more = DAY_SUMS.map((name) => [name, Number(known?.[name] ?? 0) + Number(day[name])] as const)
    sums.set(key, { ...day, ...Object.fromEntries(more) })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** Logs attempts within a transaction. */
export class StudentLogRows {
  readonly #sessions: ReturnType<typeof sessionStatements>
  readonly #log: ReturnType<typeof logStatements>
  readonly #elsewhere: ReturnType<typeof elsewhereStatements>
  readonly #memories: MemoryWriter

  constructor(dialect: Dialect) {
    this.#sessions = sessionStatements(dialect)
    this.#log = logStatements(dialect)
    this.#elsewhere = elsewhereStatements(dialect)
    this.#memories = new MemoryWriter(dialect)
  }

  /** Logs a call. Attempts of sessions that have ended are refused. */
  async log(transaction: Transaction, item: LogItem): Promise<Logged> {
    return (await this.logLate(transaction, item, Number.POSITIVE_INFINITY)).logged
  }

  /** Logs a call, including attempts of sessions that ended at `oldestEndMs` or later. */
  async logLate(
    transaction: Transaction,
    item: LogItem,
    oldestEndMs: number,
  ): Promise<{ readonly logged: Logged; readonly extended: readonly ExtendedSession[] }> {
    const { studentId, attempts } = item
    const [[locked], sessions, facts, elsewhere, dayAttempts] = await Promise.all([
      transaction.all(this.#sessions.lock, { rows: toJson([{ student_id: studentId }]) }),
      transaction.all(
        this.#log.findSessions,
        rowsOf('session_id', item, ({ sessionId }) => sessionId),
      ),
      transaction.all(
        this.#log.findFluency,
        rowsOf('fact', item, ({ factId }) => factId),
      ),
      this.#playedElsewhere(transaction, item),
      this.#attemptsOfDays(transaction, item),
    ])
    const plausibility = new PlausibilityCheck({
      elsewhere,
      attempts: dayAttempts,
      latePace: locked?.late_pace ?? '',
    })
    const judge = new LogJudge({
      studentId,
      sessions: sessions.map(sessionOf),
      memory: locked ? studentMemory(locked, facts) : null,
      paceFullAtMs: locked?.log_full_at_ms ?? 0,
      plausibility,
      oldestEndMs,
    })
    const logged = judge.judge(attempts)
    if (logged.kind !== 'logged' || judge.attempts.length === 0) return { logged, extended: [] }
    await this.#put(transaction, studentId, judge, plausibility)
    return { logged, extended: judge.extended() }
  }

  /** When the student was in battles, or played as a guest who was merged, since the first of these attempts. */
  async #playedElsewhere(transaction: Transaction, { studentId, attempts }: LogItem): Promise<Stretch[]> {
    const older = attempts.filter(({ atMs, arrivedAtMs }) => arrivedAtMs - atMs > SENT_AT_ONCE_MS)
    const after = (of: typeof attempts) => ({ studentId, afterMs: Math.min(...of.map(({ atMs }) => atMs)) })
    const [battles, merged] = await Promise.all([
      attempts.length === 0 ? [] : transaction.all(this.#elsewhere.battlesAfter, after(attempts)),
      // What is practiced now is later than anything that was merged.
      older.length === 0 ? [] : transaction.all(this.#elsewhere.mergedResultsAfter, after(older)),
    ])
    return [...battles, ...merged.map(sessionStretch)]
  }

  /** How many attempts count on the days with late attempts. */
  async #attemptsOfDays(
    transaction: Transaction,
    { studentId, attempts }: LogItem,
  ): Promise<Map<string, number>> {
    const days = daysOfLateAttempts(attempts)
    if (days.size === 0) return new Map()
    const rows = toJson([...days].map((day) => ({ student_id: studentId, practice_day: day })))
    const found = await transaction.all(this.#log.attemptsOfDays, { rows })
    return new Map(found.map((row) => [row.practice_day, Number(row.attempts)]))
  }

  async #put(
    transaction: Transaction,
    studentId: string,
    judge: LogJudge,
    plausibility: PlausibilityCheck,
  ): Promise<void> {
    const { attempts, sessions, days, paceFullAtMs } = judge
    transaction.send(this.#log.addAttempts, { rows: toJson(attempts) })
    transaction.send(this.#log.updatePace, { studentId, paceFullAtMs, latePace: plausibility.latePace() })
    const sessionRows = [...sessions.values()].map((session) => ({
      student_id: studentId,
      session_id: session.sessionId,
      ...logRow(session),
    }))
    transaction.send(this.#log.updateSessions, { rows: toJson(sessionRows) })
    if (days.length > 0) transaction.send(this.#sessions.addToDays, { rows: toJson(summedDays(days)) })
    const memory = judge.changedMemory()
    if (!memory) return
    if (memory.isStale) await this.#memories.refold(transaction, studentId)
    else await this.#memories.put(transaction, new Map([[studentId, memory]]))
  }
}

/** One row for each value that the attempts have. */
function rowsOf(column: string, { studentId, attempts }: LogItem, valueOf: (attempt: NewAttempt) => string) {
  const values = new Set(attempts.map(valueOf))
  return { rows: toJson([...values].map((value) => ({ student_id: studentId, [column]: value }))) }
}
