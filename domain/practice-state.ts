import type { Fact } from './fact.ts'
import type { Choice, Reason } from './learning/choose.ts'
import { atMost, COUNTED_MS_PER_PROBLEM, elapsedOf, type Clock } from './practice-clock.ts'
import type { AnsweredProblem, SessionScore } from './scoring.ts'
import type { TimeFactor } from './student-settings.ts'

export const PROBLEM_COUNTS = [10, 20, 50] as const
export const DEFAULT_PROBLEM_COUNT = 20
export const DEFAULT_DURATION_SECONDS = 120
export const MAX_DURATION_SECONDS = 3600
/** Specification §9, timings. */
export const WRONG_FEEDBACK_MS = 2000
export const SCORE_BADGE_MS = 1500
export const PROCESSING_STEP_MS = 800
export const PROCESSING_MS = 2500

/** One submitted answer, right or wrong (specification §3, attempt log). Times in milliseconds. */
export type AttemptLogEntry = {
  readonly sessionId: string
  /** Position among the attempts of the session, from 0. */
  readonly place: number
  readonly factId: string
  readonly studentAnswer: number
  readonly isCorrect: boolean
  readonly responseTime: number
  /** What this child needs to read the problem and type its answer. */
  readonly entryTime: number
  /** The child's, if it is a student. */
  readonly timeFactor?: TimeFactor | undefined
  readonly visualUsed: boolean
  readonly baseScore: number
  readonly speedMultiplier: number
  readonly finalScore: number
  readonly timestamp: number
}

export type PracticeSession = {
  /** Derived from its start time (specification §4). */
  readonly id: string
  readonly sessionType: string
  readonly targetDurationSeconds: number
  /** Whether the child sees how much time is left. */
  readonly hasClock: boolean
  readonly totalProblems: number
  /** The problems asked so far and at least the next one, in order. Those after it may still change. */
  readonly facts: readonly Fact[]
  /** Why each of them is asked. */
  readonly reasons: readonly Reason[]
  readonly startedAtMs: number
  readonly answered: readonly AnsweredProblem[]
}

/**
 * Chooses the problems after the one at `index`; called after each problem. Empty only if that problem is the last. The first
 * is asked next; the next call may replace the others.
 */
export type ChooseNext = (session: PracticeSession, index: number) => readonly Choice[]

export type Attempt = 1 | 2 | 3

/** The misses at the current problem: the last wrong number, and when the first answer came, in milliseconds. */
export type Missed = { readonly given: number; readonly firstAnswerMs: number }

/** A point in a session: the problem, the attempt, and when it was first shown. */
export type OnProblem = {
  readonly session: PracticeSession
  /** Index in `session.facts`. */
  readonly index: number
  readonly clock: Clock
  readonly attempt: Attempt
  /** What the clock said when the problem was first asked. */
  readonly askedAtElapsedMs: number
  /** Whether the problem's visual model has been on the screen. */
  readonly visualUsed: boolean
  /** Null before the first miss. */
  readonly missed: Missed | null
}

export type PracticeEndedBy = 'last_problem' | 'timer' | 'player'

type Ended = {
  readonly session: PracticeSession
  readonly endedBy: PracticeEndedBy
  /** Time practiced, without pauses. */
  readonly actualDurationMs: number
}

export type PracticeState =
  | { readonly stage: 'setup' }
  /** Restored after a reload: the clock is paused until the child continues or starts over. */
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
      /** Default: true. */
      readonly hasClock?: boolean
      /** Default: the number of `facts`. */
      readonly totalProblems?: number
      /** At least the first problem's. */
      readonly facts: readonly Fact[]
      /** Why each of them is asked. Default: `again`. */
      readonly reasons?: readonly Reason[]
    }
  | {
      readonly type: 'answer'
      readonly value: number
      /** What this child needs to read the problem and type its answer. */
      readonly entryMs: number
      readonly timeFactor?: TimeFactor | undefined
    }
  | { readonly type: 'continue' }
  | { readonly type: 'show_visual' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'tick' }
  | { readonly type: 'end' }
  | { readonly type: 'go_on' }
  | { readonly type: 'reset' }

export type PracticeSound = 'tap' | 'correct' | 'not_yet' | 'finished'

/** What a step asks the page to do, in this order. */
export type PracticeEffect =
  | { readonly type: 'session_started'; readonly session: PracticeSession }
  | { readonly type: 'fact_shown'; readonly sessionType: string; readonly factId: string }
  | { readonly type: 'attempt_made'; readonly attempt: AttemptLogEntry }
  | { readonly type: 'sound'; readonly sound: PracticeSound }
  | {
      readonly type: 'session_finished'
      readonly session: PracticeSession
      readonly score: SessionScore
      /** Time practiced, without pauses. */
      readonly actualDurationMs: number
    }

export type PracticeStepped = { readonly state: PracticeState; readonly effects: readonly PracticeEffect[] }

export type LivePractice = Extract<PracticeState, { stage: 'asking' | 'retry' | 'revealed' }>

/** Whether a problem is on the screen. */
export function isLive(state: PracticeState): state is LivePractice {
  return state.stage === 'asking' || state.stage === 'retry' || state.stage === 'revealed'
}

/** The most the session can last, in milliseconds. */
export function durationMs({ session }: OnProblem): number {
  return session.targetDurationSeconds * 1000
}

/** Milliseconds left on the session's timer; 0 when it has none or is over. */
export function remainingMs(state: PracticeState, nowMs: number): number {
  if (!isLive(state) && state.stage !== 'interrupted') return 0
  return Math.max(0, durationMs(state) - elapsedOf(state.clock, nowMs))
}

/** The clock, with no more of the current problem than counts as practiced. */
export function countedClock({ clock, askedAtElapsedMs }: OnProblem, nowMs: number): Clock {
  return atMost(clock, askedAtElapsedMs + COUNTED_MS_PER_PROBLEM, nowMs)
}

/** Milliseconds practiced in this session, without pauses and at most a minute of each problem. */
export function practicedMs(state: PracticeState, nowMs: number): number {
  switch (state.stage) {
    case 'setup':
      return 0
    case 'processing':
    case 'complete':
      return state.actualDurationMs
    default:
      return Math.min(durationMs(state), elapsedOf(countedClock(state, nowMs), nowMs))
  }
}

/** When a tick will next change something; null if it never will. */
export function nextDeadlineMs(state: PracticeState, nowMs: number): number | null {
  if (state.stage === 'processing') return state.startedAtMs + PROCESSING_MS
  if (!isLive(state) || state.clock.runningSinceMs === null) return null
  const atElapsedMs =
    state.stage === 'retry' ? Math.min(state.retryAtElapsedMs, durationMs(state)) : durationMs(state)
  return nowMs + Math.max(0, atElapsedMs - elapsedOf(state.clock, nowMs))
}
