import type { PracticeState } from '../../../domain/practice.ts'
import type { Sound } from '../../lib/sound.ts'
import { sessionOf } from './practice-view.ts'

/** What is heard when one state follows the other; null for silence. */
export function soundBetween(before: PracticeState, after: PracticeState): Sound | null {
  if (after.stage === 'complete' && before.stage === 'processing') return 'finished'
  // The first sound wakes the sound device, which takes long; better on Start than under the first answer.
  if (after.stage === 'asking' && (before.stage === 'setup' || before.stage === 'interrupted')) return 'tap'
  const answered = sessionOf(after)?.answered ?? []
  const isNew =
    sessionOf(before)?.id === sessionOf(after)?.id &&
    answered.length > (sessionOf(before)?.answered.length ?? 0)
  if (isNew && answered.at(-1)?.correct) return 'correct'
  const missed = after.stage === 'retry' || after.stage === 'revealed'
  return missed && before.stage !== after.stage ? 'not_yet' : null
}
