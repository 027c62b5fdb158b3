import type { PracticeSession, PracticeState } from '../../../domain/practice-state.ts'
import type { Fact } from '../../../domain/fact.ts'

/** What the screens render. */
export type PracticeView = {
  readonly state: PracticeState
  /** The text in the answer box. */
  readonly draft: string
  /** Whether submitted text was not a whole number; shown until the text changes. */
  readonly notANumber: boolean
  readonly showVisual: boolean
  /** Null for a plain pause. */
  readonly pausedFor: PauseReason | null
}

/** Why a session is paused: to confirm ending it, to explain why this problem is asked, or because nobody answered for long. */
export type PauseReason = 'end' | 'why' | 'nobody_there'

/** Null in setup. */
export function sessionOf(state: PracticeState): PracticeSession | null {
  return state.stage === 'setup' ? null : state.session
}

/** Whether a problem is shown and the clock is running. */
export function isRunning(state: PracticeState): boolean {
  const clocked = state.stage === 'asking' || state.stage === 'retry' || state.stage === 'revealed'
  return clocked && state.clock.runningSinceMs !== null
}

/** Whether the typed text can be submitted (specification §5). */
export function isReady(state: PracticeState, draft: string): boolean {
  return state.stage === 'asking' && draft !== ''
}

/** The typed text stays during feedback and is cleared for the next attempt or problem. */
export function draftAfter({ state: before, draft }: PracticeView, after: PracticeState): string {
  // The right answer replaces the wrong one beside the problem.
  if (after.stage === 'revealed' && before.stage !== 'revealed') return String(after.answer)
  const awaitsAgain = before.stage === 'retry' && after.stage === 'asking'
  return awaitsAgain || placeOf(before) !== placeOf(after) ? '' : draft
}

function placeOf(state: PracticeState): number | null {
  return 'index' in state ? state.index : null
}

/** The fact of the current problem, or null if none is shown. */
export function currentFact(state: PracticeState): Fact | null {
  switch (state.stage) {
    case 'asking':
    case 'retry':
    case 'revealed':
      return state.session.facts[state.index] ?? null
    default:
      return null
  }
}
