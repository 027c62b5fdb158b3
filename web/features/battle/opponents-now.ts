import type { OpponentView, ScoreView } from '../../../domain/battle-view.ts'
import type { BattleFlow } from './battle-flow.ts'

const NOBODY: readonly OpponentView[] = []
const NO_SCORES: readonly ScoreView[] = []

/** The opponents of the battle that goes on, as they were told when it began; one and the same list while nothing changes. */
export function opponentsOf(flow: BattleFlow): readonly OpponentView[] {
  return flow.stage === 'battle' && flow.play.stage !== 'ended' ? flow.opponents : NOBODY
}

/** The scores as told last, none before the first; one and the same list while nothing changes. */
export function scoresOf(flow: BattleFlow): readonly ScoreView[] {
  return flow.stage === 'battle' && 'run' in flow.play ? flow.play.run.scores : NO_SCORES
}

type OpponentNow = OpponentView & { readonly score: number }

/** The opponents with their points, and whether they have left, as far as it was told. */
export function opponentsNow(
  opponents: readonly OpponentView[],
  scores: readonly ScoreView[],
): readonly OpponentNow[] {
  // Scores are in the order of the battle, and so are the opponents, without oneself.
  const others = scores.filter(({ you }) => !you)
  return opponents.map((opponent, at) => ({ ...opponent, score: 0, ...others[at] }))
}
