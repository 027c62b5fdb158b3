import { fieldsOf } from '../../../domain/json-fields.ts'
import { freeze, revive } from '../../../domain/practice-record.ts'
import type { PracticeState } from '../../../domain/practice-state.ts'
import { warn } from '../../lib/log.ts'
import { PRACTICE_KEY } from '../../lib/practice-key.ts'
import { findStored, removeStored, writeStored } from '../../lib/storage.ts'
import { messages } from './messages.en.ts'

/** What is kept beside the session's own state, so that nothing is told twice after a reload. */
export type PracticeNotes = {
  readonly showVisual: boolean
  readonly soundEnabled: boolean
  /** Whole seconds of this session already told as practised. */
  readonly reportedSeconds: number
}

type KeptPractice = { readonly state: PracticeState; readonly notes: PracticeNotes }

export const NO_NOTES: PracticeNotes = {
  showVisual: false,
  soundEnabled: true,
  reportedSeconds: 0,
}

const NOTHING_KEPT: KeptPractice = { state: { stage: 'setup' }, notes: NO_NOTES }

function reviveNotes(json: unknown): PracticeNotes {
  const stored = fieldsOf(json)
  const seconds = stored.get('reportedSeconds')
  return {
    showVisual: stored.get('showVisual') === true,
    soundEnabled: stored.get('soundEnabled') !== false,
    reportedSeconds: typeof seconds === 'number' && seconds >= 0 ? Math.floor(seconds) : 0,
  }
}

function reviveKept(json: unknown): KeptPractice | null {
  const state = revive(json)
  return state.stage === 'setup' ? null : { state, notes: reviveNotes(json) }
}

/** Results stay when the page is loaded again, and only then: whoever comes to practice anew wants to play. */
export function restoreOnLoad(): KeptPractice {
  const kept = restorePractice()
  if (kept.state.stage !== 'complete' || history.state === kept.state.session.id) return kept
  removeStored(PRACTICE_KEY)
  return NOTHING_KEPT
}

/** The session this browser kept, or setup; what cannot be read is warned of (specification §8) and forgotten. */
export function restorePractice(): KeptPractice {
  const found = findStored(PRACTICE_KEY, reviveKept)
  if (found.kind === 'value') return found.value
  if (found.kind === 'broken') {
    warn(messages.warnings.restore)
    removeStored(PRACTICE_KEY)
  }
  return NOTHING_KEPT
}

/** Keeps the session, or forgets it when there is none to go on with. False when it will not outlive the page. */
export function savePractice({ state, notes }: KeptPractice, nowMs: number): boolean {
  const frozen = freeze(state, nowMs)
  // The entry of the browser's history outlives a reload, and no other visit has it.
  // Marked from the session's start: a page that is being unloaded can no longer mark it.
  if (state.stage !== 'setup' && history.state !== state.session.id)
    history.replaceState(state.session.id, '')
  if (frozen !== null) return writeStored(PRACTICE_KEY, { ...frozen, ...notes })
  removeStored(PRACTICE_KEY)
  return true
}
