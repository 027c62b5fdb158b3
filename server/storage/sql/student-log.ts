import { operationsOfCategory } from '../../../domain/category.ts'
import { findFact } from '../../../domain/fact.ts'
import { afterFirstAttempt, fluencyOf, NO_HISTORY, type FactHistory } from '../../../domain/fluency.ts'
import { loggedSeconds, logAttempt } from '../../../domain/session-log.ts'
import type { Logged, LogRefusal, NewAttempt, StudentSession } from '../../student/port.ts'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import type { Outcome } from './gathering.ts'
import { toJson } from './json-rows.ts'
import type { SqlValue } from './statement.ts'
import { historyOf, historyRow, logRow, sessionOf } from './student-rows.ts'
import { logStatements, sessionStatements } from './student-statements.ts'

/** The attempts of one call. */
export type LogItem = { readonly studentId: string; readonly attempts: readonly NewAttempt[] }

type Row = Readonly<Record<string, SqlValue>>

type OfFact = { readonly studentId: string; readonly factId: string; readonly history: FactHistory }

/** What an accepted call makes of what is stored. Keys are `student session` and `student fact`. */
type Effects = {
  readonly sessions: Map<string, StudentSession>
  readonly histories: Map<string, OfFact>
  readonly attempts: Row[]
  readonly days: Row[]
}

const keyOf = (studentId: string, other: string): string => `${studentId} ${other}`

function emptyEffects(): Effects {
  return { sessions: new Map(), histories: new Map(), attempts: [], days: [] }
}

/** Judges calls one after another: a refused one leaves nothing behind, an accepted one is what the next ones find. */
class Judge {
  readonly all = emptyEffects()
  readonly #known: ReadonlyMap<string, StudentSession>
  readonly #histories: ReadonlyMap<string, FactHistory>

  constructor(sessions: readonly StudentSession[], histories: ReadonlyMap<string, FactHistory>) {
    this.#known = new Map(sessions.map((session) => [keyOf(session.studentId, session.sessionId), session]))
    this.#histories = histories
  }

  judge({ studentId, attempts }: LogItem): Logged {
    const effects = emptyEffects()
    for (const attempt of attempts) {
      const refusal = this.#add(studentId, attempt, effects)
      if (refusal) return refusal
    }
    for (const [key, session] of effects.sessions) this.all.sessions.set(key, session)
    for (const [key, ofFact] of effects.histories) this.all.histories.set(key, ofFact)
    this.all.attempts.push(...effects.attempts)
    this.all.days.push(...effects.days)
    const ids = new Set(attempts.map(({ sessionId }) => sessionId))
    return {
      kind: 'logged',
      counted: effects.attempts.length,
      sessions: [...ids].flatMap((id) => this.#session(keyOf(studentId, id), effects) ?? []),
    }
  }

  #session(key: string, effects: Effects): StudentSession | undefined {
    return effects.sessions.get(key) ?? this.all.sessions.get(key) ?? this.#known.get(key)
  }

  #history(key: string, effects: Effects): FactHistory {
    const changed = effects.histories.get(key) ?? this.all.histories.get(key)
    return changed?.history ?? this.#histories.get(key) ?? NO_HISTORY
  }

  #add(studentId: string, attempt: NewAttempt, effects: Effects): LogRefusal | null {
    const { sessionId, factId } = attempt
    const key = keyOf(studentId, sessionId)
    const session = this.#session(key, effects)
    if (!session) return { kind: 'no_session', sessionId }
    const fact = findFact(factId)
    if (!fact || !operationsOfCategory(session.sessionType).includes(fact.operation)) {
      return { kind: 'other_fact', sessionId, factId }
    }
    const place = attempt.place ?? session.log.lastPlace + 1
    const logged = logAttempt(session.log, fact, { ...attempt, place })
    if (!logged) return null
    if (session.completedAtMs !== null) return { kind: 'completed', sessionId }
    const { log, judged } = logged
    if (log.problems > session.totalProblems) return { kind: 'too_many', sessionId }
    const seconds = loggedSeconds({ ...session, log }, attempt.atMs)
    effects.sessions.set(key, { ...session, log, seconds })
    effects.attempts.push({
      student_id: studentId,
      session_id: sessionId,
      place,
      fact: factId,
      given: attempt.given,
      correct: judged.correct ? 1 : 0,
      attempt: judged.attempt,
      points: judged.points,
      response_ms: attempt.responseMs,
      entry_ms: attempt.entryMs,
      visual_used: attempt.visualUsed ? 1 : 0,
      at_ms: attempt.atMs,
    })
    effects.days.push({
      student_id: studentId,
      practice_day: attempt.practiceDay,
      seconds: seconds - session.seconds,
      sessions: 0,
      points: judged.points,
      attempts: 1,
    })
    if (judged.attempt === 1) {
      const ofFact = keyOf(studentId, factId)
      const before = this.#history(ofFact, effects)
      const history = afterFirstAttempt(before, { ...attempt, correct: judged.correct })
      effects.histories.set(ofFact, { studentId, factId, history })
    }
    return null
  }
}

const DAY_SUMS = ['seconds', 'sessions', 'points', 'attempts'] as const

/** One row for each student's day, in the order of the keys: an upsert may not meet a row twice. */
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

/** Logging attempts inside somebody's transaction. */
export class StudentLogRows {
  readonly #sessions: ReturnType<typeof sessionStatements>
  readonly #log: ReturnType<typeof logStatements>

  constructor(dialect: Dialect) {
    this.#sessions = sessionStatements(dialect)
    this.#log = logStatements(dialect)
  }

  /** Logs calls, an outcome for each, in their order. */
  async logAll(transaction: Transaction, items: readonly LogItem[]): Promise<readonly Outcome<Logged>[]> {
    const students = [...new Set(items.map(({ studentId }) => studentId))]
    const sent = items.flatMap(({ studentId, attempts }) =>
      attempts.map(({ sessionId, factId }) => ({ studentId, sessionId, factId })),
    )
    const [, sessions, histories] = await Promise.all([
      transaction.all(this.#sessions.hold, { rows: toJson(students.map((id) => ({ student_id: id }))) }),
      transaction.all(this.#log.findSessions, {
        rows: distinct(sent.map((of) => ({ student_id: of.studentId, session_id: of.sessionId }))),
      }),
      transaction.all(this.#log.findFluency, {
        rows: distinct(sent.map((of) => ({ student_id: of.studentId, fact: of.factId }))),
      }),
    ])
    const judge = new Judge(
      sessions.map(sessionOf),
      new Map(histories.map((row) => [keyOf(row.student_id, row.fact), historyOf(row)])),
    )
    const outcomes = items.map((item): Outcome<Logged> => ({ ok: true, value: judge.judge(item) }))
    this.#put(transaction, judge.all)
    return outcomes
  }

  #put(transaction: Transaction, { sessions, histories, attempts, days }: Effects): void {
    if (attempts.length === 0) return
    transaction.send(this.#log.addAttempts, { rows: toJson(attempts) })
    const sessionRows = [...sessions.values()].map(({ studentId, sessionId, log, seconds }) => ({
      student_id: studentId,
      session_id: sessionId,
      ...logRow(log, seconds),
    }))
    transaction.send(this.#log.updateSessions, { rows: toJson(sessionRows) })
    const fluencyRows = [...histories.values()].map(({ studentId, factId, history }) => ({
      student_id: studentId,
      fact: factId,
      ...historyRow(history, fluencyOf(history)),
    }))
    if (fluencyRows.length > 0) transaction.send(this.#log.putFluency, { rows: toJson(fluencyRows) })
    transaction.send(this.#sessions.addToDays, { rows: toJson(summedDays(days)) })
  }
}

/** Different rows only: each finds its own. */
function distinct(rows: readonly Row[]): string {
  return toJson([...new Map(rows.map((row) => [Object.values(row).join(' '), row])).values()])
}
