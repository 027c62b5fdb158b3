import { useEffect, useRef, useState } from 'react'
import { AnswerKeys } from './answer-keys.tsx'
import type { CompanionLook } from './companion.tsx'
import { Feedback } from './feedback.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { PracticeBar } from './practice-bar.tsx'
import { Question } from './question.tsx'
import { useView } from './use-run.ts'
import { VisualPlace } from './visual-place.tsx'
import { scoreProblem } from '../../../domain/scoring.ts'
import { currentFact } from './practice-view.ts'
import { messages } from './messages.en.ts'
import '../../ui/play.css'
import './practice.css'

type Props = {
  companion: CompanionLook
}

/**
 * The screen with the current problem. Each part subscribes only to what it shows, so that a key re-renders nothing else, and has
 * its space reserved, so that nothing moves.
 */
export function ProblemScreen({ companion }: Props) {
  const answer = useRef<HTMLInputElement>(null)
  const [spokenTime, setSpokenTime] = useState('')
  const paused = useView(({ state }) => 'clock' in state && state.clock.runningSinceMs === null)
  const awaitsAnswer = useView(({ state }) => state.stage !== 'revealed') && !paused
  useEffect(() => {
    if (awaitsAnswer) answer.current?.focus({ preventScroll: true })
  }, [awaitsAnswer])

  return (
    // A translator would take over the texts that change with each answer.
    <div translate="no" className="play-screen practice-screen" data-paused={paused || undefined}>
      <PracticeBar companion={companion} announce={setSpokenTime} />
      <div className="practice-board">
        <VisualPlace answer={answer} />
        <Question answer={answer} />
        <Feedback />
      </div>
      <AnswerKeys answer={answer} />
      <Announcer spokenTime={spokenTime} />
      <PauseDialog open={paused} />
    </div>
  )
}

/** Live regions for screen readers: the verdict with the next problem, and the time left on request. */
function Announcer({ spokenTime }: { spokenTime: string }) {
  const fact = useView(({ state }) => currentFact(state))
  const answered = useView(({ state }) => ('session' in state ? state.session.answered : null))
  const last = answered?.at(-1)
  const verdict = last?.correct ? `${messages.problem.spokenCorrect(scoreProblem(last).finalScore)} ` : ''
  return (
    <>
      <output className="sr-only">
        {fact === null ? '' : `${verdict}${messages.problem.spokenQuestion(fact)}`}
      </output>
      <output className="sr-only">{spokenTime}</output>
    </>
  )
}
