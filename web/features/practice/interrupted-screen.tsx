import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { remainingMs, type PracticeState } from '../../../domain/practice-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProgressFrames } from '../../ui/progress-frames.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { messages } from './messages.en.ts'
import { practiceName } from './practice-name.ts'
import { frameTotal, progressMarks } from './progress-marks.ts'
import { steadyNowMs } from '../../lib/now.ts'
import { RESUME_SESSION } from '../../lib/practice-key.ts'
import { usePracticeRun } from './use-run.ts'

type Props = {
  state: Extract<PracticeState, { stage: 'interrupted' }>
  /** From the URL. The saved session may be of another one. */
  sessionType: string
  onStartOver: () => void
}

/** Set if the child continues at the URL of another league: the page of the session's own league then resumes at once. */
let resumesOnMount = false

/** After a reload: go on, or start over (decisions §5). The clock is stopped until the child has chosen. */
export function InterruptedScreen({ state, sessionType, onStartOver }: Props) {
  const run = usePracticeRun()
  const [, navigate] = useLocation()
  const { session } = state
  const { name } = practiceName(session.sessionType)
  const isOther = session.sessionType !== sessionType

  useEffect(() => {
    if (resumesOnMount || (!isOther && history.state === RESUME_SESSION)) run.send({ type: 'go_on' })
    resumesOnMount = false
  }, [run, isOther])

  function goOn(): void {
    resumesOnMount = isOther
    if (isOther) navigate(`/practice/${session.sessionType}${location.search}`, { replace: true })
    else run.send({ type: 'go_on' })
  }

  return (
    <div className="page-width flex flex-1 flex-col items-center justify-center gap-6 py-6">
      <StageHeading>{messages.interrupted.title}</StageHeading>
      <Card className="flex w-full max-w-xl flex-col gap-6 text-center">
        <p className="text-lg">
          {messages.interrupted.lead(name, session.answered.length, session.totalProblems)}
        </p>
        <ProgressFrames total={frameTotal(session.totalProblems)} marks={progressMarks(session.answered)} />
        {session.hasClock && (
          <p className="font-bold tabular-nums">
            {messages.time.spokenTimeLeft(remainingMs(state, steadyNowMs()))}
          </p>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          <Button kind="secondary" size="large" onClick={onStartOver}>
            {isOther
              ? messages.interrupted.startOther(practiceName(sessionType).name)
              : messages.interrupted.startOver}
          </Button>
          <Button kind="primary" size="large" onClick={goOn}>
            {messages.interrupted.goOn}
          </Button>
        </div>
      </Card>
    </div>
  )
}
