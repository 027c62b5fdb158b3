import {
  afterLateAnswer,
  isLate,
  isFullDay,
  latePaceText,
  readLatePace,
} from '../../../../domain/late-practice.ts'
import { isDuring, type Stretch } from '../../../../domain/overlaps.ts'
import { isTooFast, NO_PACE, type BattlePace } from '../../../../domain/plausible.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import type { JudgedAttempt } from '../../../../domain/session-log.ts'
import type { NewAttempt, StudentSession } from '../../../student/port.ts'

/** Stored data that attempts are checked against. */
type StoredContext = {
  /** When students were in battles or played as merged guests, by student. */
  readonly elsewhere: ReadonlyMap<string, readonly Stretch[]>
  /** The number of attempts on days with late attempts, by `dayKey`. */
  readonly attempts: ReadonlyMap<string, number>
  /** The stored pace of late attempts, by student. */
  readonly latePaces: ReadonlyMap<string, string>
}

export const dayKey = (studentId: string, day: string): string => `${studentId} ${day}`

/** The days of late attempts. Other days need not be read. */
export function daysOfLateAttempts(
  items: readonly { readonly studentId: string; readonly attempts: readonly NewAttempt[] }[],
): { student_id: string; practice_day: string }[] {
  return items.flatMap(({ studentId, attempts }) =>
    attempts
      .filter(({ atMs, arrivedAtMs }) => isLate(atMs, arrivedAtMs))
      .map((attempt) => ({ student_id: studentId, practice_day: attempt.practiceDay })),
  )
}

/** What the attempts of one call change. The changes of an accepted call apply to later calls. */
export type PlausibilityChanges = {
  readonly attempts: Map<string, number>
  readonly latePaces: Map<string, BattlePace>
}

export const noPlausibilityChanges = (): PlausibilityChanges => ({
  attempts: new Map(),
  latePaces: new Map(),
})

type Judged = {
  readonly attempt: NewAttempt
  readonly judged: JudgedAttempt
  /** The session, with the attempt included in its log. */
  readonly session: StudentSession
}

/** Checks, call by call, whether a child can have made the attempts (ADR 0039, domain/plausible.ts). */
export class PlausibilityCheck {
  readonly #stored: StoredContext
  readonly #accepted = noPlausibilityChanges()

  constructor(stored: StoredContext) {
    this.#stored = stored
  }

  /** Whether to set the attempt aside (STU-19). */
  isImplausible({ attempt, judged, session }: Judged, changes: PlausibilityChanges): boolean {
    const { studentId, log, time } = session
    const { given, responseMs, atMs, arrivedAtMs } = attempt
    const { practicedMs, problems } = log
    const isFast = isTooFast({ given, responseMs, practicedMs, problems, time, atMs })
    const isElsewhere = isDuring(this.#stored.elsewhere.get(studentId) ?? [], atMs)
    const isFabricated = isLate(atMs, arrivedAtMs) && this.#isFabricated(studentId, attempt, judged, changes)
    return isFast || isElsewhere || isFabricated
  }

  /** Adds an attempt that counts to its day. */
  addCounted(studentId: string, atMs: number, changes: PlausibilityChanges): void {
    const key = dayKey(studentId, practiceDay(atMs))
    changes.attempts.set(key, this.#attemptsOf(key, changes) + 1)
  }

  accept({ attempts, latePaces }: PlausibilityChanges): void {
    for (const [key, value] of attempts) this.#accepted.attempts.set(key, value)
    for (const [studentId, pace] of latePaces) this.#accepted.latePaces.set(studentId, pace)
  }

  /** The pace of a student's late attempts, in stored form. */
  latePaceOf(studentId: string): string {
    const changed = this.#accepted.latePaces.get(studentId)
    return changed ? latePaceText(changed) : (this.#stored.latePaces.get(studentId) ?? '')
  }

  #isFabricated(
    studentId: string,
    { responseMs, atMs }: NewAttempt,
    { attempt }: JudgedAttempt,
    changes: PlausibilityChanges,
  ): boolean {
    if (isFullDay(this.#attemptsOf(dayKey(studentId, practiceDay(atMs)), changes))) return true
    const known =
      changes.latePaces.get(studentId) ??
      this.#accepted.latePaces.get(studentId) ??
      this.#storedPace(studentId)
    if (attempt !== 1) return false
    const { pace, isHuman } = afterLateAnswer(known, responseMs)
    changes.latePaces.set(studentId, pace)
    return !isHuman
  }

  #storedPace(studentId: string): BattlePace {
    const text = this.#stored.latePaces.get(studentId)
    return text === undefined ? NO_PACE : readLatePace(text)
  }

  #attemptsOf(key: string, changes: PlausibilityChanges): number {
    return (
      changes.attempts.get(key) ?? this.#accepted.attempts.get(key) ?? this.#stored.attempts.get(key) ?? 0
    )
  }
}
