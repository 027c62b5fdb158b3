import { SCORE_BADGE_MS } from '../../../domain/practice-state.ts'
import { SolvedLine, VerdictMark } from '../../ui/verdict.tsx'
import { writtenProblem } from '../../ui/written-problem.ts'
import { messages } from './messages.en.ts'
import { useJustSolved } from './use-just-solved.ts'
import { useHelp } from './use-help.ts'
import { useView } from './use-run.ts'

/**
 * The verdict on the last answer: the solved problem after a right one; 'Not yet' and the specification's sentence (§4) after a
 * miss, with a hint that stays while the child tries again. Its space is always reserved.
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
  const solved = useJustSolved(SCORE_BADGE_MS)
  if (solved === null) return null
  const { fact, number } = solved
  return <SolvedLine key={number} solved={`${writtenProblem(fact)} ${fact.answer}`} />
}

/** The sentences after a miss or an invalid number, as a live region. */
function Sentences() {
  const chancesLeft = useView(({ state }) => (state.stage === 'retry' ? state.chancesLeft : null))
  const answer = useView(({ state }) => (state.stage === 'revealed' ? state.answer : null))
  const notANumber = useView((view) => view.notANumber)
  const help = useHelp()
  return (
    <output>
      {chancesLeft !== null && (
        <span className="play-not-yet practice-not-yet">
          <VerdictMark verdict="not_yet" /> <strong>{messages.problem.notYet}</strong>{' '}
          <span>{messages.problem.tryAgain(chancesLeft)}</span>
        </span>
      )}
      {help && !notANumber && <span className="practice-hint">{messages.problem.hint(help.hint)}</span>}
      {notANumber && <strong className="play-not-yet">{messages.problem.onlyDigits}</strong>}
      {answer !== null && (
        <strong className="play-not-yet practice-answer-is">{messages.problem.answerIs(answer)}</strong>
      )}
    </output>
  )
}
