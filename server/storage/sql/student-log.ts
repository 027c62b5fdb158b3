import { operationsOfCategory } from '../../../domain/category.ts'
import { findFact } from '../../../domain/fact.ts'
import { afterFirstAttempt, fluencyOf, NO_HISTORY, type FactHistory } from '../../../domain/fluency.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import { creditProblems } from '../../../domain/pace.ts'
import { isTooFast } from '../../../domain/plausible.ts'
import {
  loggedSeconds,
  logAttempt,
  summed,
  sumsOfAttempt,
  type JudgedAttempt,
} from '../../../domain/session-log.ts'
import type { Logged, LogRefusal, NewAttempt, StudentSession } from '../../student/port.ts'
import type { Transaction } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import type { Outcome } from './gathering.ts'
import { toJson } from './json-rows.ts'
import type { SqlValue } from './statement.ts'
import { countedOf, historyOf, historyRow, logRow, sessionOf } from './student-rows.ts'
import { logStatements, sessionStatements } from './student-statements.ts'

/** The attempts of one call. */
export type LogItem = { readonly studentId: string; readonly attempts: readonly NewAttempt[] }

type Row = Readonly<Record<string, SqlValue>>

/** What an attempt belongs to. */
type SentAttempt = { readonly studentId: string; readonly sessionId: string; readonly factId: string }

type OfFact = { readonly studentId: string; readonly factId: string; readonly history: FactHistory }

/** A session that was over before attempts were added to it, and what they have made of it. */
export type ExtendedSession = {
  readonly before: StudentSession
  readonly after: StudentSession
  readonly endedAtMs: number
}

/** What attempts make of sessions, facts and days. */
export type LogSums = {
  readonly sessions: Map<string, StudentSession>
  readonly histories: Map<string, OfFact>
  readonly days: Row[]
}

/** What an accepted call makes of what is stored. Keys are `student session` and `student fact`. */
type Effects = LogSums & {
  readonly attempts: Row[]
  /** When each student's credit of attempts is whole again (domain/pace.ts). */
  readonly paces: Map<string, number>
}

const keyOf = (studentId: string, other: string): string => `${studentId} ${other}`

function emptyEffects(): Effects {
  return { sessions: new Map(), histories: new Map(), attempts: [], days: [], paces: new Map() }
}

/** Judges calls one after another: a refused one leaves nothing behind, an accepted one is what the next ones find. */
class Judge {
  readonly all = emptyEffects()
  readonly #known: ReadonlyMap<string, StudentSession>
  readonly #histories: ReadonlyMap<string, FactHistory>
  readonly #paces: ReadonlyMap<string, number>
  readonly #oldestEndMs: number

  /** Sessions that ended before `oldestEndMs` take no attempts any more. */
  constructor(
    sessions: readonly StudentSession[],
    histories: ReadonlyMap<string, FactHistory>,
    paces: ReadonlyMap<string, number>,
    oldestEndMs: number,
  ) {
    this.#paces = paces
    this.#oldestEndMs = oldestEndMs
    this.#known = new Map(sessions.map((session) => [keyOf(session.studentId, session.sessionId), session]))
    this.#histories = histories
  }

  /** The sessions that were over and have been added to. */
  extended(): ExtendedSession[] {
    return [...this.all.sessions].flatMap(([key, after]) => {
      const before = this.#known.get(key)
      const endedAtMs = before?.completedAtMs ?? null
      return before && endedAtMs !== null ? [{ before, after, endedAtMs }] : []
    })
  }

  judge({ studentId, attempts }: LogItem): Logged {
    const effects = emptyEffects()
    for (const attempt of attempts) {
      const refusal = this.#add(studentId, attempt, effects)
      if (refusal) return refusal
    }
    const count = effects.attempts.length
    const arrivedAtMs = Math.max(...attempts.map((attempt) => attempt.arrivedAtMs))
    const fullAtMs = this.all.paces.get(studentId) ?? this.#paces.get(studentId) ?? 0
    const credit = creditProblems(fullAtMs, count, arrivedAtMs)
    if (!credit.ok) return { kind: 'too_fast', retryAfterSeconds: credit.retryAfterSeconds }
    if (count > 0) this.all.paces.set(studentId, credit.fullAtMs)
    for (const [key, session] of effects.sessions) this.all.sessions.set(key, session)
    for (const [key, ofFact] of effects.histories) this.all.histories.set(key, ofFact)
    this.all.attempts.push(...effects.attempts)
    this.all.days.push(...effects.days)
    const ids = new Set(attempts.map(({ sessionId }) => sessionId))
    return {
      kind: 'logged',
      counted: count,
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

  #add(studentId: string, sent: NewAttempt, effects: Effects): LogRefusal | null {
    const { sessionId, factId } = sent
    const key = keyOf(studentId, sessionId)
    const session = this.#session(key, effects)
    if (!session) return { kind: 'no_session', sessionId }
    const attempt = notAfter(session.completedAtMs, sent)
    const fact = findFact(factId)
    if (!fact || !operationsOfCategory(session.sessionType).includes(fact.operation)) {
      return { kind: 'other_fact', sessionId, factId }
    }
    const place = attempt.place ?? session.log.lastPlace + 1
    const logged = logAttempt(session.log, fact, { ...attempt, place })
    if (!logged) return null
    if (session.completedAtMs !== null && session.completedAtMs < this.#oldestEndMs) {
      return { kind: 'completed', sessionId }
    }
    const { judged } = logged
    if (logged.log.problems > session.totalProblems) return { kind: 'too_many', sessionId }
    const { given, responseMs, atMs } = attempt
    const timed = { given, responseMs, practisedMs: logged.log.practisedMs, time: session.time, atMs }
    const isAside = isTooFast(timed)
    // Time that there was not is none that others have to fit into.
    const log = isAside ? { ...logged.log, practisedMs: session.log.practisedMs } : logged.log
    const aside = isAside ? summed(session.aside, sumsOfAttempt(judged, responseMs)) : session.aside
    // What is set aside was practised all the same, as far as there was time.
    const seconds = loggedSeconds({ ...session, log: logged.log }, atMs)
    const after = { ...session, log, aside, seconds }
    effects.sessions.set(key, after)
    effects.attempts.push({
      student_id: studentId,
      session_id: sessionId,
      place,
      fact: factId,
      given,
      correct: judged.correct ? 1 : 0,
      attempt: judged.attempt,
      points: judged.points,
      response_ms: responseMs,
      entry_ms: attempt.entryMs,
      visual_used: attempt.visualUsed ? 1 : 0,
      at_ms: atMs,
      set_aside: isAside ? 'too_fast' : null,
    })
    const worth = isAside ? { points: 0, attempts: 0 } : { points: judged.points, attempts: 1 }
    const day = { student_id: studentId, practice_day: attempt.practiceDay, sessions: 0, ...worth }
    const moreSeconds = seconds - session.seconds
    if (!isAside || moreSeconds > 0) effects.days.push({ ...day, seconds: moreSeconds })
    if (!isAside) this.#count(session, after, { ...attempt, ...judged }, effects)
    return null
  }

  /** Counts an attempt that made `after` of its session for its session and its fact. */
  #count(
    session: StudentSession,
    after: StudentSession,
    attempt: NewAttempt & JudgedAttempt,
    effects: Effects,
  ): void {
    const { studentId, completedAtMs } = session
    if (completedAtMs !== null && countedOf(session).answered === 0 && countedOf(after).answered > 0) {
      effects.days.push(finishedOn(studentId, practiceDay(completedAtMs)))
    }
    if (attempt.attempt !== 1) return
    const { factId } = attempt
    const ofFact = keyOf(studentId, factId)
    const history = afterFirstAttempt(this.#history(ofFact, effects), attempt)
    effects.histories.set(ofFact, { studentId, factId, history })
  }
}

/** An attempt as of the end of its session at the latest: one that arrives late may not say how old it is. */
function notAfter(endMs: number | null, attempt: NewAttempt): NewAttempt {
  if (endMs === null || attempt.atMs <= endMs) return attempt
  return { ...attempt, atMs: endMs, practiceDay: practiceDay(endMs) }
}

/** A finished session that counts from now on because it has an answer. */
function finishedOn(studentId: string, day: string): Row {
  return { student_id: studentId, practice_day: day, seconds: 0, sessions: 1, points: 0, attempts: 0 }
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

  /** Logs calls, an outcome for each, in their order; none of a session that is over. */
  async logAll(transaction: Transaction, items: readonly LogItem[]): Promise<readonly Outcome<Logged>[]> {
    const judge = await this.#judgeOf(transaction, items, Number.POSITIVE_INFINITY)
    const outcomes = items.map((item): Outcome<Logged> => ({ ok: true, value: judge.judge(item) }))
    this.#put(transaction, judge.all)
    return outcomes
  }

  /** Logs a call, also of sessions that are over, though not of those that ended before `oldestEndMs`. */
  async logLate(
    transaction: Transaction,
    item: LogItem,
    oldestEndMs: number,
  ): Promise<{ readonly logged: Logged; readonly extended: readonly ExtendedSession[] }> {
    const judge = await this.#judgeOf(transaction, [item], oldestEndMs)
    const logged = judge.judge(item)
    this.#put(transaction, judge.all)
    return { logged, extended: judge.extended() }
  }

  /** Holds the students, and reads what their calls are judged by. */
  async #judgeOf(transaction: Transaction, items: readonly LogItem[], oldestEndMs: number): Promise<Judge> {
    const students = [...new Set(items.map(({ studentId }) => studentId))]
    const sent = items.flatMap(({ studentId, attempts }) =>
      attempts.map(({ sessionId, factId }) => ({ studentId, sessionId, factId })),
    )
    const [held, [sessions, histories]] = await Promise.all([
      transaction.all(this.#sessions.hold, { rows: toJson(students.map((id) => ({ student_id: id }))) }),
      this.#find(transaction, sent),
    ])
    return new Judge(
      sessions.map(sessionOf),
      new Map(histories.map((row) => [keyOf(row.student_id, row.fact), historyOf(row)])),
      new Map(held.map((row) => [row.student_id, row.log_full_at_ms])),
      oldestEndMs,
    )
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

  /** The sessions and facts of one student's attempts, by their ids; the student is held. */
  async read(transaction: Transaction, sent: readonly SentAttempt[]) {
    const [sessions, histories] = await this.#find(transaction, sent)
    return {
      sessions: new Map(sessions.map((row) => [row.session_id, sessionOf(row)])),
      histories: new Map(histories.map((row) => [row.fact, historyOf(row)])),
    }
  }

  #put(transaction: Transaction, { attempts, paces, ...effects }: Effects): void {
    if (attempts.length === 0) return
    transaction.send(this.#log.addAttempts, { rows: toJson(attempts) })
    const paceRows = [...paces].map(([id, fullAtMs]) => ({ student_id: id, log_full_at_ms: fullAtMs }))
    transaction.send(this.#log.updatePace, { rows: toJson(paceRows) })
    this.putSums(transaction, effects)
  }

  /** Stores what has become of sessions, facts and days. */
  putSums(transaction: Transaction, { sessions, histories, days }: LogSums): void {
    const sessionRows = [...sessions.values()].map((session) => ({
      student_id: session.studentId,
      session_id: session.sessionId,
      ...logRow(session),
    }))
    transaction.send(this.#log.updateSessions, { rows: toJson(sessionRows) })
    const fluencyRows = [...histories.values()].map(({ studentId, factId, history }) => ({
      student_id: studentId,
      fact: factId,
      ...historyRow(history, fluencyOf(history)),
    }))
    if (fluencyRows.length > 0) transaction.send(this.#log.putFluency, { rows: toJson(fluencyRows) })
    if (days.length > 0) transaction.send(this.#sessions.addToDays, { rows: toJson(summedDays(days)) })
  }
}

/** Different rows only: each finds its own. */
function distinct(rows: readonly Row[]): string {
  return toJson([...new Map(rows.map((row) => [Object.values(row).join(' '), row])).values()])
}
