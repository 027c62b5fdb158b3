import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { Fact } from '../../../domain/fact.ts'
import { isMissed, selectMissed } from '../../../domain/missed-facts.ts'
import type { PracticeSession, PracticeState } from '../../../domain/practice-state.ts'
import { sessionLength, type ProblemCount, type SessionLength } from '../../../domain/session-length.ts'
import { InterruptedScreen } from './interrupted-screen.tsx'
import { type PracticeCallbacks, PracticeRun } from './practice-run.ts'
import { ProblemScreen } from './problem-screen.tsx'
import { ProcessingScreen } from './processing-screen.tsx'
import { type ResultNote, ResultsScreen } from './results-screen.tsx'
import { SetupScreen } from './setup-screen.tsx'
import type { WarmUpNotes } from './warm-up-offer.tsx'
import { RunContext, usePracticeRun, useView } from './use-run.ts'
import { warn } from '../../lib/log.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { problemsLeft, TODAYS_TEN } from '../../../domain/todays-ten.ts'
import { BeginTen, type TenStage } from './begin-ten.tsx'
import type { CompanionLook } from './companion.tsx'
import { messages } from './messages.en.ts'

export type PracticeProps = PracticeCallbacks & {
  /** A league id; anything else means all four operations (decisions §5). */
  readonly sessionType: string
  /** From the URL; null lets the child choose. */
  readonly durationSeconds: number | null
  /** The longest duration of a session that begins now. */
  readonly maxSeconds: () => number
  /** Whether a session may begin now. If not, it also tells the child. */
  readonly mayStart: () => boolean
  /** Where Return leads. */
  readonly returnTo: string
  /** Part of the results, if the session has an answer. */
  readonly ResultNote: ResultNote
  readonly learning: WarmUpNotes
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
  const [run] = useState(() => new PracticeRun())
  useLayoutEffect(() => run.tell(props))
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
  const [ten, setTen] = useState<TenStage>('not_begun')
  const state = useView((view) => stageState(view.state))

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

  function beginTen(): void {
    const isRefused = !mayStart()
    setTen(isRefused ? 'refused' : 'begun')
    if (isRefused) return
    run.begin(TODAYS_TEN, problemsLeft(props.dayFrames()), sessionLength('no_clock', maxSeconds()))
  }

  function startAnew(): void {
    run.send({ type: 'reset' })
    if (sessionType === TODAYS_TEN) beginTen()
  }

  if (state === 'problem') return <ProblemScreen companion={props.companion} />
  switch (state.stage) {
    case 'interrupted':
      return <InterruptedScreen state={state} sessionType={sessionType} onStartOver={startAnew} />
    case 'processing':
      return <ProcessingScreen startedAtMs={state.startedAtMs} />
    case 'complete':
      return (
        <ResultsScreen
          state={state}
          returnTo={returnTo}
          Note={ResultNote}
          dayMarks={props.dayFrames().marks}
          onAgain={startAnew}
          onPracticeMissed={practiceMissed}
        />
      )
    default:
      if (sessionType === TODAYS_TEN) {
        return <BeginTen stage={ten} onBegin={beginTen} returnTo={returnTo} />
      }
      return (
        <SetupScreen
          player={props.player}
          sessionType={sessionType}
          fixedSeconds={durationSeconds}
          maxSeconds={maxSeconds()}
          returnTo={returnTo}
          learning={props.learning}
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
