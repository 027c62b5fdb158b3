import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { Fact } from '../../../domain/fact.ts'
import { isMissed, selectMissed } from '../../../domain/missed-facts.ts'
import type { PracticeSession, PracticeState } from '../../../domain/practice-state.ts'
import { sessionLength, type ProblemCount, type SessionLength } from '../../../domain/session-length.ts'
import { InterruptedScreen } from './interrupted-screen.tsx'
import { type PracticeCallbacks, PracticeRun } from './practice-run.ts'
import { ProblemScreen } from './problem-screen.tsx'
import { ProcessingScreen } from './processing-screen.tsx'
import { type ResultNote, ResultsScreen } from './results-screen.tsx'
import { type ClockChoice, SetupScreen } from './setup-screen.tsx'
import type { WarmUpNotes } from './warm-up-offer.tsx'
import { RunContext, usePracticeRun, useView } from './use-run.ts'
import { warn } from '../../lib/log.ts'
import { useWholeScreen } from '../../lib/whole-screen.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { problemsLeft, TODAYS_TEN } from '../../../domain/todays-ten.ts'
import { BeginAtOnce, type BeginStage } from './begin-at-once.tsx'
import type { CompanionLook } from './companion.tsx'
import { messages } from './messages.en.ts'

export type PracticeProps = PracticeCallbacks & {
  /** A league id; anything else means all four operations (decisions §5). */
  readonly sessionType: string
  /** From the URL; null lets the child choose. */
  readonly durationSeconds: number | null
  /** How many problems a session has that begins without setup; without it, the child chooses. */
  readonly problems?: () => number
  /** The longest duration of a session that begins now. */
  readonly maxSeconds: () => number
  /** Whether a session may start now. If not, also shows the child why. */
  readonly mayStart: () => boolean
  /** Where Return leads. */
  readonly returnTo: string
  /** Part of the results, if the session has an answer. */
  readonly ResultNote: ResultNote
  /** What the results announce; null until it is known, and for nothing. */
  readonly announcement: StoreApi<ReactNode>
  readonly learning: WarmUpNotes
  /** Kept with a student; without it, by device. */
  readonly clockChoice?: ClockChoice
  /** Kept by the page: a new object would render the problem screen again. */
  readonly companion: CompanionLook
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
  const [run] = useState(() => {
    const created = new PracticeRun()
    // The first screen already asks for the player's last session.
    created.setCallbacks(props)
    return created
  })
  useLayoutEffect(() => run.setCallbacks(props))
  useEffect(() => run.start(), [run])
  return (
    <RunContext value={run}>
      <Stage {...props} />
    </RunContext>
  )
}

/** The state, for stages that render it; a constant while problems are shown, so that `Stage` does not re-render. */
function stageState(state: PracticeState): PracticeState | 'problem' {
  return state.stage === 'asking' || state.stage === 'retry' || state.stage === 'revealed' ? 'problem' : state
}

function Stage(props: PracticeProps) {
  const { sessionType, durationSeconds, maxSeconds, mayStart, returnTo, ResultNote } = props
  const run = usePracticeRun()
  const [stage, setStage] = useState<BeginStage>('not_begun')
  const problems = sessionType === TODAYS_TEN ? () => problemsLeft(props.dayFrames()) : props.problems
  const state = useView((view) => stageState(view.state))
  // While the results are worked out, too: the footer would move when they come.
  useWholeScreen(state === 'problem' || state.stage === 'processing')

  function start(problemCount: ProblemCount, length: SessionLength): void {
    if (mayStart()) run.begin(sessionType, problemCount, length)
  }

  function practiceMissed(session: PracticeSession, missed: readonly Fact[]): void {
    if (!mayStart()) return
    const { sessionType: category, answered, targetDurationSeconds, hasClock } = session
    const known = answered.filter((problem) => !isMissed(problem)).map(({ factId }) => factId)
    const facts = selectMissed({ category, missed, known, random: Math.random })
    const durationSeconds = Math.min(targetDurationSeconds, maxSeconds())
    const reasons = facts.map((fact) => (missed.includes(fact) ? 'missed' : 'again'))
    run.send({ type: 'start', sessionType: category, durationSeconds, hasClock, facts, reasons })
  }

  function beginAtOnce(): void {
    const isRefused = !mayStart()
    setStage(isRefused ? 'refused' : 'begun')
    if (!isRefused && problems) run.begin(sessionType, problems(), sessionLength('no_clock', maxSeconds()))
  }

  function startOver(): void {
    run.send({ type: 'reset' })
    if (problems) beginAtOnce()
  }

  if (state === 'problem') return <ProblemScreen companion={props.companion} />
  switch (state.stage) {
    case 'interrupted':
      return <InterruptedScreen state={state} sessionType={sessionType} onStartOver={startOver} />
    case 'processing':
      return <ProcessingScreen startedAtMs={state.startedAtMs} />
    case 'complete':
      return (
        <ResultsScreen
          state={state}
          returnTo={returnTo}
          companion={props.companion}
          Note={ResultNote}
          announcement={props.announcement}
          dayMarks={props.dayFrames().marks}
          onAgain={startOver}
          onPracticeMissed={practiceMissed}
        />
      )
    default:
      if (problems) return <BeginAtOnce stage={stage} onBegin={beginAtOnce} returnTo={returnTo} />
      return (
        <SetupScreen
          sessionType={sessionType}
          fixedSeconds={durationSeconds}
          maxSeconds={maxSeconds()}
          returnTo={returnTo}
          learning={props.learning}
          clockChoice={props.clockChoice}
          onStart={start}
        />
      )
  }
}

/** Catches rendering errors (specification §8). Afterwards the saved session can be resumed. */
function PracticeErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      texts={messages.error}
      onError={(error, stack) => warn(`Practice failed to render: ${String(error)}${stack}`)}
    >
      {children}
    </ErrorBoundary>
  )
}
