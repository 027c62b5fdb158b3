import type { Fact } from './fact.ts'
import { MAX_ATTEMPTS, scoreProblem } from './scoring.ts'
import { secondsOf, type OwnTime } from './session-time.ts'

/**
 * What the log of a session comes to, kept attempt by attempt in constant size. Its order is that of the places: an attempt
 * belongs to the open problem when it is at the same fact, and begins a problem otherwise.
 */
export type SessionLog = {
  /** The place of the last attempt that was logged; -1 for none. */
  readonly lastPlace: number
  /** Problems begun. */
  readonly problems: number
  /** The problem that has been missed once or twice, and how long it has been looked at. */
  readonly open: { readonly factId: string; readonly misses: number; readonly shownMs: number } | null
  /** Problems that are over: solved, or missed three times. */
  readonly answered: number
  readonly correct: number
  readonly score: number
  /** The sum of the response times of the problems that are over. */
  readonly answeredMs: number
  /** The time that problems were looked at, those given up included. */
  readonly practisedMs: number
}

/** An answer as it was typed. */
export type LoggedAttempt = {
  /** Where it stands in the log of its session, from 0. */
  readonly place: number
  readonly given: number
  /** From when the problem was first on the screen, pauses left out. */
  readonly responseMs: number
}

/** What of a log's sums is set aside: its sums without that are what counts (domain/plausible.ts). */
export type SessionSums = Pick<SessionLog, 'answered' | 'correct' | 'score' | 'answeredMs'>

export const NO_SUMS: SessionSums = { answered: 0, correct: 0, score: 0, answeredMs: 0 }

/** Sums with others added, or with them taken off where `sign` is -1. */
export function summed(one: SessionSums, other: SessionSums, sign: 1 | -1 = 1): SessionSums {
  return {
    answered: one.answered + sign * other.answered,
    correct: one.correct + sign * other.correct,
    score: one.score + sign * other.score,
    answeredMs: one.answeredMs + sign * other.answeredMs,
  }
}

/** What an attempt adds to the sums of its session: nothing but for the last one at a problem. */
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

/** What decides how long a session was practised; `seconds` are those of the log, `targetSeconds` what it was meant to take. */
type PractisedSession = {
  readonly seconds: number
  readonly targetSeconds: number
  readonly time: OwnTime
  readonly log: SessionLog
}

export const EMPTY_LOG: SessionLog = {
  lastPlace: -1,
  problems: 0,
  open: null,
  answered: 0,
  correct: 0,
  score: 0,
  answeredMs: 0,
  practisedMs: 0,
}

function attemptAfter(misses: number): 1 | 2 | 3 {
  if (misses === 0) return 1
  return misses === 1 ? 2 : 3
}

/**
 * The log with one more attempt at `fact`, and what that is worth: right or wrong comes from the fact, the points from which
 * attempt it was. Null for a place that the log has passed, which is a repeat. A hole in the places is an attempt that was lost.
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
    practisedMs: log.practisedMs + shownMs - open.shownMs,
  }
  const judged = { attempt, correct, points }
  if (!correct && attempt < MAX_ATTEMPTS) {
    return { log: { ...next, open: { factId: fact.id, misses: attempt, shownMs } }, judged }
  }
  return { log: { ...next, open: null, ...summed(log, sumsOfAttempt(judged, responseMs)) }, judged }
}

/** Percent of the answered problems that gave points, not rounded; 0 when none was answered (specification §9). */
export function accuracyOf({ answered, correct }: SessionLog): number {
  return answered === 0 ? 0 : (100 * correct) / answered
}

/** Mean time of an answered problem in milliseconds; 0 when none was answered. */
export function averageMsOf({ answered, answeredMs }: SessionSums): number {
  return answered === 0 ? 0 : answeredMs / answered
}

/** The most seconds a session can have been practised until then, by the server's clock and the ages of two calls. */
function mostSeconds({ targetSeconds, time }: PractisedSession, atMs: number): number {
  return Math.min(targetSeconds, secondsOf(time, atMs))
}

/**
 * The whole seconds that count as practised after an attempt that was made at `atMs`: those that problems were looked at, but
 * no more than the session was meant to take and than have passed of its own time. They never become fewer.
 */
export function loggedSeconds(session: PractisedSession, atMs: number): number {
  const lookedAt = Math.floor(session.log.practisedMs / 1000)
  return Math.max(session.seconds, Math.min(lookedAt, mostSeconds(session, atMs)))
}

/**
 * The whole seconds that a finished session counts as practised: those of its log, or more where the browser says so. It is
 * believed only where something was answered, and no further than the session was meant to take and than its own time up to its
 * end, by the server's clock and the ages of the two calls.
 */
export function practisedSeconds(
  session: PractisedSession,
  claimedSeconds: number | null,
  endedAtMs: number,
): number {
  if (session.log.lastPlace < 0) return session.seconds
  const believed = Math.min(mostSeconds(session, endedAtMs), Math.round(claimedSeconds ?? 0))
  return Math.max(session.seconds, believed)
}
