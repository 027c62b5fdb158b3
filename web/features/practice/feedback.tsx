import { messages } from './messages.en.ts'
import { useView } from './use-run.ts'

/**
 * What follows a wrong answer, in the colour of thinking: 'Not yet' and the specification's sentence (§4); and what
 * follows one that is no number. It is the live region of these sentences as well; its place is always kept.
 */
export function Feedback() {
  const chancesLeft = useView(({ state }) => (state.stage === 'retry' ? state.chancesLeft : null))
  const answer = useView(({ state }) => (state.stage === 'revealed' ? state.answer : null))
  const unclear = useView((view) => view.unclear)
  return (
    <output className="play-feedback">
      {chancesLeft !== null && (
        <span className="play-not-yet">
          <strong>{messages.problem.notYet}</strong> <span>{messages.problem.tryAgain(chancesLeft)}</span>
        </span>
      )}
      {unclear && <strong className="play-not-yet">{messages.problem.onlyDigits}</strong>}
      {answer !== null && (
        <strong className="play-not-yet practice-answer-is">{messages.problem.answerIs(answer)}</strong>
      )}
    </output>
  )
}
