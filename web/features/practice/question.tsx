import { useMemo, useRef, type RefObject } from 'react'
import { factsOfCategory } from '../../../domain/category.ts'
import { ANSWER_BOX } from '../../ui/answer-box.ts'
import { VerdictMark } from '../../ui/verdict.tsx'
import { widestProblem, writtenProblem } from '../../ui/written-problem.ts'
import { messages } from './messages.en.ts'
import { currentFact, type PracticeView } from './practice-view.ts'
import { usePracticeRun, useView, useWritten } from './use-run.ts'

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

/** Replaces the text node: giving it a shorter text would count as a layout shift. */
function writeProblem(element: HTMLElement, { state }: PracticeView): void {
  const fact = currentFact(state)
  const written = fact && writtenProblem(fact)
  if (written === null || element.textContent === written) return
  const before = element.firstChild
  if (before) before.replaceWith(written)
  else element.append(written)
}

function Problem() {
  const problem = useRef<HTMLParagraphElement>(null)
  const sessionType = useView(({ state }) => ('session' in state ? state.session.sessionType : ''))
  // For the whole category, because the facts of a session are chosen during it.
  const widest = useMemo(() => widestProblem(factsOfCategory(sessionType)), [sessionType])
  useWritten(problem, writeProblem)
  return (
    <div className="play-problem" data-widest={widest}>
      <p ref={problem} id={PROBLEM_ID} />
    </div>
  )
}

/** A cross beside the wrong answer, as long as that is shown. */
function Miss() {
  const missed = useView(({ state }) => state.stage === 'retry')
  return missed && <VerdictMark verdict="not_yet" />
}

function writeAnswer(element: HTMLInputElement, { draft }: PracticeView): void {
  if (element.value !== draft) element.value = draft
}

function AnswerBox({ answer }: { answer: RefObject<HTMLInputElement | null> }) {
  const run = usePracticeRun()
  const awaited = useView(({ state }) => state.stage === 'asking')
  useWritten(answer, writeAnswer)
  return (
    <input
      {...ANSWER_BOX}
      ref={answer}
      data-awaited={awaited}
      aria-label={messages.problem.answerLabel}
      aria-describedby={PROBLEM_ID}
      onChange={({ currentTarget }) => {
        run.setDraft(currentTarget.value)
        // Removes characters that were refused.
        writeAnswer(currentTarget, run.view.getState())
      }}
    />
  )
}
