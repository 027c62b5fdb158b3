import { findFact } from './fact.ts'
import { fieldsOf, type Fields } from './json-fields.ts'
import { REASONS, type Reason } from './learning/choose.ts'
import { elapsedOf } from './practice-clock.ts'
import {
  MAX_DURATION_SECONDS,
  type Attempt,
  type Missed,
  type PracticeEndedBy,
  type OnProblem,
  type PracticeSession,
  type PracticeState,
} from './practice-state.ts'
import { MAX_ATTEMPTS, type AnsweredProblem } from './scoring.ts'
import type { TimeFactor } from './student-settings.ts'

/**
 * What local storage holds of a session under `practiceSession` (specification §4). Whether it was paused is not part of it,
 * nor are single attempts, which go to the server.
 */
export type PersistedPractice = {
  readonly currentSession: {
    readonly id: string
    readonly sessionType: string
    readonly targetDuration: number
    readonly hasClock: boolean
    readonly totalProblems: number
    /** ISO 8601. */
    readonly startedAt: string
    readonly factIds: readonly string[]
    readonly reasons: readonly Reason[]
  }
  readonly problemIndex: number
  readonly responses: readonly AnsweredProblem[]
  /** What the session's clock said. */
  readonly elapsedMs: number
  readonly at:
    | {
        readonly stage: 'asking' | 'revealed'
        readonly attempt: Attempt
        readonly askedAtElapsedMs: number
        readonly visualUsed: boolean
        readonly missed: Missed | null
      }
    | { readonly stage: 'ended'; readonly endedBy: PracticeEndedBy }
}

/** The record of a running or finished session; null when there is nothing to restore. */
export function freeze(state: PracticeState, nowMs: number): PersistedPractice | null {
  switch (state.stage) {
    case 'setup':
      return null
    case 'processing':
    case 'complete':
      return record(state.session, state.session.totalProblems - 1, state.actualDurationMs, {
        stage: 'ended',
        endedBy: state.endedBy,
      })
    case 'interrupted':
      return recordOnProblem(state, state.resumesAt, state.attempt, nowMs)
    case 'asking':
    case 'revealed':
      return recordOnProblem(state, state.stage, state.attempt, nowMs)
    case 'retry':
      return recordOnProblem(state, 'asking', state.attempt === 1 ? 2 : 3, nowMs)
  }
}

function recordOnProblem(
  state: OnProblem,
  stage: 'asking' | 'revealed',
  attempt: Attempt,
  nowMs: number,
): PersistedPractice {
  const { session, index, clock, askedAtElapsedMs, visualUsed, missed } = state
  const at = { stage, attempt, askedAtElapsedMs, visualUsed, missed }
  return record(session, index, elapsedOf(clock, nowMs), at)
}

function record(
  session: PracticeSession,
  problemIndex: number,
  elapsedMs: number,
  at: PersistedPractice['at'],
): PersistedPractice {
  return {
    currentSession: {
      id: session.id,
      sessionType: session.sessionType,
      targetDuration: session.targetDurationSeconds,
      hasClock: session.hasClock,
      totalProblems: session.totalProblems,
      startedAt: new Date(session.startedAtMs).toISOString(),
      factIds: session.facts.map((fact) => fact.id),
      reasons: session.reasons,
    },
    problemIndex,
    responses: session.answered,
    elapsedMs,
    at,
  }
}

/** The form of a submission id that the server accepts; a session with any other id could never be counted. */
const SESSION_ID = /^[A-Za-z0-9_-]{8,64}$/
/** Specification §9: a session has 10, 20 or 50 problems. */
const MAX_PROBLEMS = 50

function numberIn(fields: Fields, name: string, least: number, most: number): number | null {
  const value = fields.get(name)
  return typeof value === 'number' && value >= least && value <= most ? value : null
}

function reviveAnswered(json: unknown): AnsweredProblem | null {
  const fields = fieldsOf(json)
  const [factId, correct, visualUsed] = [
    fields.get('factId'),
    fields.get('correct'),
    fields.get('visualUsed'),
  ]
  const attempts = numberIn(fields, 'attempts', 1, MAX_ATTEMPTS)
  const responseTimeMs = numberIn(fields, 'responseTimeMs', 0, Number.MAX_SAFE_INTEGER)
  if (typeof factId !== 'string' || typeof correct !== 'boolean' || typeof visualUsed !== 'boolean')
    return null
  if (attempts === null || responseTimeMs === null) return null
  const firstAnswerMs = numberIn(fields, 'firstAnswerMs', 0, responseTimeMs)
  const entryMs = numberIn(fields, 'entryMs', 0, Number.MAX_SAFE_INTEGER)
  if (firstAnswerMs === null || entryMs === null) return null
  const timeFactor = fields.get('timeFactor') as TimeFactor | undefined
  const times = { responseTimeMs, firstAnswerMs, entryMs, timeFactor }
  return { factId, correct, attempts, ...times, visualUsed }
}

function reviveReasons(json: unknown, count: number): Reason[] {
  const kept: readonly unknown[] = Array.isArray(json) ? json : []
  return Array.from(
    { length: count },
    (_, place) => REASONS.find((reason) => reason === kept[place]) ?? 'again',
  )
}

function reviveMissed(json: unknown): Missed | null {
  const fields = fieldsOf(json)
  const given = numberIn(fields, 'given', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const firstAnswerMs = numberIn(fields, 'firstAnswerMs', 0, Number.MAX_SAFE_INTEGER)
  return given === null || firstAnswerMs === null ? null : { given, firstAnswerMs }
}

function reviveSession(fields: Fields): PracticeSession | null {
  const stored = fieldsOf(fields.get('currentSession'))
  const [id, sessionType, startedAt] = [stored.get('id'), stored.get('sessionType'), stored.get('startedAt')]
  const targetDurationSeconds = numberIn(stored, 'targetDuration', 1, MAX_DURATION_SECONDS)
  const factIds = stored.get('factIds')
  if (typeof id !== 'string' || typeof sessionType !== 'string' || typeof startedAt !== 'string') return null
  if (!SESSION_ID.test(id) || targetDurationSeconds === null || !Array.isArray(factIds)) return null
  if (factIds.length === 0 || factIds.length > MAX_PROBLEMS) return null
  const facts = factIds.map((factId) => findFact(String(factId))).filter((fact) => fact !== undefined)
  const totalProblems = numberIn(stored, 'totalProblems', facts.length, MAX_PROBLEMS) ?? facts.length
  const startedAtMs = Date.parse(startedAt)
  const responses = fields.get('responses')
  const answered = Array.isArray(responses) ? responses.map(reviveAnswered) : [null]
  if (
    facts.length !== factIds.length ||
    Number.isNaN(startedAtMs) ||
    !answered.every((problem, place) => problem !== null && problem.factId === facts[place]?.id)
  )
    return null
  return {
    id,
    sessionType,
    targetDurationSeconds,
    hasClock: stored.get('hasClock') !== false,
    totalProblems,
    facts,
    reasons: reviveReasons(stored.get('reasons'), facts.length),
    startedAtMs,
    answered: answered.filter((problem) => problem !== null),
  }
}

function reviveAttemptNumber(fields: Fields): Attempt | null {
  const attempt = fields.get('attempt')
  return attempt === 1 || attempt === 2 || attempt === 3 ? attempt : null
}

function reviveEndedBy(fields: Fields): PracticeEndedBy {
  const endedBy = fields.get('endedBy')
  return endedBy === 'timer' || endedBy === 'player' ? endedBy : 'last_problem'
}

/**
 * Restores the state of a record: `interrupted` with a paused clock, or `complete` if the session had ended. A malformed record
 * gives `setup` (specification §8), never an error.
 */
export function revive(json: unknown): PracticeState {
  const fields = fieldsOf(json)
  const session = reviveSession(fields)
  const elapsedMs = numberIn(fields, 'elapsedMs', 0, Number.MAX_SAFE_INTEGER)
  const at = fieldsOf(fields.get('at'))
  if (session === null || elapsedMs === null) return { stage: 'setup' }
  const stage = at.get('stage')
  if (stage === 'ended') {
    return { stage: 'complete', session, endedBy: reviveEndedBy(at), actualDurationMs: elapsedMs }
  }
  const index = numberIn(fields, 'problemIndex', 0, session.facts.length - 1)
  const attempt = reviveAttemptNumber(at)
  const askedAtElapsedMs = numberIn(at, 'askedAtElapsedMs', 0, elapsedMs)
  // A problem counts once its answer is shown; all earlier ones count.
  const counted = (index ?? 0) + (stage === 'revealed' ? 1 : 0)
  if (stage !== 'asking' && stage !== 'revealed') return { stage: 'setup' }
  if (index === null || !Number.isInteger(index) || attempt === null || askedAtElapsedMs === null) {
    return { stage: 'setup' }
  }
  if (session.answered.length !== counted) return { stage: 'setup' }
  return {
    stage: 'interrupted',
    resumesAt: stage,
    session,
    index,
    clock: { elapsedMs, runningSinceMs: null },
    attempt,
    askedAtElapsedMs,
    visualUsed: at.get('visualUsed') === true,
    missed: attempt === 1 ? null : reviveMissed(at.get('missed')),
  }
}
