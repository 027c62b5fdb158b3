import { useMemo, type RefObject } from 'react'
import { factsOfCategory } from '../../../domain/category.ts'
import { ANSWER_BOX } from '../../ui/answer-box.ts'
import { VerdictMark } from '../../ui/verdict.tsx'
import { widestProblem, writtenProblem } from '../../ui/written-problem.ts'
import { messages } from './messages.en.ts'
import { currentFact } from './practice-view.ts'
import { usePracticeRun, useView } from './use-run.ts'

const PROBLEM_ID = 'problem'

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
  const fact = useView(({ state }) => currentFact(state))
  const sessionType = useView(({ state }) => ('session' in state ? state.session.sessionType : ''))
  // For the whole category, because the facts of a session are chosen during it.
  const widest = useMemo(() => widestProblem(factsOfCategory(sessionType)), [sessionType])
  const written = fact ? writtenProblem(fact) : ''
  return (
    <div className="play-problem" data-widest={widest}>
      {/* A new element for each problem: a new text in the old one would count as a layout shift. */}
      <p key={written} id={PROBLEM_ID}>
        {written}
      </p>
    </div>
  )
}

/** A cross beside the wrong answer, as long as that is shown. */
function Miss() {
  const missed = useView(({ state }) => state.stage === 'retry')
  return missed && <VerdictMark verdict="not_yet" />
}

function AnswerBox({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const run = usePracticeRun()
  const awaited = useView(({ state }) => state.stage === 'asking')
  const draft = useView((view) => view.draft)
  return (
    <input
      {...ANSWER_BOX}
      ref={answer}
      value={draft}
      data-awaited={awaited}
      aria-label={messages.problem.answerLabel}
      aria-describedby={PROBLEM_ID}
      onChange={({ currentTarget }) => run.setDraft(currentTarget.value)}
    />
  )
}
