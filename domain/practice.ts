import type { Fact } from './fact.ts'
import { bringBack, isMissed } from './missed-facts.ts'
import { elapsedOf, running, startClock, stopped, type Clock } from './practice-clock.ts'
import { MAX_ATTEMPTS, scoreProblem, type AnsweredProblem } from './scoring.ts'

export const PROBLEM_COUNTS = [10, 20, 50] as const
export const DEFAULT_PROBLEM_COUNT = 20
export const DEFAULT_DURATION_SECONDS = 120
export const LONGEST_DURATION_SECONDS = 3600
/** Specification §9, timings. */
export const WRONG_FEEDBACK_MS = 2000
export const SCORE_BADGE_MS = 1500
export const PROCESSING_STEP_MS = 800
export const PROCESSING_MS = 2500

/** One submitted answer, right or wrong (specification §3, attempt log). Times in milliseconds. */
export type AttemptLogEntry = {
  readonly sessionId: string
  readonly factId: string
  readonly studentAnswer: number
  readonly isCorrect: boolean
  readonly responseTime: number
  readonly visualUsed: boolean
  readonly baseScore: number
  readonly speedMultiplier: number
  readonly finalScore: number
  readonly timestamp: number
}

export type PracticeSession = {
  /** Made from the time of its start (specification §4). */
  readonly id: string
  readonly sessionType: string
  readonly targetDurationSeconds: number
  /** Whether the child sees how much time is left. */
  readonly hasClock: boolean
  /** The problems in their order; never empty. Those to come change when a fact is missed. */
  readonly facts: readonly Fact[]
  readonly startedAtMs: number
  readonly answered: readonly AnsweredProblem[]
  readonly attempts: readonly AttemptLogEntry[]
}

export type Attempt = 1 | 2 | 3

/** A problem of a session: which one, on which attempt, and since when it has been looked at. */
export type OnProblem = {
  readonly session: PracticeSession
  /** Place of the problem in `session.facts`. */
  readonly index: number
  readonly clock: Clock
  readonly attempt: Attempt
  /** What the clock said when the problem was first asked. */
  readonly askedAtElapsedMs: number
  /** Whether the problem's visual model has been on the screen. */
  readonly visualUsed: boolean
}

export type EndedBy = 'last_problem' | 'timer' | 'player'

type Ended = {
  readonly session: PracticeSession
  readonly endedBy: EndedBy
  /** Practised, pauses left out. */
  readonly actualDurationMs: number
}

export type PracticeState =
  | { readonly stage: 'setup' }
  /** Restored after a reload: the clock stands until the child goes on or starts over. */
  | ({ readonly stage: 'interrupted'; readonly resumesAt: 'asking' | 'revealed' } & OnProblem)
  | ({ readonly stage: 'asking' } & OnProblem)
  /** A first or second miss; `attempt` is the missed one. Asks again when the clock says `retryAtElapsedMs`. */
  | ({ readonly stage: 'retry'; readonly retryAtElapsedMs: number; readonly chancesLeft: 1 | 2 } & OnProblem)
  /** The third miss: the answer is shown until the child continues. The problem is already counted. */
  | ({ readonly stage: 'revealed'; readonly answer: number } & OnProblem)
  | ({ readonly stage: 'processing'; readonly startedAtMs: number } & Ended)
  | ({ readonly stage: 'complete' } & Ended)

export type PracticeEvent =
  | {
      readonly type: 'start'
      readonly sessionType: string
      readonly durationSeconds: number
      /** True unless it says otherwise. */
      readonly hasClock?: boolean
      readonly facts: readonly Fact[]
    }
  | { readonly type: 'answer'; readonly value: number }
  | { readonly type: 'continue' }
  | { readonly type: 'show_visual' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'tick' }
  | { readonly type: 'end' }
  | { readonly type: 'go_on' }
  | { readonly type: 'reset' }

type Live = Extract<PracticeState, { stage: 'asking' | 'retry' | 'revealed' }>

function isLive(state: PracticeState): state is Live {
  return state.stage === 'asking' || state.stage === 'retry' || state.stage === 'revealed'
}

function durationMs({ session }: OnProblem): number {
  return session.targetDurationSeconds * 1000
}

/** Milliseconds left on the session's timer; 0 when it has none or is over. */
export function remainingMs(state: PracticeState, nowMs: number): number {
  if (!isLive(state) && state.stage !== 'interrupted') return 0
  return Math.max(0, durationMs(state) - elapsedOf(state.clock, nowMs))
}

/** Milliseconds practised in this session, pauses left out. */
export function practisedMs(state: PracticeState, nowMs: number): number {
  switch (state.stage) {
    case 'setup':
      return 0
    case 'processing':
    case 'complete':
      return state.actualDurationMs
    default:
      return Math.min(durationMs(state), elapsedOf(state.clock, nowMs))
  }
}

/** The instant at which a tick will change something, or null when time changes nothing. */
export function nextDeadlineMs(state: PracticeState, nowMs: number): number | null {
  if (state.stage === 'processing') return state.startedAtMs + PROCESSING_MS
  if (!isLive(state) || state.clock.runningSinceMs === null) return null
  const atElapsedMs =
    state.stage === 'retry' ? Math.min(state.retryAtElapsedMs, durationMs(state)) : durationMs(state)
  return nowMs + Math.max(0, atElapsedMs - elapsedOf(state.clock, nowMs))
}

function problemAt(session: PracticeSession, index: number, clock: Clock, nowMs: number): PracticeState {
  const askedAtElapsedMs = elapsedOf(clock, nowMs)
  return { stage: 'asking', session, index, clock, attempt: 1, askedAtElapsedMs, visualUsed: false }
}

function ended(state: OnProblem, endedBy: EndedBy, nowMs: number): PracticeState {
  const actualDurationMs = Math.min(durationMs(state), elapsedOf(state.clock, nowMs))
  return { stage: 'processing', session: state.session, endedBy, startedAtMs: nowMs, actualDurationMs }
}

function endedByPlayer(state: OnProblem, nowMs: number): PracticeState {
  // With nothing answered there is nothing to show: back to the start.
  return state.session.answered.length === 0 ? { stage: 'setup' } : ended(state, 'player', nowMs)
}

/** The next problem, or the end after the last one (specification §4: the index grows while below the last). */
function movedOn(state: OnProblem, session: PracticeSession, nowMs: number): PracticeState {
  return state.index < session.facts.length - 1
    ? problemAt(session, state.index + 1, state.clock, nowMs)
    : ended({ ...state, session }, 'last_problem', nowMs)
}

/** The session with the submitted answer logged, and the problem counted when it is over with it. */
function withAttempt(state: OnProblem, fact: Fact, value: number, nowMs: number): PracticeSession {
  const { session, attempt, visualUsed } = state
  const isCorrect = Number.isInteger(value) && value === fact.answer
  const responseTimeMs = Math.round(elapsedOf(state.clock, nowMs) - state.askedAtElapsedMs)
  const { baseScore, speedMultiplier, finalScore } = scoreProblem({ correct: isCorrect, attempts: attempt })
  const entry: AttemptLogEntry = {
    sessionId: session.id,
    factId: fact.id,
    studentAnswer: value,
    isCorrect,
    responseTime: responseTimeMs,
    visualUsed,
    baseScore,
    speedMultiplier,
    finalScore,
    timestamp: nowMs,
  }
  const attempts = [...session.attempts, entry]
  if (!isCorrect && attempt < MAX_ATTEMPTS) return { ...session, attempts }
  const answer = { factId: fact.id, correct: isCorrect, attempts: attempt, responseTimeMs, visualUsed }
  const facts = isMissed(answer) ? bringBack(session.facts, state.index) : session.facts
  return { ...session, facts, attempts, answered: [...session.answered, answer] }
}

function answered(state: Extract<Live, { stage: 'asking' }>, value: number, nowMs: number): PracticeState {
  const fact = state.session.facts[state.index]
  if (!fact || state.clock.runningSinceMs === null || !Number.isFinite(value)) return state
  const session = withAttempt(state, fact, value, nowMs)
  if (session.answered.at(-1)?.correct && session.answered.length > state.session.answered.length) {
    return movedOn(state, session, nowMs)
  }
  if (state.attempt === 3) return { ...state, stage: 'revealed', session, answer: fact.answer }
  const chancesLeft = state.attempt === 1 ? 2 : 1
  const retryAtElapsedMs = elapsedOf(state.clock, nowMs) + WRONG_FEEDBACK_MS
  // A miss opens the picture; the attempt that missed was made without it.
  return { ...state, stage: 'retry', session, visualUsed: true, retryAtElapsedMs, chancesLeft }
}

function askedAgain(state: Extract<Live, { stage: 'retry' }>): PracticeState {
  const { session, index, clock, attempt, askedAtElapsedMs, visualUsed } = state
  const next = attempt === 1 ? 2 : 3
  return { stage: 'asking', session, index, clock, attempt: next, askedAtElapsedMs, visualUsed }
}

function ticked(state: PracticeState, nowMs: number): PracticeState {
  if (state.stage === 'processing') {
    if (nowMs < state.startedAtMs + PROCESSING_MS) return state
    const { session, endedBy, actualDurationMs } = state
    return { stage: 'complete', session, endedBy, actualDurationMs }
  }
  if (!isLive(state)) return state
  const elapsedMs = elapsedOf(state.clock, nowMs)
  if (elapsedMs >= durationMs(state)) return ended(state, 'timer', nowMs)
  return state.stage === 'retry' && elapsedMs >= state.retryAtElapsedMs ? askedAgain(state) : state
}

function started(event: Extract<PracticeEvent, { type: 'start' }>, nowMs: number): PracticeState {
  const { sessionType, durationSeconds, hasClock = true, facts } = event
  const session: PracticeSession = {
    id: `practice-${Math.round(nowMs).toString(36)}`,
    sessionType,
    targetDurationSeconds: durationSeconds,
    hasClock,
    facts,
    startedAtMs: nowMs,
    answered: [],
    attempts: [],
  }
  return problemAt(session, 0, startClock(nowMs), nowMs)
}

function goneOn(state: PracticeState, nowMs: number): PracticeState {
  if (state.stage !== 'interrupted') return state
  const { resumesAt, session, index, attempt, askedAtElapsedMs, visualUsed } = state
  const at = { session, index, clock: running(state.clock, nowMs), attempt, askedAtElapsedMs, visualUsed }
  const fact = session.facts[index]
  return resumesAt === 'revealed' && fact
    ? { stage: 'revealed', answer: fact.answer, ...at }
    : { stage: 'asking', ...at }
}

function withClock(state: Live, clock: Clock): PracticeState {
  return clock === state.clock ? state : { ...state, clock }
}

/**
 * What an event makes of a state (specification §4). An event that does not fit the state returns that very state.
 * Time is looked at first: after the timer's end nothing is answered any more.
 */
export function step(state: PracticeState, event: PracticeEvent, nowMs: number): PracticeState {
  switch (event.type) {
    case 'start':
      return event.facts.length > 0 && event.durationSeconds > 0 ? started(event, nowMs) : state
    case 'reset':
      return state.stage === 'setup' ? state : { stage: 'setup' }
    case 'go_on':
      return goneOn(state, nowMs)
    case 'tick':
      return ticked(state, nowMs)
    case 'answer':
    case 'continue':
    case 'show_visual':
    case 'pause':
    case 'resume':
    case 'end': {
      const now = isLive(state) ? ticked(state, nowMs) : state
      return isLive(now) ? stepped(now, event, nowMs) : now
    }
  }
}

function stepped(
  state: Live,
  event: Extract<PracticeEvent, { type: 'answer' | 'continue' | 'show_visual' | 'pause' | 'resume' | 'end' }>,
  nowMs: number,
): PracticeState {
  switch (event.type) {
    case 'answer':
      return state.stage === 'asking' ? answered(state, event.value, nowMs) : state
    case 'continue':
      return state.stage === 'revealed' ? movedOn(state, state.session, nowMs) : state
    case 'show_visual':
      return state.visualUsed ? state : { ...state, visualUsed: true }
    case 'pause':
      return withClock(state, state.clock.runningSinceMs === null ? state.clock : stopped(state.clock, nowMs))
    case 'resume':
      return withClock(state, running(state.clock, nowMs))
    case 'end':
      return endedByPlayer(state, nowMs)
  }
}
