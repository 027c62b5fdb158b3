import { sessionStretch, type Stretch } from '../../../../domain/overlaps.ts'
import type { Logged } from '../../../student/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { Outcome } from '../batcher.ts'
import { toJson } from '../json-rows.ts'
import { PlausibilityCheck, dayKey, daysOfLateAttempts } from './plausibility.ts'
import { keyOf, LogJudge, type ExtendedSession, type LogItem, type LogSums, type Row } from './log-judge.ts'
import { studentMemory } from './memory-rows.ts'
import { MemoryWriter } from './memory-writer.ts'
import { logRow, sessionOf } from './student-rows.ts'
import { elsewhereStatements } from './elsewhere-statements.ts'
import { logStatements, sessionStatements } from './student-statements.ts'
import type { FactFluencyTable } from './student-tables.ts'

type SentAttempt = { readonly studentId: string; readonly sessionId: string; readonly factId: string }

/** An attempt that arrives within this time was sent at once. */
const SENT_AT_ONCE_MS = 10_000

const DAY_SUMS = ['seconds', 'sessions', 'points', 'attempts'] as const

/** One row per student and day, in the order of the keys: an upsert may not touch a row twice. */
function summedDays(days: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const day of days) {
    const key = keyOf(String(day['student_id']), String(day['practice_day']))
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

  /** Logs calls, with an outcome for each, in their order. Attempts of sessions that have ended are refused. */
  async logAll(transaction: Transaction, items: readonly LogItem[]): Promise<readonly Outcome<Logged>[]> {
    const judge = await this.#judgeOf(transaction, items, Number.POSITIVE_INFINITY)
    const outcomes = items.map((item): Outcome<Logged> => ({ ok: true, value: judge.judge(item) }))
    await this.#put(transaction, judge)
    return outcomes
  }

  /** Logs a call, including attempts of sessions that ended at `oldestEndMs` or later. */
  async logLate(
    transaction: Transaction,
    item: LogItem,
    oldestEndMs: number,
  ): Promise<{ readonly logged: Logged; readonly extended: readonly ExtendedSession[] }> {
    const judge = await this.#judgeOf(transaction, [item], oldestEndMs)
    const logged = judge.judge(item)
    await this.#put(transaction, judge)
    return { logged, extended: judge.extended() }
  }

  /** Locks the students and reads what their calls are judged by. */
  async #judgeOf(
    transaction: Transaction,
    items: readonly LogItem[],
    oldestEndMs: number,
  ): Promise<LogJudge> {
    const students = [...new Set(items.map(({ studentId }) => studentId))]
    const sent = items.flatMap(({ studentId, attempts }) =>
      attempts.map(({ sessionId, factId }) => ({ studentId, sessionId, factId })),
    )
    const [locked, [sessions, facts], elsewhere, dayAttempts] = await Promise.all([
      transaction.all(this.#sessions.lock, { rows: toJson(students.map((id) => ({ student_id: id }))) }),
      this.#find(transaction, sent),
      this.#playedElsewhere(transaction, items),
      this.#attemptsOfDays(transaction, items),
    ])
    const latePaces = new Map(locked.map((row) => [row.student_id, row.late_pace]))
    const factsOf = new Map(students.map((id) => [id, [] as FactFluencyTable[]]))
    for (const row of facts) factsOf.get(row.student_id)?.push(row)
    return new LogJudge(
      sessions.map(sessionOf),
      new Map(locked.map((row) => [row.student_id, studentMemory(row, factsOf.get(row.student_id) ?? [])])),
      new Map(locked.map((row) => [row.student_id, row.log_full_at_ms])),
      new PlausibilityCheck({ elsewhere, attempts: dayAttempts, latePaces }),
      oldestEndMs,
    )
  }

  /** When the students were in battles, or played as guests who were merged into them, since the first of their attempts. */
  async #playedElsewhere(
    transaction: Transaction,
    items: readonly LogItem[],
  ): Promise<Map<string, Stretch[]>> {
    const older = items.map(({ studentId, attempts }) => ({
      studentId,
      attempts: attempts.filter(({ atMs, arrivedAtMs }) => arrivedAtMs - atMs > SENT_AT_ONCE_MS),
    }))
    const olderRows = firstAttempts(older)
    const [battles, merged] = await Promise.all([
      transaction.all(this.#elsewhere.battlesAfter, { rows: toJson(firstAttempts(items)) }),
      // What is practiced now is later than anything that was merged.
      olderRows.length === 0
        ? []
        : transaction.all(this.#elsewhere.mergedResultsAfter, { rows: toJson(olderRows) }),
    ])
    const elsewhere = new Map<string, Stretch[]>()
    const add = (studentId: string, stretch: Stretch): void => {
      elsewhere.set(studentId, [...(elsewhere.get(studentId) ?? []), stretch])
    }
    for (const { student_id: studentId, ...stretch } of battles) add(studentId, stretch)
    for (const { student_id: studentId, ...result } of merged) add(studentId, sessionStretch(result))
    return elsewhere
  }

  /** How many attempts count on the days with late attempts. */
  async #attemptsOfDays(transaction: Transaction, items: readonly LogItem[]): Promise<Map<string, number>> {
    const days = daysOfLateAttempts(items)
    if (days.length === 0) return new Map()
    const found = await transaction.all(this.#log.attemptsOfDays, { rows: distinct(days) })
    return new Map(found.map((row) => [dayKey(row.student_id, row.practice_day), Number(row.attempts)]))
  }

  #find(transaction: Transaction, sent: readonly SentAttempt[]) {
    return Promise.all([
      transaction.all(this.#log.findSessions, {
        rows: distinct(sent.map((of) => ({ student_id: of.studentId, session_id: of.sessionId }))),
      }),
      transaction.all(this.#log.findFluency, {
        rows: distinct(sent.map((of) => ({ student_id: of.studentId, fact: of.factId }))),
      }),
    ])
  }

  /** The sessions of one student's attempts, by id. The caller has locked the student. */
  async sessionsOf(transaction: Transaction, sent: readonly Omit<SentAttempt, 'factId'>[]) {
    const sessions = await transaction.all(this.#log.findSessions, {
      rows: distinct(sent.map((of) => ({ student_id: of.studentId, session_id: of.sessionId }))),
    })
    return new Map(sessions.map((row) => [row.session_id, sessionOf(row)]))
  }

  async #put(transaction: Transaction, { all, plausibility }: LogJudge): Promise<void> {
    const { attempts, paces, memories, ...effects } = all
    if (attempts.length === 0) return
    transaction.send(this.#log.addAttempts, { rows: toJson(attempts) })
    const paceRows = [...paces].map(([id, fullAtMs]) => ({
      student_id: id,
      log_full_at_ms: fullAtMs,
      late_pace: plausibility.latePaceOf(id),
    }))
    transaction.send(this.#log.updatePace, { rows: toJson(paceRows) })
    this.putSums(transaction, effects)
    await this.#memories.put(transaction, new Map([...memories].filter(([, { isStale }]) => !isStale)))
    for (const [studentId, { isStale }] of memories)
      if (isStale) await this.#memories.refold(transaction, studentId)
  }

  /** Stores changed sessions and adds to the totals of days. */
  putSums(transaction: Transaction, { sessions, days }: LogSums): void {
    const sessionRows = [...sessions.values()].map((session) => ({
      student_id: session.studentId,
      session_id: session.sessionId,
      ...logRow(session),
    }))
    transaction.send(this.#log.updateSessions, { rows: toJson(sessionRows) })
    if (days.length > 0) transaction.send(this.#sessions.addToDays, { rows: toJson(summedDays(days)) })
  }
}

/** When the first attempt of each student was made. */
function firstAttempts(items: readonly Pick<LogItem, 'studentId' | 'attempts'>[]): Row[] {
  const firstMs = new Map<string, number>()
  for (const { studentId, attempts } of items) {
    for (const { atMs } of attempts)
      firstMs.set(studentId, Math.min(firstMs.get(studentId) ?? Infinity, atMs))
  }
  return [...firstMs].map(([studentId, ms]) => ({ student_id: studentId, after_ms: ms }))
}

/** The rows without duplicates, as JSON. */
function distinct(rows: readonly Row[]): string {
  return toJson([...new Map(rows.map((row) => [Object.values(row).join(' '), row])).values()])
}
