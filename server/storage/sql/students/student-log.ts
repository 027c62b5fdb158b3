import { GUEST_SESSION } from '../../../../contract/student.ts'
import { operationsOfCategory } from '../../../../domain/category.ts'
import { findFact } from '../../../../domain/fact.ts'
import type { Stretch } from '../../../../domain/one-place.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import { creditProblems } from '../../../../domain/pace.ts'
import { loggedSeconds, logAttempt, summed, sumsOfAttempt } from '../../../../domain/session-log.ts'
import type { Logged, LogRefusal, NewAttempt, StudentSession } from '../../../student/port.ts'
import type { Transaction } from '../../database.ts'
import type { Dialect } from '../../dialect.ts'
import type { Outcome } from '../gathering.ts'
import { toJson } from '../json-rows.ts'
import { Believed, dayKey, daysOfLate, noBelievedChanges, type BelievedChanges } from './believed.ts'
import type { FactFluencyTable } from './student-tables.ts'
import type { SqlValue } from '../statement.ts'
import {
  changedRows,
  foldedMemory,
  snapshotOf,
  learnedAttempt,
  learningRow,
  retainedAfter,
  studentMemory,
  withAttempt,
  type LoggedRow,
  type StudentMemory,
} from './memory-rows.ts'
import { countedOf, logRow, sessionOf } from './student-rows.ts'
import { memoryStatements } from './memory-statements.ts'
import { logStatements, sessionStatements } from './student-statements.ts'

/** The attempts of one call. */
export type LogItem = { readonly studentId: string; readonly attempts: readonly NewAttempt[] }

type Row = Readonly<Record<string, SqlValue>>

/** What an attempt belongs to. */
type SentAttempt = { readonly studentId: string; readonly sessionId: string; readonly factId: string }

/** A session that was over before attempts were added to it, and what they have made of it. */
export type ExtendedSession = {
  readonly before: StudentSession
  readonly after: StudentSession
  readonly endedAtMs: number
}

/** What attempts make of sessions and days. */
export type LogSums = {
  readonly sessions: Map<string, StudentSession>
  readonly days: Row[]
}

/** What an accepted call makes of what is stored. The keys of sessions are `student session`, those of the rest students. */
type Effects = LogSums & {
  readonly attempts: Row[]
  readonly memories: Map<string, StudentMemory>
  /** When each student's credit of attempts is whole again (domain/pace.ts). */
  readonly paces: Map<string, number>
  readonly believed: BelievedChanges
}

const keyOf = (studentId: string, other: string): string => `${studentId} ${other}`

function emptyEffects(): Effects {
  const maps = { sessions: new Map(), memories: new Map(), paces: new Map() }
  return { ...maps, attempts: [], days: [], believed: noBelievedChanges() }
}

/** Judges calls one after another: a refused one leaves nothing behind, an accepted one is what the next ones find. */
class Judge {
  readonly all = emptyEffects()
  readonly believed: Believed
  readonly #known: ReadonlyMap<string, StudentSession>
  readonly #memories: ReadonlyMap<string, StudentMemory>
  readonly #paces: ReadonlyMap<string, number>
  readonly #oldestEndMs: number

  /** Sessions that ended before `oldestEndMs` take no attempts any more. */
  constructor(
    sessions: readonly StudentSession[],
    memories: ReadonlyMap<string, StudentMemory>,
    paces: ReadonlyMap<string, number>,
    believed: Believed,
    oldestEndMs: number,
  ) {
    this.#paces = paces
    this.believed = believed
    this.#oldestEndMs = oldestEndMs
    this.#known = new Map(sessions.map((session) => [keyOf(session.studentId, session.sessionId), session]))
    this.#memories = memories
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
    for (const [id, memory] of effects.memories) this.all.memories.set(id, memory)
    this.believed.accept(effects.believed)
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

  #memory(studentId: string, effects: Effects): StudentMemory | undefined {
    return (
      effects.memories.get(studentId) ?? this.all.memories.get(studentId) ?? this.#memories.get(studentId)
    )
  }

  #add(studentId: string, sent: NewAttempt, effects: Effects): LogRefusal | null {
    const { sessionId, factId } = sent
    const key = keyOf(studentId, sessionId)
    const session = this.#session(key, effects)
    if (!session) return { kind: 'no_session', sessionId }
    const attempt = inOrder(notAfter(session.completedAtMs, sent), this.#memory(studentId, effects))
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
    const isGuests = session.sessionType === GUEST_SESSION
    const judged = isGuests ? { ...logged.judged, points: 0 } : logged.judged
    if (logged.log.problems > session.totalProblems) return { kind: 'too_many', sessionId }
    const { given, responseMs, atMs } = attempt
    const played = { ...session, log: logged.log }
    const isAside = this.believed.isAside({ attempt, judged, session: played }, effects.believed)
    // Time that there was not is none that others have to fit into.
    const log = {
      ...logged.log,
      ...(isAside && { practisedMs: session.log.practisedMs }),
      ...(isGuests && { score: 0 }),
    }
    const aside = isAside ? summed(session.aside, sumsOfAttempt(judged, responseMs)) : session.aside
    // What is set aside was practised all the same, as far as there was time.
    const seconds = isGuests ? 0 : loggedSeconds(played, atMs)
    const after = { ...session, log, aside, seconds }
    effects.sessions.set(key, after)
    const row = {
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
    }
    effects.attempts.push(row)
    const worth = isAside ? { points: 0, attempts: 0 } : { points: judged.points, attempts: 1 }
    const day = { student_id: studentId, practice_day: attempt.practiceDay, sessions: 0, ...worth }
    const moreSeconds = seconds - session.seconds
    if (isAside) {
      if (moreSeconds > 0) effects.days.push({ ...day, seconds: moreSeconds })
      return null
    }
    if (!isGuests) this.believed.counted(studentId, atMs, effects.believed)
    const memory = this.#memory(studentId, effects)
    if (memory) effects.memories.set(studentId, withAttempt(memory, learnedAttempt(row)))
    if (isGuests) return null
    effects.days.push({ ...day, seconds: moreSeconds })
    const { completedAtMs } = session
    if (completedAtMs !== null && countedOf(session).answered === 0 && countedOf(after).answered > 0) {
      effects.days.push(finishedOn(studentId, practiceDay(completedAtMs)))
    }
    return null
  }
}

/** An attempt as of the end of its session at the latest: one that arrives late may not say how old it is. */
function notAfter(endMs: number | null, attempt: NewAttempt): NewAttempt {
  if (endMs === null || attempt.atMs <= endMs) return attempt
  return { ...attempt, atMs: endMs, practiceDay: practiceDay(endMs) }
}

/**
 * An attempt that is not before the last one of its session: how long ago things were is sent in whole seconds, and a kept log
 * would else have to be folded anew at every second answer.
 */
function inOrder(attempt: NewAttempt, student: StudentMemory | undefined): NewAttempt {
  const folded = student?.folded
  if (folded?.sessionId !== attempt.sessionId || (attempt.place ?? Infinity) <= folded.place) return attempt
  return attempt.atMs >= folded.atMs ? attempt : { ...attempt, atMs: folded.atMs }
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
  readonly #memory: ReturnType<typeof memoryStatements>

  constructor(dialect: Dialect) {
    this.#sessions = sessionStatements(dialect)
    this.#log = logStatements(dialect)
    this.#memory = memoryStatements(dialect)
  }

  /** Logs calls, an outcome for each, in their order; none of a session that is over. */
  async logAll(transaction: Transaction, items: readonly LogItem[]): Promise<readonly Outcome<Logged>[]> {
    const judge = await this.#judgeOf(transaction, items, Number.POSITIVE_INFINITY)
    const outcomes = items.map((item): Outcome<Logged> => ({ ok: true, value: judge.judge(item) }))
    await this.#put(transaction, judge)
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
    await this.#put(transaction, judge)
    return { logged, extended: judge.extended() }
  }

  /** Holds the students, and reads what their calls are judged by. */
  async #judgeOf(transaction: Transaction, items: readonly LogItem[], oldestEndMs: number): Promise<Judge> {
    const students = [...new Set(items.map(({ studentId }) => studentId))]
    const sent = items.flatMap(({ studentId, attempts }) =>
      attempts.map(({ sessionId, factId }) => ({ studentId, sessionId, factId })),
    )
    const [held, [sessions, facts], battles, dayAttempts] = await Promise.all([
      transaction.all(this.#sessions.hold, { rows: toJson(students.map((id) => ({ student_id: id }))) }),
      this.#find(transaction, sent),
      this.#battlesAround(transaction, items),
      this.#attemptsOfDays(transaction, items),
    ])
    const latePaces = new Map(held.map((row) => [row.student_id, row.late_pace]))
    const factsOf = new Map(students.map((id) => [id, [] as FactFluencyTable[]]))
    for (const row of facts) factsOf.get(row.student_id)?.push(row)
    return new Judge(
      sessions.map(sessionOf),
      new Map(held.map((row) => [row.student_id, studentMemory(row, factsOf.get(row.student_id) ?? [])])),
      new Map(held.map((row) => [row.student_id, row.log_full_at_ms])),
      new Believed({ battles, attempts: dayAttempts, latePaces }),
      oldestEndMs,
    )
  }

  /** The battles that students were in since the first of their attempts. */
  async #battlesAround(transaction: Transaction, items: readonly LogItem[]): Promise<Map<string, Stretch[]>> {
    const firstMs = new Map<string, number>()
    for (const { studentId, attempts } of items) {
      const moments = attempts.map(({ atMs }) => atMs)
      firstMs.set(studentId, Math.min(firstMs.get(studentId) ?? Infinity, ...moments))
    }
    const rows = [...firstMs].map(([studentId, ms]) => ({ student_id: studentId, after_ms: ms }))
    const battles = new Map<string, Stretch[]>()
    for (const row of await transaction.all(this.#log.battlesAfter, { rows: toJson(rows) })) {
      const { student_id: studentId, ...stretch } = row
      battles.set(studentId, [...(battles.get(studentId) ?? []), stretch])
    }
    return battles
  }

  async #attemptsOfDays(transaction: Transaction, items: readonly LogItem[]): Promise<Map<string, number>> {
    const days = daysOfLate(items)
    if (days.length === 0) return new Map()
    const rows = await transaction.all(this.#log.attemptsOfDays, { rows: distinct(days) })
    return new Map(rows.map((row) => [dayKey(row.student_id, row.practice_day), row.attempts]))
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

  /** The sessions of one student's attempts, by their ids; the student is held. */
  async sessionsOf(transaction: Transaction, sent: readonly Omit<SentAttempt, 'factId'>[]) {
    const sessions = await transaction.all(this.#log.findSessions, {
      rows: distinct(sent.map((of) => ({ student_id: of.studentId, session_id: of.sessionId }))),
    })
    return new Map(sessions.map((row) => [row.session_id, sessionOf(row)]))
  }

  /** Folds a student's whole log anew; the student is held. */
  async refold(transaction: Transaction, studentId: string): Promise<void> {
    const [log, facts, row] = await Promise.all([
      transaction.all(this.#memory.wholeLog, { studentId }),
      transaction.all(this.#memory.allFacts, { studentId }),
      transaction.first(this.#memory.retained, { studentId }),
    ])
    if (!row) return
    const isFirst = row.folded_version === 0 && row.retained === null
    const retained = isFirst ? snapshotOf(facts, log) : row.retained
    if (isFirst && retained !== null) transaction.send(this.#memory.retain, { studentId, retained })
    this.#putMemories(transaction, new Map([[studentId, foldedMemory(log, retained)]]))
  }

  /** Deletes attempts from what is folded: what they have shown is kept; they come in the log's order, the student is held. */
  async retain(transaction: Transaction, studentId: string, log: readonly LoggedRow[]): Promise<void> {
    const row = await transaction.first(this.#memory.retained, { studentId })
    if (!row || log.length === 0) return
    // The first fold has to see everything.
    if (row.folded_version === 0) await this.refold(transaction, studentId)
    const before =
      row.folded_version === 0 ? await transaction.first(this.#memory.retained, { studentId }) : row
    transaction.send(this.#memory.retain, {
      studentId,
      retained: retainedAfter(log, before?.retained ?? null),
    })
  }

  #putMemories(transaction: Transaction, memories: ReadonlyMap<string, StudentMemory>): void {
    if (memories.size === 0) return
    const students = [...memories].map(([id, memory]) => ({ student_id: id, ...learningRow(memory) }))
    transaction.send(this.#memory.updateLearning, { rows: toJson(students) })
    const facts = [...memories].flatMap(([id, memory]) => changedRows(id, memory))
    if (facts.length > 0) transaction.send(this.#memory.putFluency, { rows: toJson(facts) })
  }

  async #put(transaction: Transaction, { all, believed }: Judge): Promise<void> {
    const { attempts, paces, memories, ...effects } = all
    if (attempts.length === 0) return
    transaction.send(this.#log.addAttempts, { rows: toJson(attempts) })
    const paceRows = [...paces].map(([id, fullAtMs]) => ({
      student_id: id,
      log_full_at_ms: fullAtMs,
      late_pace: believed.latePaceOf(id),
    }))
    transaction.send(this.#log.updatePace, { rows: toJson(paceRows) })
    this.putSums(transaction, effects)
    this.#putMemories(transaction, new Map([...memories].filter(([, { isStale }]) => !isStale)))
    for (const [studentId, { isStale }] of memories) if (isStale) await this.refold(transaction, studentId)
  }

  /** Stores what has become of sessions and days. */
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

/** Different rows only: each finds its own. */
function distinct(rows: readonly Row[]): string {
  return toJson([...new Map(rows.map((row) => [Object.values(row).join(' '), row])).values()])
}
