import { SCORE_BADGE_MS } from '../../../domain/practice-state.ts'
import { useFresh } from '../../lib/use-fresh.ts'
import { SolvedLine, VerdictMark } from '../../ui/verdict.tsx'
import { writtenProblem } from '../../ui/written-problem.ts'
import { messages } from './messages.en.ts'
import { activeOf, useBattle } from './use-battle.ts'

/**
 * The verdict on the last answer: the solved problem after a right one; 'Try again', then the answer after a miss
 * (specification §4). Its space is always reserved.
 */
export function Feedback() {
  return (
    <div className="play-feedback">
      <Sentences />
      <Solved />
    </div>
  )
}

function Solved() {
  const index = useBattle((view) => activeOf(view)?.index ?? 0)
  const solved = useBattle((view) => activeOf(view)?.run.problems[index - 1])
  const fresh = useFresh(index, SCORE_BADGE_MS)
  return fresh && solved && <SolvedLine key={index} solved={`${writtenProblem(solved)} ${solved.answer}`} />
}

/** The sentences after a miss, as a live region. */
function Sentences() {
  const attempt = useBattle((view) => activeOf(view)?.attempt)
  const answer = useBattle((view) => {
    const active = activeOf(view)
    return active?.attempt === 'reveal' ? active.run.problems[active.index]?.answer : undefined
  })
  return (
    <output>
      {attempt === 'retry' && (
        <span className="play-not-yet">
          <VerdictMark verdict="not_yet" /> <strong>{messages.arena.notYet}</strong>{' '}
          <span>{messages.arena.tryAgain}</span>
        </span>
      )}
      {answer !== undefined && <strong className="play-not-yet">{messages.arena.reveal(answer)}</strong>}
    </output>
  )
}
