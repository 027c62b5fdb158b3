import type { Sound } from '../../lib/sound.ts'
import type { BattleFlow } from './battle-flow.ts'

/** What is heard when one state of the flow follows the other; null for silence. */
export function battleSoundBetween(before: BattleFlow, after: BattleFlow): Sound | null {
  if (after.stage !== 'battle') return null
  const { play } = after
  const playBefore = before.stage === 'battle' ? before.play : null
  if (play.stage === 'ended') return play.result && playBefore?.stage !== 'ended' ? 'finished' : null
  // The first sound wakes the sound device, which takes long; better now than under the first answer.
  if (play.stage === 'waiting') return after.countdown ? 'tap' : null
  if (play.stage !== 'active' || playBefore?.stage !== 'active') return null
  if (play.attempt !== playBefore.attempt && play.attempt !== 'first') return 'not_yet'
  return play.index > playBefore.index ? 'correct' : null
}
