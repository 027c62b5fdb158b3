import { SCORE_BADGE_MS } from '../../../domain/practice-state.ts'
import { scoreProblem } from '../../../domain/scoring.ts'
import { EarnedPoints } from '../../ui/verdict.tsx'
import { messages } from './messages.en.ts'
import { useJustSolved } from './use-just-solved.ts'

/** '+points' beside the score until the next key, for 1.5 s at most (specification §4). */
export function PointsBadge() {
  const solved = useJustSolved(SCORE_BADGE_MS)
  return (
    <span className="play-earned">
      {solved && (
        <EarnedPoints
          key={solved.number}
          points={messages.problem.pointsBadge(scoreProblem(solved.answer).finalScore)}
          from=".play-answer"
        />
      )}
    </span>
  )
}
