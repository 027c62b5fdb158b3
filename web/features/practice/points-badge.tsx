import { useEffect, useState } from 'react'
import { SCORE_BADGE_MS } from '../../../domain/practice.ts'
import { scoreProblem } from '../../../domain/scoring.ts'
import { messages } from './messages.en.ts'
import { useSettledView } from './use-run.ts'

/**
 * '+points' for 1.5 s after a right answer (specification §4). It stands over its place, moves nothing, and keeps still
 * while the next answer is typed: a running animation makes every key wait for the screen's next beat.
 */
export function PointsBadge() {
  const answered = useSettledView(({ state }) => ('session' in state ? state.session.answered : null))
  const [past, setPast] = useState(answered)
  useEffect(() => {
    const timer = setTimeout(() => setPast(answered), SCORE_BADGE_MS)
    return () => clearTimeout(timer)
  }, [answered])
  const last = answered === past ? undefined : answered?.at(-1)
  if (answered === null || last === undefined || !last.correct) return null
  return (
    <span key={answered.length} className="play-badge animate-pop" aria-hidden="true">
      {messages.problem.pointsBadge(scoreProblem(last).finalScore)}
    </span>
  )
}
