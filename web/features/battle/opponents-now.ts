import type { OpponentView, ScoreView } from '../../../domain/battle-view.ts'
import type { BattleFlow } from './flow-state.ts'

const NOBODY: readonly OpponentView[] = []
const NO_SCORES: readonly ScoreView[] = []

/** The opponents of the current battle as of its beginning. The same array until they change. */
export function opponentsOf(flow: BattleFlow): readonly OpponentView[] {
  return flow.stage === 'battle' && flow.play.stage !== 'ended' ? flow.opponents : NOBODY
}

/** The last scores from the server; empty before. The same array until they change. */
export function scoresOf(flow: BattleFlow): readonly ScoreView[] {
  return flow.stage === 'battle' && 'run' in flow.play ? flow.play.run.scores : NO_SCORES
}

type OpponentNow = OpponentView & { readonly score: number }

/** The opponents with their last known points, and whether they have left. */
export function currentOpponents(
  opponents: readonly OpponentView[],
  scores: readonly ScoreView[],
): readonly OpponentNow[] {
  // Both lists are in order of seats; the opponents lack the player.
  const others = scores.filter(({ you }) => !you)
  return opponents.map((opponent, at) => ({ ...opponent, score: 0, ...others[at] }))
}
