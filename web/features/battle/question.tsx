import type { RefObject } from 'react'
import type { BattleProblem } from '../../../domain/battle-problems.ts'
import { ANSWER_BOX } from '../../ui/answer-box.ts'
import { operationSymbol, OPERATION_TONES } from '../../ui/operation-tone.ts'
import { VerdictMark } from '../../ui/verdict.tsx'
import { widestProblem, writtenProblem } from '../../ui/written-problem.ts'
import { messages } from './messages.en.ts'
import { activeOf, useBattle, useSession } from './use-battle.ts'

const PROBLEM_ID = 'battle-problem'
const NO_PROBLEMS: readonly BattleProblem[] = []

/** The problem and the answer box, larger than anything else on the screen. */
export function Question({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="play-question">
      <Problem />
      <div className="relative">
        <AnswerBox answer={answer} />
        <Miss />
      </div>
    </div>
  )
}

function Problem() {
  const problem = useBattle((view) => {
    const active = activeOf(view)
    return active?.run.problems[active.index]
  })
  const widest = useBattle((view) => widestProblem(activeOf(view)?.run.problems ?? NO_PROBLEMS))
  return (
    <div className="play-problem" data-widest={widest}>
      {problem && (
        // A new element for each problem: a browser that translates replaces the text nodes of the old one.
        <p key={writtenProblem(problem)} id={PROBLEM_ID}>
          {`${problem.operand1} `}
          <span className={OPERATION_TONES[problem.operation].text}>
            {operationSymbol(problem.operation)}
          </span>
          {` ${problem.operand2} =`}
        </p>
      )}
    </div>
  )
}

function AnswerBox({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const session = useSession()
  const draft = useBattle((view) => view.draft)
  return (
    <input
      {...ANSWER_BOX}
      ref={answer}
      aria-label={messages.arena.answerLabel}
      aria-describedby={PROBLEM_ID}
      value={draft}
      onChange={({ currentTarget }) => session.setDraft(currentTarget.value)}
    />
  )
}

/** A cross beside the wrong answer, until the next key. */
function Miss() {
  const missed = useBattle((view) => activeOf(view)?.attempt === 'retry' && view.draft === '')
  return missed && <VerdictMark verdict="not_yet" />
}
