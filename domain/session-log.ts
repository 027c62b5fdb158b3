import type { Fact } from './fact.ts'
import { COUNTED_MS_PER_PROBLEM } from './practice-clock.ts'
import { MAX_ATTEMPTS, scoreProblem } from './scoring.ts'
import { secondsOf, type OwnTime } from './session-time.ts'

/**
 * The totals of a session's log, updated attempt by attempt in constant size. Attempts come in order of their places. An
 * attempt at the fact of the open problem belongs to it; any other begins a problem.
 */
export type SessionLog = {
  /** The place of the last logged attempt; -1 for none. */
  readonly lastPlace: number
  /** Problems begun. */
  readonly problems: number
  /** The problem that was missed once or twice so far, and how long it has been on the screen. */
  readonly open: { readonly factId: string; readonly misses: number; readonly shownMs: number } | null
  /** Finished problems: solved, or missed three times. */
  readonly answered: number
  readonly correct: number
  readonly score: number
  /** The sum of their response times. */
  readonly answeredMs: number
  /** How long problems were on the screen, including those given up. */
  readonly practicedMs: number
}

export type LoggedAttempt = {
  /** Its position in the log of its session, from 0. */
  readonly place: number
  readonly given: number
  /** Since the problem was first on the screen, without pauses. */
  readonly responseMs: number
}

/** Sums of a session. What counts is the log's sums without those set aside (domain/plausible.ts). */
export type SessionSums = Pick<SessionLog, 'answered' | 'correct' | 'score' | 'answeredMs'>

export const NO_SUMS: SessionSums = { answered: 0, correct: 0, score: 0, answeredMs: 0 }

/** Adds other sums, or subtracts them if `sign` is -1. */
export function summed(one: SessionSums, other: SessionSums, sign: 1 | -1 = 1): SessionSums {
  return {
    answered: one.answered + sign * other.answered,
    correct: one.correct + sign * other.correct,
    score: one.score + sign * other.score,
    answeredMs: one.answeredMs + sign * other.answeredMs,
  }
}

/** What an attempt adds to the sums of its session: nothing unless it finishes a problem. */
export function sumsOfAttempt({ attempt, correct, points }: JudgedAttempt, responseMs: number): SessionSums {
  if (!correct && attempt < MAX_ATTEMPTS) return NO_SUMS
  return { answered: 1, correct: points > 0 ? 1 : 0, score: points, answeredMs: responseMs }
}

/** What an attempt is worth (specification §9). */
export type JudgedAttempt = {
  readonly attempt: 1 | 2 | 3
  readonly correct: boolean
  readonly points: number
}

/** What decides how long a session counts: `seconds` is the count so far, `targetSeconds` the planned length. */
type PracticedSession = {
  readonly seconds: number
  readonly targetSeconds: number
  readonly time: OwnTime
  readonly log: SessionLog
}

export const EMPTY_LOG: SessionLog = {
  lastPlace: -1,
  problems: 0,
  open: null,
  ...NO_SUMS,
  practicedMs: 0,
}

function attemptAfter(misses: number): 1 | 2 | 3 {
  if (misses === 0) return 1
  return misses === 1 ? 2 : 3
}

/**
 * Adds an attempt at `fact` to the log and judges it: the fact says whether it is right, the number of the attempt how many
 * points it gets. Null for a place that the log has passed, which is a repeat. A gap in the places is a lost attempt.
 */
export function logAttempt(
  log: SessionLog,
  fact: Fact,
  { place, given, responseMs }: LoggedAttempt,
): { readonly log: SessionLog; readonly judged: JudgedAttempt } | null {
  if (place <= log.lastPlace) return null
  const open = log.open?.factId === fact.id ? log.open : { factId: fact.id, misses: 0, shownMs: 0 }
  const attempt = attemptAfter(open.misses)
  const correct = given === fact.answer
  const points = scoreProblem({ correct, attempts: attempt }).finalScore
  const shownMs = Math.max(open.shownMs, responseMs)
  const next = {
    ...log,
    lastPlace: place,
    problems: log.problems + (attempt === 1 ? 1 : 0),
    practicedMs: log.practicedMs + shownMs - open.shownMs,
  }
  const judged = { attempt, correct, points }
  if (!correct && attempt < MAX_ATTEMPTS) {
    return { log: { ...next, open: { factId: fact.id, misses: attempt, shownMs } }, judged }
  }
  return { log: { ...next, open: null, ...summed(log, sumsOfAttempt(judged, responseMs)) }, judged }
}

/**
 * The log after an attempt that is set aside: the attempt uses none of the session's time. It doesn't shorten the next attempt at
 * the same problem either, which takes as long as the problem was on the screen.
 */
export function withoutTime(before: SessionLog, after: SessionLog): SessionLog {
  const isSame = before.open !== null && before.open.factId === after.open?.factId
  const shownMs = isSame ? before.open.shownMs : 0
  return { ...after, practicedMs: before.practicedMs, open: after.open && { ...after.open, shownMs } }
}

/** How much of its own time a session has used: its answers, or the seconds it counts if they are more. */
export function usedMs({ seconds, log }: Pick<PracticedSession, 'seconds' | 'log'>): number {
  return Math.max(seconds * 1000, log.practicedMs)
}

/** Percent of the answered problems that gave points, not rounded; 0 when none was answered (specification §9). */
export function accuracyOf({ answered, correct }: SessionLog): number {
  return answered === 0 ? 0 : (100 * correct) / answered
}

/** Mean time of an answered problem in milliseconds; 0 when none was answered. */
export function averageMsOf({ answered, answeredMs }: SessionSums): number {
  return answered === 0 ? 0 : answeredMs / answered
}

/** The most seconds a session can have lasted by then, by the server's clock and the ages sent with two requests. */
function maxSeconds({ targetSeconds, time }: PracticedSession, atMs: number): number {
  return Math.min(targetSeconds, secondsOf(time, atMs))
}

/**
 * The whole seconds that count as practiced after an attempt at `atMs`: the time problems were on the screen, up to the planned
 * length and the session's own time. The count never decreases.
 */
export function loggedSeconds(session: PracticedSession, atMs: number): number {
  const lookedAt = Math.floor(session.log.practicedMs / 1000)
  return Math.max(session.seconds, Math.min(lookedAt, maxSeconds(session, atMs)))
}

/**
 * The whole seconds that a finished session counts as practiced: those of its log, or more if the browser says so. The browser
 * is trusted only if something was answered, and only up to a minute a problem (one more may have been on the screen at the
 * end), the planned length, and the session's own time until its end.
 */
export function practicedSeconds(
  session: PracticedSession,
  claimedSeconds: number | null,
  endedAtMs: number,
): number {
  const { lastPlace, problems } = session.log
  if (lastPlace < 0) return session.seconds
  const countedSeconds = ((problems + 1) * COUNTED_MS_PER_PROBLEM) / 1000
  const most = Math.min(maxSeconds(session, endedAtMs), countedSeconds)
  const acceptedSeconds = Math.min(most, Math.floor(claimedSeconds ?? 0))
  return Math.max(session.seconds, acceptedSeconds)
}
