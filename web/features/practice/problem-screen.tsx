import { useEffect, useRef, useState } from 'react'
import { useAnswerKeys } from '../../lib/answer-keys.ts'
import { useWholeScreen } from '../../lib/whole-screen.ts'
import '../../ui/play.css'
import { AnswerKeys } from './answer-keys.tsx'
import { Announcer } from './announcer.tsx'
import { Feedback } from './feedback.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import './practice.css'
import { PracticeBar } from './practice-bar.tsx'
import type { PracticeRun } from './practice-run.ts'
import { Question } from './question.tsx'
import { usePracticeRun, useView } from './use-run.ts'
import { VisualPlace } from './visual-place.tsx'

function enter(run: PracticeRun): void {
  if (run.view().state.stage === 'revealed') run.send({ type: 'continue' })
  else run.submit()
}

/**
 * The stage on which a problem is up. Its parts each watch only what they draw, so that a key redraws the problem and
 * nothing else; every part has its place reserved, so that nothing on the screen ever moves.
 */
export function ProblemScreen() {
  const run = usePracticeRun()
  const answer = useRef<HTMLInputElement>(null)
  const [spokenTime, setSpokenTime] = useState('')
  const paused = useView(({ state }) => 'clock' in state && state.clock.runningSinceMs === null)
  useWholeScreen(true)
  useAnswerKeys(run, answer, enter)
  const awaitsAnswer = useView(({ state }) => state.stage !== 'revealed') && !paused
  useEffect(() => {
    if (awaitsAnswer) answer.current?.focus({ preventScroll: true })
  }, [awaitsAnswer])

  return (
    <div className="play-screen practice-screen" data-paused={paused || undefined}>
      <PracticeBar onAskTime={setSpokenTime} />
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
