import {
  afterLateAnswer,
  isLate,
  isFullDay,
  latePaceText,
  readLatePace,
} from '../../../../domain/late-practice.ts'
import { isDuring, type Stretch } from '../../../../domain/overlaps.ts'
import { isTooFast, type BattlePace } from '../../../../domain/plausible.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import type { JudgedAttempt } from '../../../../domain/session-log.ts'
import type { NewAttempt, StudentSession } from '../../../student/port.ts'

/** What a student's attempts are checked against. */
type StoredContext = {
  /** When the student was in battles or played as a merged guest. */
  readonly elsewhere: readonly Stretch[]
  /** The number of attempts on days with late attempts. */
  readonly attempts: ReadonlyMap<string, number>
  /** The stored pace of late attempts. */
  readonly latePace: string
}

/** The days of late attempts. Other days need not be read. */
export function daysOfLateAttempts(attempts: readonly NewAttempt[]): ReadonlySet<string> {
  const late = attempts.filter(({ atMs, arrivedAtMs }) => isLate(atMs, arrivedAtMs))
  return new Set(late.map((attempt) => attempt.practiceDay))
}

type Judged = {
  readonly attempt: NewAttempt
  readonly judged: JudgedAttempt
  /** The session, with the attempt included in its log. */
  readonly session: StudentSession
}

/** Checks, one after another, whether a child can have made the attempts (ADR 0039, domain/plausible.ts). */
export class PlausibilityCheck {
  readonly #elsewhere: readonly Stretch[]
  readonly #attempts: Map<string, number>
  #latePace: BattlePace

  constructor({ elsewhere, attempts, latePace }: StoredContext) {
    this.#elsewhere = elsewhere
    this.#attempts = new Map(attempts)
    this.#latePace = readLatePace(latePace)
  }

  /** Whether to set the attempt aside (STU-19). */
  isImplausible({ attempt, judged, session }: Judged): boolean {
    const { log, time } = session
    const { given, responseMs, atMs, arrivedAtMs } = attempt
    const { practicedMs, problems } = log
    const isFast = isTooFast({ given, responseMs, practicedMs, problems, time, atMs })
    const isElsewhere = isDuring(this.#elsewhere, atMs)
    const isFabricated = isLate(atMs, arrivedAtMs) && this.#isFabricated(attempt, judged)
    return isFast || isElsewhere || isFabricated
  }

  /** Adds an attempt that counts to its day. */
  addCounted(atMs: number): void {
    const day = practiceDay(atMs)
    this.#attempts.set(day, (this.#attempts.get(day) ?? 0) + 1)
  }

  /** The pace of the student's late attempts, in stored form. */
  latePace(): string {
    return latePaceText(this.#latePace)
  }

  #isFabricated({ responseMs, atMs }: NewAttempt, { attempt }: JudgedAttempt): boolean {
    if (isFullDay(this.#attempts.get(practiceDay(atMs)) ?? 0)) return true
    if (attempt !== 1) return false
    const { pace, isHuman } = afterLateAnswer(this.#latePace, responseMs)
    this.#latePace = pace
    return !isHuman
  }
}
