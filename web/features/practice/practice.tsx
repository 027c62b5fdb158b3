import { useEffect, useLayoutEffect, useState } from 'react'
import { selectFacts } from '../../../domain/fact-selection.ts'
import type { PracticeState } from '../../../domain/practice.ts'
import { InterruptedScreen } from './interrupted-screen.tsx'
import { PracticeErrorBoundary } from './practice-error.tsx'
import { PracticeRun, type PracticeCallbacks } from './practice-run.ts'
import { ProblemScreen } from './problem-screen.tsx'
import { ProcessingScreen } from './processing-screen.tsx'
import { ResultsScreen, type ResultNote } from './results-screen.tsx'
import { SetupScreen, type ProblemCount } from './setup-screen.tsx'
import { RunContext, usePracticeRun, useView } from './use-run.ts'

export type PracticeProps = PracticeCallbacks & {
  /** A league id; anything else practises all four operations (decisions §5). */
  readonly sessionType: string
  readonly durationSeconds: number
  /** Ids of facts already shown today in this session type; others come first. */
  readonly shownToday: () => readonly string[]
  /** Whether a session may begin now; says so itself when not. */
  readonly mayStart: () => boolean
  /** Where Return leads. */
  readonly returnTo: string
  /** What else the results say of a session with an answer. */
  readonly ResultNote: ResultNote
}

/** Practice from setup to results. */
export function Practice(props: PracticeProps) {
  return (
    <PracticeErrorBoundary>
      <Stages {...props} />
    </PracticeErrorBoundary>
  )
}

function Stages(props: PracticeProps) {
  const [run] = useState(() => new PracticeRun())
  useLayoutEffect(() => run.tell(props))
  useEffect(() => run.start(), [run])
  return (
    <RunContext value={run}>
      <Stage {...props} />
    </RunContext>
  )
}

/** The state where a stage draws itself from it; one and the same value while problems follow each other. */
function stageState(state: PracticeState): PracticeState | 'problem' {
  return state.stage === 'asking' || state.stage === 'retry' || state.stage === 'revealed' ? 'problem' : state
}

function Stage({ sessionType, durationSeconds, shownToday, mayStart, returnTo, ResultNote }: PracticeProps) {
  const run = usePracticeRun()
  const state = useView((view) => stageState(view.state))

  function start(problemCount: ProblemCount): void {
    if (!mayStart()) return
    const facts = selectFacts({
      category: sessionType,
      count: problemCount,
      shownToday: shownToday(),
      random: Math.random,
    })
    run.send({ type: 'start', sessionType, durationSeconds, facts })
  }

  if (state === 'problem') return <ProblemScreen />
  switch (state.stage) {
    case 'interrupted':
      return <InterruptedScreen state={state} sessionType={sessionType} />
    case 'processing':
      return <ProcessingScreen startedAtMs={state.startedAtMs} />
    case 'complete':
      return <ResultsScreen state={state} returnTo={returnTo} Note={ResultNote} />
    default:
      return (
        <SetupScreen
          sessionType={sessionType}
          durationSeconds={durationSeconds}
          returnTo={returnTo}
          onStart={start}
        />
      )
  }
}
