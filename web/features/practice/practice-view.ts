import type { PracticeSession, PracticeState } from '../../../domain/practice-state.ts'
import type { Fact } from '../../../domain/fact.ts'

/** What the screens draw. */
export type PracticeView = {
  readonly state: PracticeState
  /** What is typed into the answer box. */
  readonly draft: string
  /** Whether Submit is in service. */
  readonly ready: boolean
  /** Whether what is typed was submitted though it is no whole number; the screen says so until it changes. */
  readonly unclear: boolean
  readonly showVisual: boolean
  /** What the session is paused for: to ask if it should end, or to say why this problem is asked; null for a pause. */
  readonly pausedFor: 'end' | 'why' | null
}

/** The session in a state, or null in setup. */
export function sessionOf(state: PracticeState): PracticeSession | null {
  return state.stage === 'setup' ? null : state.session
}

/** Whether a problem is up and its clock runs. */
export function isRunning(state: PracticeState): boolean {
  const clocked = state.stage === 'asking' || state.stage === 'retry' || state.stage === 'revealed'
  return clocked && state.clock.runningSinceMs !== null
}

/** Whether what is typed can be submitted (specification §5). */
export function isReady(state: PracticeState, draft: string): boolean {
  return state.stage === 'asking' && draft !== ''
}

/** The typed text stays while feedback shows, and is gone when the next try or problem comes. */
export function draftAfter({ state: before, draft }: PracticeView, after: PracticeState): string {
  // Beside the problem stands what is true, not the last guess.
  if (after.stage === 'revealed' && before.stage !== 'revealed') return String(after.answer)
  const awaitsAgain = before.stage === 'retry' && after.stage === 'asking'
  return awaitsAgain || placeOf(before) !== placeOf(after) ? '' : draft
}

function placeOf(state: PracticeState): number | null {
  return 'index' in state ? state.index : null
}

/** The fact of the problem that is up, or null when none is. */
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
