import { fieldsOf } from '../../../domain/json-fields.ts'
import { freeze, revive } from '../../../domain/practice-record.ts'
import type { PracticeState } from '../../../domain/practice-state.ts'
import { warn } from '../../lib/log.ts'
import { PRACTICE_KEY } from '../../lib/practice-key.ts'
import { newSubmissionId } from '../../lib/random-id.ts'
import { findStored, removeStored, writeStored } from '../../lib/storage.ts'
import { messages } from './messages.en.ts'

/** Saved beside the session's state. */
export type PracticeNotes = {
  readonly showVisual: boolean
  readonly soundEnabled: boolean
  /** Whole seconds of practice already reported, so that none is reported twice after a reload. */
  readonly reportedSeconds: number
}

type SavedPractice = { readonly state: PracticeState; readonly notes: PracticeNotes }

export const NO_NOTES: PracticeNotes = {
  showVisual: false,
  soundEnabled: true,
  reportedSeconds: 0,
}

/** Stored with each save: other tabs are told of a value only if it differs from the one before, also if this tab merely goes on. */
const PAGE = newSubmissionId()

const NOTHING_SAVED: SavedPractice = { state: { stage: 'setup' }, notes: NO_NOTES }

function reviveNotes(json: unknown): PracticeNotes {
  const stored = fieldsOf(json)
  const seconds = stored.get('reportedSeconds')
  return {
    showVisual: stored.get('showVisual') === true,
    soundEnabled: stored.get('soundEnabled') !== false,
    reportedSeconds: typeof seconds === 'number' && seconds >= 0 ? Math.floor(seconds) : 0,
  }
}

function reviveSaved(json: unknown): SavedPractice | null {
  const state = revive(json)
  return state.stage === 'setup' ? null : { state, notes: reviveNotes(json) }
}

/** As `restorePractice`, but results are restored only by a reload: on a new visit, the child wants to play. */
export function restoreOnLoad(): SavedPractice {
  const saved = restorePractice()
  if (saved.state.stage !== 'complete' || history.state === saved.state.session.id) return saved
  removeStored(PRACTICE_KEY)
  return NOTHING_SAVED
}

/** The session saved in this browser, or setup. Broken data is deleted with a warning (specification §8). */
export function restorePractice(): SavedPractice {
  const found = findStored(PRACTICE_KEY, reviveSaved)
  if (found.kind === 'value') return found.value
  if (found.kind === 'broken') {
    warn(messages.warnings.restore)
    removeStored(PRACTICE_KEY)
  }
  return NOTHING_SAVED
}

/** Saves the session, or deletes the saved one if there is nothing to resume. Returns false if it would not survive a reload. */
export function savePractice({ state, notes }: SavedPractice, nowMs: number): boolean {
  const frozen = freeze(state, nowMs)
  // A reload keeps the state of the history entry, but a new visit does not have it.
  // Set at the start of the session, because a page that is being unloaded can no longer set it.
  if (state.stage !== 'setup' && history.state !== state.session.id)
    history.replaceState(state.session.id, '')
  if (frozen !== null) return writeStored(PRACTICE_KEY, { ...frozen, ...notes, page: PAGE })
  removeStored(PRACTICE_KEY)
  return true
}
