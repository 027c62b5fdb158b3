import {
  afterLateAnswer,
  isLate,
  isFullDay,
  latePaceText,
  readLatePace,
} from '../../../../domain/late-practice.ts'
import { isDuring, type Stretch } from '../../../../domain/one-place.ts'
import { isTooFast, NO_PACE, type BattlePace } from '../../../../domain/plausible.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import type { JudgedAttempt } from '../../../../domain/session-log.ts'
import type { NewAttempt, StudentSession } from '../../../student/port.ts'

/** What else students did around the attempts that are logged. */
type Surroundings = {
  /** Their battles, by student. */
  readonly battles: ReadonlyMap<string, readonly Stretch[]>
  /** How many attempts the days of late ones have, by `dayKey`. */
  readonly attempts: ReadonlyMap<string, number>
  /** The late series that are stored, by student. */
  readonly latePaces: ReadonlyMap<string, string>
}

export const dayKey = (studentId: string, day: string): string => `${studentId} ${day}`

/** The days of late attempts; of all others nothing has to be read. */
export function daysOfLate(
  items: readonly { readonly studentId: string; readonly attempts: readonly NewAttempt[] }[],
): { student_id: string; practice_day: string }[] {
  return items.flatMap(({ studentId, attempts }) =>
    attempts
      .filter(({ atMs, arrivedAtMs }) => isLate(atMs, arrivedAtMs))
      .map((attempt) => ({ student_id: studentId, practice_day: attempt.practiceDay })),
  )
}

/** What the attempts of one call make of this; the next call is judged by it where the first one was accepted. */
export type BelievedChanges = {
  readonly attempts: Map<string, number>
  readonly latePaces: Map<string, BattlePace>
}

export const noBelievedChanges = (): BelievedChanges => ({ attempts: new Map(), latePaces: new Map() })

type Judged = {
  readonly attempt: NewAttempt
  readonly judged: JudgedAttempt
  /** The session with the attempt in its log. */
  readonly session: StudentSession
}

/** Judges whether a child can have made the attempts of calls, one after another. */
export class Believed {
  readonly #around: Surroundings
  readonly #all = noBelievedChanges()

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Whether the attempt is to be set aside (STU-19). */
  isAside({ attempt, judged, session }: Judged, changes: BelievedChanges): boolean {
    const { studentId, log, time } = session
    const { given, responseMs, atMs, arrivedAtMs } = attempt
    const { practisedMs, problems } = log
    const isFast = isTooFast({ given, responseMs, practisedMs, problems, time, atMs })
    const isElsewhere = isDuring(this.#around.battles.get(studentId) ?? [], atMs)
    const isMadeUp = isLate(atMs, arrivedAtMs) && this.#isMadeUp(studentId, attempt, judged, changes)
    return isFast || isElsewhere || isMadeUp
  }

  /** An attempt of that moment counts. */
  counted(studentId: string, atMs: number, changes: BelievedChanges): void {
    const key = dayKey(studentId, practiceDay(atMs))
    changes.attempts.set(key, this.#attemptsOf(key, changes) + 1)
  }

  accept({ attempts, latePaces }: BelievedChanges): void {
    for (const [key, value] of attempts) this.#all.attempts.set(key, value)
    for (const [studentId, pace] of latePaces) this.#all.latePaces.set(studentId, pace)
  }

  /** The late series of a student, as it is stored. */
  latePaceOf(studentId: string): string {
    const changed = this.#all.latePaces.get(studentId)
    return changed ? latePaceText(changed) : (this.#around.latePaces.get(studentId) ?? '')
  }

  #isMadeUp(
    studentId: string,
    { responseMs, atMs }: NewAttempt,
    { attempt }: JudgedAttempt,
    changes: BelievedChanges,
  ): boolean {
    if (isFullDay(this.#attemptsOf(dayKey(studentId, practiceDay(atMs)), changes))) return true
    const known =
      changes.latePaces.get(studentId) ?? this.#all.latePaces.get(studentId) ?? this.#stored(studentId)
    if (attempt !== 1) return false
    const { pace, isHuman } = afterLateAnswer(known, responseMs)
    changes.latePaces.set(studentId, pace)
    return !isHuman
  }

  #stored(studentId: string): BattlePace {
    const text = this.#around.latePaces.get(studentId)
    return text === undefined ? NO_PACE : readLatePace(text)
  }

  #attemptsOf(key: string, changes: BelievedChanges): number {
    return changes.attempts.get(key) ?? this.#all.attempts.get(key) ?? this.#around.attempts.get(key) ?? 0
  }
}
