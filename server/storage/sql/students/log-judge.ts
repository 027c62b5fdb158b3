import { allowsFact } from '../../../../domain/category.ts'
import { findFact } from '../../../../domain/fact.ts'
import { creditProblems } from '../../../../domain/pace.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import {
  loggedSeconds,
  logAttempt,
  summed,
  sumsOfAttempt,
  withoutTime,
  type JudgedAttempt,
  type SessionLog,
} from '../../../../domain/session-log.ts'
import type { Logged, LogRefusal, NewAttempt, StudentSession } from '../../../student/port.ts'
import type { SqlValue } from '../statement.ts'
import { noPlausibilityChanges, type PlausibilityCheck, type PlausibilityChanges } from './plausibility.ts'
import { learnedAttempt, withAttempt, type StudentMemory } from './memory-rows.ts'
import { countedSums } from './student-rows.ts'

/** The attempts of one call. */
export type LogItem = { readonly studentId: string; readonly attempts: readonly NewAttempt[] }

export type Row = Readonly<Record<string, SqlValue>>

/** A session that had ended before attempts were added to it, without and with them. */
export type ExtendedSession = {
  readonly before: StudentSession
  readonly after: StudentSession
  readonly endedAtMs: number
}

/** Changed sessions, and what to add to the totals of practice days. */
export type LogSums = {
  readonly sessions: Map<string, StudentSession>
  readonly days: Row[]
}

/** What an accepted call changes in the database. Sessions are keyed by `keyOf`, memories and paces by student. */
type Effects = LogSums & {
  readonly attempts: (Row & AttemptRow)[]
  readonly memories: Map<string, StudentMemory>
  /** When each student's credit is full again (domain/pace.ts). */
  readonly paces: Map<string, number>
  readonly plausibility: PlausibilityChanges
}

type AttemptRow = ReturnType<typeof attemptRow>
type PlacedAttempt = NewAttempt & { readonly place: number }
/** An attempt, what it is worth, and whether it is set aside. */
type Judged = { readonly attempt: PlacedAttempt; readonly judged: JudgedAttempt; readonly isAside: boolean }

export const keyOf = (studentId: string, other: string): string => `${studentId} ${other}`

function emptyEffects(): Effects {
  const maps = { sessions: new Map(), memories: new Map(), paces: new Map() }
  return { ...maps, attempts: [], days: [], plausibility: noPlausibilityChanges() }
}

/** Judges calls in order: a refused call changes nothing; an accepted one is what the next ones are judged by. */
export class LogJudge {
  readonly all = emptyEffects()
  readonly plausibility: PlausibilityCheck
  readonly #known: ReadonlyMap<string, StudentSession>
  readonly #memories: ReadonlyMap<string, StudentMemory>
  readonly #paces: ReadonlyMap<string, number>
  readonly #oldestEndMs: number

  /** Sessions that ended before `oldestEndMs` accept no more attempts. */
  constructor(
    sessions: readonly StudentSession[],
    memories: ReadonlyMap<string, StudentMemory>,
    paces: ReadonlyMap<string, number>,
    plausibility: PlausibilityCheck,
    /** The types of sessions that were started from an assignment that exists. */
    oldestEndMs: number,
  ) {
    this.#paces = paces
    this.plausibility = plausibility
    this.#oldestEndMs = oldestEndMs
    this.#known = new Map(sessions.map((session) => [keyOf(session.studentId, session.sessionId), session]))
    this.#memories = memories
  }

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
    this.plausibility.accept(effects.plausibility)
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

  /** Adds the attempt to `effects`, or says why it cannot be logged. A repeat changes nothing. */
  #add(studentId: string, sent: NewAttempt, effects: Effects): LogRefusal | null {
    const { sessionId, factId } = sent
    const session = this.#session(keyOf(studentId, sessionId), effects)
    if (!session) return { kind: 'no_session', sessionId }
    const attempt = inOrder(notAfter(session.completedAtMs, sent), this.#memory(studentId, effects))
    const fact = findFact(factId)
    if (!fact || !allowsFact(session.sessionType, fact)) {
      return { kind: 'other_fact', sessionId, factId }
    }
    const placed = { ...attempt, place: attempt.place ?? session.log.lastPlace + 1 }
    const logged = logAttempt(session.log, fact, placed)
    if (!logged) return null
    if (session.completedAtMs !== null && session.completedAtMs < this.#oldestEndMs) {
      return { kind: 'completed', sessionId }
    }
    if (logged.log.problems > session.totalProblems) return { kind: 'too_many', sessionId }
    this.#apply(session, placed, logged, effects)
    return null
  }

  #apply(
    before: StudentSession,
    attempt: PlacedAttempt,
    logged: { readonly log: SessionLog; readonly judged: JudgedAttempt },
    effects: Effects,
  ): void {
    const { studentId } = before
    const { judged } = logged
    const played = { ...before, log: logged.log }
    const isAside = this.plausibility.isImplausible(
      { attempt, judged, session: played },
      effects.plausibility,
    )
    const result = { attempt, judged, isAside }
    const after = sessionAfter(before, played, result)
    effects.sessions.set(keyOf(studentId, before.sessionId), after)
    const row = attemptRow(studentId, result)
    effects.attempts.push(row)
    effects.days.push(...dayChanges(before, after, result))
    if (isAside) return
    this.plausibility.addCounted(studentId, attempt.atMs, effects.plausibility)
    const memory = this.#memory(studentId, effects)
    if (memory)
      effects.memories.set(
        studentId,
        withAttempt(memory, learnedAttempt({ ...row, session_type: before.sessionType }, memory.zones)),
      )
  }
}

/** `played` is the session with the attempt in its log as if it counted. */
function sessionAfter(
  before: StudentSession,
  played: StudentSession,
  { attempt, judged, isAside }: Judged,
): StudentSession {
  const log = isAside ? withoutTime(before.log, played.log) : played.log
  const aside = isAside ? summed(before.aside, sumsOfAttempt(judged, attempt.responseMs)) : before.aside
  // It still counts as practiced time, as far as there was time.
  const seconds = loggedSeconds(played, attempt.atMs)
  return { ...before, log, aside, seconds }
}

function attemptRow(studentId: string, { attempt, judged, isAside }: Judged) {
  return {
    student_id: studentId,
    session_id: attempt.sessionId,
    place: attempt.place,
    fact: attempt.factId,
    given: attempt.given,
    correct: judged.correct ? 1 : 0,
    attempt: judged.attempt,
    points: judged.points,
    response_ms: attempt.responseMs,
    entry_ms: attempt.entryMs,
    time_factor: attempt.timeFactor,
    visual_used: attempt.visualUsed ? 1 : 0,
    at_ms: attempt.atMs,
    set_aside: isAside ? 'too_fast' : null,
  }
}

/** What an attempt adds to the totals of practice days. */
function dayChanges(
  before: StudentSession,
  after: StudentSession,
  { attempt, judged, isAside }: Judged,
): Row[] {
  const { studentId, completedAtMs } = before
  const worth = isAside ? { points: 0, attempts: 0 } : { points: judged.points, attempts: 1 }
  const seconds = after.seconds - before.seconds
  const day = { student_id: studentId, practice_day: attempt.practiceDay, sessions: 0, seconds, ...worth }
  if (isAside) return seconds > 0 ? [day] : []
  const isFirstAnswer = countedSums(before).answered === 0 && countedSums(after).answered > 0
  if (completedAtMs === null || !isFirstAnswer) return [day]
  return [day, finishedOn(studentId, practiceDay(completedAtMs))]
}

/** Moves an attempt that would be after the end of its session to that end: late attempts may not claim a later time. */
function notAfter(endMs: number | null, attempt: NewAttempt): NewAttempt {
  if (endMs === null || attempt.atMs <= endMs) return attempt
  return { ...attempt, atMs: endMs, practiceDay: practiceDay(endMs) }
}

/**
 * Moves an attempt that would be before the last one of its session to that one's time. Ages are sent in whole seconds; without
 * this, every second answer would require folding the whole log again.
 */
function inOrder(attempt: NewAttempt, student: StudentMemory | undefined): NewAttempt {
  const folded = student?.folded
  if (folded?.sessionId !== attempt.sessionId || (attempt.place ?? Infinity) <= folded.place) return attempt
  return attempt.atMs >= folded.atMs ? attempt : { ...attempt, atMs: folded.atMs }
}

/** Counts a completed session that had no answers before. */
function finishedOn(studentId: string, day: string): Row {
  return { student_id: studentId, practice_day: day, seconds: 0, sessions: 1, points: 0, attempts: 0 }
}
