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
import type { PlausibilityCheck } from './plausibility.ts'
import { learnedAttempt, withAttempt, type StudentMemory } from './memory-rows.ts'
import { countedSums } from './student-rows.ts'
import type { AttemptTable, StudentDayTable } from './student-tables.ts'

/** The attempts of one call. */
export type LogItem = { readonly studentId: string; readonly attempts: readonly NewAttempt[] }

/** A session that had ended before attempts were added to it, without and with them. */
export type ExtendedSession = {
  readonly before: StudentSession
  readonly after: StudentSession
  readonly endedAtMs: number
}

type PlacedAttempt = NewAttempt & { readonly place: number }
/** An attempt, what it is worth, and whether it is set aside. */
type Judged = { readonly attempt: PlacedAttempt; readonly judged: JudgedAttempt; readonly isAside: boolean }

/** What is known of a student before a call. */
type StudentBefore = {
  readonly studentId: string
  readonly sessions: readonly StudentSession[]
  /** Null for a student who has never practiced. */
  readonly memory: StudentMemory | null
  /** When the student's credit is full again (domain/pace.ts). */
  readonly paceFullAtMs: number
  readonly plausibility: PlausibilityCheck
  /** Sessions that ended before this accept no more attempts. */
  readonly oldestEndMs: number
}

/** Judges the attempts of one call, in order. If one is refused, the call changes nothing. */
export class LogJudge {
  readonly #before: StudentBefore
  readonly #known: ReadonlyMap<string, StudentSession>
  /** The changed sessions, by id. */
  readonly sessions = new Map<string, StudentSession>()
  readonly attempts: AttemptTable[] = []
  /** What to add to the totals of practice days. */
  readonly days: StudentDayTable[] = []
  paceFullAtMs: number
  #memory: StudentMemory | null

  constructor(before: StudentBefore) {
    this.#before = before
    this.#known = new Map(before.sessions.map((session) => [session.sessionId, session]))
    this.#memory = before.memory
    this.paceFullAtMs = before.paceFullAtMs
  }

  /** The sessions that had ended before attempts were added to them. */
  extended(): ExtendedSession[] {
    return [...this.sessions].flatMap(([id, after]) => {
      const before = this.#known.get(id)
      const endedAtMs = before?.completedAtMs ?? null
      return before && endedAtMs !== null ? [{ before, after, endedAtMs }] : []
    })
  }

  /** The student's memory with the attempts that count; null if none do. */
  changedMemory(): StudentMemory | null {
    return this.attempts.some((row) => row.set_aside === null) ? this.#memory : null
  }

  judge(attempts: readonly NewAttempt[]): Logged {
    for (const attempt of attempts) {
      const refusal = this.#add(attempt)
      if (refusal) return refusal
    }
    const count = this.attempts.length
    const arrivedAtMs = Math.max(...attempts.map((attempt) => attempt.arrivedAtMs))
    const credit = creditProblems(this.paceFullAtMs, count, arrivedAtMs)
    if (!credit.ok) return { kind: 'too_fast', retryAfterSeconds: credit.retryAfterSeconds }
    if (count > 0) this.paceFullAtMs = credit.fullAtMs
    const ids = new Set(attempts.map(({ sessionId }) => sessionId))
    return {
      kind: 'logged',
      counted: count,
      sessions: [...ids].flatMap((id) => this.#session(id) ?? []),
    }
  }

  #session(id: string): StudentSession | undefined {
    return this.sessions.get(id) ?? this.#known.get(id)
  }

  /** Adds the attempt, or says why it cannot be logged. A repeat changes nothing. */
  #add(sent: NewAttempt): LogRefusal | null {
    const { sessionId, factId } = sent
    const session = this.#session(sessionId)
    if (!session) return { kind: 'no_session', sessionId }
    const attempt = inOrder(notAfter(session.completedAtMs, sent), this.#memory)
    const fact = findFact(factId)
    if (!fact || !allowsFact(session.sessionType, fact)) {
      return { kind: 'other_fact', sessionId, factId }
    }
    const placed = { ...attempt, place: attempt.place ?? session.log.lastPlace + 1 }
    const logged = logAttempt(session.log, fact, placed)
    if (!logged) return null
    if (session.completedAtMs !== null && session.completedAtMs < this.#before.oldestEndMs) {
      return { kind: 'completed', sessionId }
    }
    if (logged.log.problems > session.totalProblems) return { kind: 'too_many', sessionId }
    this.#apply(session, placed, logged)
    return null
  }

  #apply(
    before: StudentSession,
    attempt: PlacedAttempt,
    logged: { readonly log: SessionLog; readonly judged: JudgedAttempt },
  ): void {
    const { plausibility, studentId } = this.#before
    const { judged } = logged
    const played = { ...before, log: logged.log }
    const isAside = plausibility.isImplausible({ attempt, judged, session: played })
    const result = { attempt, judged, isAside }
    const after = sessionAfter(before, played, result)
    this.sessions.set(before.sessionId, after)
    const row = attemptRow(studentId, result)
    this.attempts.push(row)
    this.days.push(...dayChanges(before, after, result))
    if (isAside) return
    plausibility.addCounted(attempt.atMs)
    const memory = this.#memory
    if (!memory) return
    const learned = learnedAttempt({ ...row, session_type: before.sessionType }, memory.zones)
    this.#memory = withAttempt(memory, learned)
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

function attemptRow(studentId: string, { attempt, judged, isAside }: Judged): AttemptTable {
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
): StudentDayTable[] {
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
function inOrder(attempt: NewAttempt, student: StudentMemory | null): NewAttempt {
  const folded = student?.folded
  if (folded?.sessionId !== attempt.sessionId || (attempt.place ?? Infinity) <= folded.place) return attempt
  return attempt.atMs >= folded.atMs ? attempt : { ...attempt, atMs: folded.atMs }
}

/** Counts a completed session that had no answers before. */
function finishedOn(studentId: string, day: string): StudentDayTable {
  return { student_id: studentId, practice_day: day, seconds: 0, sessions: 1, points: 0, attempts: 0 }
}
