import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { Fact } from '../../../domain/fact.ts'
import type { PracticeSession, PracticeState } from '../../../domain/practice-state.ts'
import { praiseFor } from '../../../domain/praise.ts'
import { performanceLevel, scoreSession, type SessionScore } from '../../../domain/scoring.ts'
import { useCalm } from '../../lib/calm.ts'
import { Button } from '../../ui/button.tsx'
import { Confetti } from '../../ui/confetti.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProgressFrames } from '../../ui/progress-frames.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { TEN, TODAYS_TEN, type ProgressMark } from '../../../domain/todays-ten.ts'
import type { CompanionLook } from './companion.tsx'
import { Grew } from './grew.tsx'
import { factsToLookAt, LookAgain } from './look-again.tsx'
import { messages } from './messages.en.ts'
import { frameTotal, progressMarks } from './progress-marks.ts'
import { WhyThese } from './why.tsx'

/** A part of the results that the page provides. */
export type ResultNote = (props: { session: PracticeSession }) => ReactNode

type Props = {
  state: Extract<PracticeState, { stage: 'complete' }>
  returnTo: string
  companion: CompanionLook
  Note: ResultNote
  announcement: StoreApi<ReactNode>
  /** The last ten-frame of the day, if the session is a set of Today's ten. */
  dayMarks: readonly ProgressMark[]
  onAgain: () => void
  onPracticeMissed: (session: PracticeSession, missed: readonly Fact[]) => void
}

/** The results (specification §2, §4): level, what grew, points, right answers, and missed facts. Only a full frame has confetti. */
export function ResultsScreen(props: Props) {
  const { state, returnTo, companion, Note, dayMarks, onAgain, onPracticeMissed } = props
  const { session, endedBy } = state
  const announced = useStore(props.announcement)
  const score = scoreSession(session.answered)
  const level = performanceLevel(score.accuracy)
  const missed = factsToLookAt(session)
  const isTen = session.sessionType === TODAYS_TEN
  const frame: FrameMarks = isTen
    ? { total: TEN, marks: dayMarks }
    : { total: frameTotal(session.totalProblems), marks: progressMarks(session.answered) }
  return (
    <div className="page-width results">
      <div className="text-center">
        {score.totalProblems > 0 && frame.marks.length === frame.total && <Confetti />}
        <StageHeading>{messages.results.levelLine(level)}</StageHeading>
        <p className="text-lg text-ink-soft">
          {score.totalProblems === 0
            ? messages.results.nothingAnswered
            : messages.results.praise(praiseFor(session.answered))}
        </p>
        {endedBy === 'timer' && score.totalProblems > 0 && <p>{messages.results.endedByTimer}</p>}
      </div>
      <Grew session={session} companion={companion} />
      <div className="results-side">
        <div className="results-buttons">
          <LinkButton
            kind={isTen && missed.length === 0 ? 'primary' : 'secondary'}
            size="large"
            href={returnTo}
          >
            {messages.results.return}
          </LinkButton>
          <Button kind={isTen || missed.length > 0 ? 'secondary' : 'primary'} size="large" onClick={onAgain}>
            {isTen ? messages.results.tenMore : messages.results.playAgain}
          </Button>
          {missed.length > 0 && (
            <Button kind="primary" size="large" onClick={() => onPracticeMissed(session, missed)}>
              {messages.results.practiceThese(missed.length)}
            </Button>
          )}
        </div>
        {announced}
      </div>
      <Card className="flex flex-col gap-6">
        <Dots session={session} frame={frame} />
        <LookAgain facts={missed} />
        <Numbers score={score} />
        {score.totalProblems > 0 && <Note session={session} />}
      </Card>
      <WhyThese session={session} />
    </div>
  )
}

/** In calm mode without points. */
function Numbers({ score }: { score: SessionScore }) {
  const correct = [
    messages.results.correct,
    messages.results.correctOf(score.correctAnswers, score.totalProblems),
  ]
  const points = [messages.results.points, messages.problem.points(score.totalScore)]
  const entries = useCalm() ? [correct] : [points, correct]
  return (
    <dl className="results-numbers">
      {entries.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-2xl font-bold tabular-nums sm:text-3xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type FrameMarks = { total: ReturnType<typeof frameTotal>; marks: readonly ProgressMark[] }

/** The marks in their frames, and what became of the session's problems. */
function Dots({ session, frame }: { session: PracticeSession; frame: FrameMarks }) {
  const own = progressMarks(session.answered)
  const count = (mark: ProgressMark) => own.filter((each) => each === mark).length
  return (
    <figure className="flex flex-col gap-3">
      <div className="practice-dots">
        <ProgressFrames {...frame} />
      </div>
      <figcaption className="text-center text-sm text-ink-soft">
        {messages.results.progressLabel(
          count('first'),
          count('later'),
          count('missed'),
          session.totalProblems - own.length,
        )}
      </figcaption>
    </figure>
  )
}
