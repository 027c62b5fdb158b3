import { type MouseEvent, memo, useMemo, useState } from 'react'
import { type AnsweredProblem, scoreProblem, scoreSession } from '../../../domain/scoring.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressFrames } from '../../ui/progress-frames.tsx'
import { Companion, type CompanionLook } from './companion.tsx'
import { messages } from './messages.en.ts'
import { frameTotal, progressMarks } from './progress-marks.ts'
import { useGhostProblems } from './race.ts'
import { TimeLeft } from './time-left.tsx'
import { usePracticeRun, useView } from './use-run.ts'
import { Close, Pause, QuestionMark } from './icons.tsx'
import { SCORE_BADGE_MS } from '../../../domain/practice-state.ts'
import { EarnedPoints } from '../../ui/verdict.tsx'
import { useJustSolved } from './use-just-solved.ts'

const NONE: readonly AnsweredProblem[] = []
const keepFocus = (event: MouseEvent): void => event.preventDefault()

type Props = {
  companion: CompanionLook
  announce: (text: string) => void
}

/** The bar at the top: End, Pause, 'Why this question?', progress, points and time left. */
export const PracticeBar = memo(function PracticeBar({ companion, announce }: Props) {
  const run = usePracticeRun()
  return (
    <div className="practice-bar">
      <div className="practice-bar-left">
        <Button kind="quiet" className="px-3" onMouseDown={keepFocus} onClick={() => run.pauseFor('end')}>
          <Close />
          <span className="practice-end">{messages.problem.end}</span>
        </Button>
        <Button
          kind="quiet"
          className="px-3"
          aria-label={messages.problem.pause}
          data-tooltip={messages.problem.pause}
          onMouseDown={keepFocus}
          onClick={() => run.send({ type: 'pause' })}
        >
          <Pause />
        </Button>
        <Button
          kind="quiet"
          className="px-3"
          aria-label={messages.why.title}
          data-tooltip={messages.why.title}
          onMouseDown={keepFocus}
          onClick={() => run.pauseFor('why')}
        >
          <QuestionMark />
        </Button>
      </div>
      <div className="practice-progress">
        <Companion {...companion} />
        <Progress />
      </div>
      <div className="practice-bar-right">
        <Points />
        <TimeLeft announce={announce} />
      </div>
    </div>
  )
})

function Progress() {
  const run = usePracticeRun()
  const [before] = useState(run.marksBefore)
  const total = useView(({ state }) => ('session' in state ? state.session.totalProblems : 0))
  const answered = useView(({ state }) => ('session' in state ? state.session.answered : NONE))
  const ghosts = useGhostProblems()
  const marks = useMemo(() => [...before, ...progressMarks(answered)], [before, answered])
  return (
    <ProgressFrames
      total={frameTotal(before.length + total)}
      marks={marks}
      ghosts={ghosts && before.length + ghosts}
      showsLast
    />
  )
}

function Points() {
  const answered = useView(({ state }) => ('session' in state ? state.session.answered : NONE))
  const points = scoreSession(answered).totalScore
  return (
    <p className="practice-points not-calm">
      <span className="text-sm text-ink-soft">{messages.problem.score}</span>{' '}
      <span className="inline-block min-w-[3ch] text-start text-xl font-bold tabular-nums">
        {messages.problem.points(points)}
      </span>
      <PointsBadge />
    </p>
  )
}

/** '+points' beside the score until the next key or touch, for at most 1.5 s (specification §4). */
function PointsBadge() {
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
