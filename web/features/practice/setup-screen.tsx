import { useRef, useState } from 'react'
import { DEFAULT_PROBLEM_COUNT, PROBLEM_COUNTS } from '../../../domain/practice-state.ts'
import {
  type ProblemCount,
  type SessionLength,
  TIME_CHOICES,
  type TimeChoice,
  sessionLength,
  timeChoiceFor,
} from '../../../domain/session-length.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { OperationMark } from '../../ui/operation-mark.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { messages } from './messages.en.ts'
import { practiceName } from './practice-name.ts'
import { RaceToggle } from './race-toggle.tsx'
import { usePracticeRun, useView } from './use-run.ts'
import { type WarmUpNotes, WarmUpOffer, useWarmUp } from './warm-up-offer.tsx'
import { Back } from './icons.tsx'
import { useCalm } from '../../lib/calm.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import './practice.css'

const NO_CLOCK_KEY = 'tenfold.clock-hidden'

/** Whether the player's last choice was to play without a clock: some children are frightened of clocks (ADR 0030). */
export type ClockChoice = {
  readonly isHidden: () => boolean
  readonly hide: (hidden: boolean) => void
}

/** The choices of the guest on this device. */
const CHOSEN_HERE: ClockChoice = {
  isHidden: () => readStored(NO_CLOCK_KEY, Boolean) ?? false,
  hide: (hidden) => writeStored(NO_CLOCK_KEY, hidden),
}

const COUNTS = PROBLEM_COUNTS.map((value) => ({
  value,
  label: messages.setup.count(value),
  hint: messages.setup.countHint(value),
}))

const TIMES = TIME_CHOICES.map((value) =>
  value === 'no_clock'
    ? { value, label: messages.setup.noClock, hint: messages.setup.noClockHint }
    : { value, label: messages.setup.time(value), hint: messages.setup.timeHint },
)

type Props = {
  sessionType: string
  /** From the URL; null lets the child choose. */
  fixedSeconds: number | null
  maxSeconds: number
  returnTo: string
  learning: WarmUpNotes
  clockChoice: ClockChoice | undefined
  onStart: (problemCount: ProblemCount, length: SessionLength) => void
}

/** Before a session (specification §2): the choice of problem count, time and visual models. */
export function SetupScreen(props: Props) {
  const { sessionType, fixedSeconds, maxSeconds, returnTo, learning, onStart } = props
  const clockChoice = props.clockChoice ?? CHOSEN_HERE
  const run = usePracticeRun()
  const showVisual = useView((view) => view.showVisual)
  const calm = useCalm()
  const isTimed = !calm
  const [count, setCount] = useState<ProblemCount>(DEFAULT_PROBLEM_COUNT)
  const [chosen, setChosen] = useState<TimeChoice | null>(() => (clockChoice.isHidden() ? 'no_clock' : null))
  const time = isTimed ? timeChoiceFor(count, chosen) : 'no_clock'
  const length = sessionLength(fixedSeconds ?? time, maxSeconds)
  const { name, operations } = practiceName(sessionType)
  const warmUp = useWarmUp(learning)
  const startButton = useRef<HTMLButtonElement>(null)

  function skipWarmUp(): void {
    // First, because the pressed button is about to be removed, and the focus with it.
    startButton.current?.focus({ preventScroll: true })
    warmUp.skip()
  }

  function start({ detail: clicks }: { detail: number }): void {
    // The second click of a double click on the league may be at the same place.
    if (clicks > 1) return
    warmUp.skip()
    onStart(count, length)
  }

  if (warmUp.screen) return warmUp.screen
  return (
    <div className="page-width flex flex-1 flex-col items-center justify-center gap-6 py-6">
      <div className="flex w-full max-w-xl flex-col items-center gap-3 text-center">
        <div className="setup-title flex flex-col items-center gap-3">
          <div className="flex gap-2">
            {operations.map((operation) => (
              <OperationMark key={operation} operation={operation} size={56} />
            ))}
          </div>
          <StageHeading>{name}</StageHeading>
        </div>
        <p className="text-lg text-ink-soft">
          {length.hasClock ? messages.setup.lead(length.durationSeconds * 1000) : messages.setup.leadNoClock}
        </p>
      </div>
      <div className="relative flex w-full max-w-xl flex-col gap-3">
        <Card className="setup-choices flex flex-col gap-6">
          <ChoiceGroup
            legend={messages.setup.countLegend}
            choices={COUNTS}
            value={count}
            onChange={setCount}
          />
          {fixedSeconds === null && isTimed && (
            <ChoiceGroup
              legend={messages.setup.timeLegend}
              choices={TIMES}
              value={time}
              onChange={(choice) => {
                setChosen(choice)
                clockChoice.hide(choice === 'no_clock')
              }}
            />
          )}
          <Toggle
            label={messages.setup.visualModels}
            hint={messages.setup.visualModelsHint}
            checked={showVisual}
            onChange={run.setShowVisual}
          />
          <RaceToggle sessionType={sessionType} />
          <div className="setup-start">
            <Button ref={startButton} kind="primary" size="large" onClick={start}>
              {messages.setup.start}
            </Button>
          </div>
        </Card>
        {warmUp.isOffered && <WarmUpOffer onBegin={warmUp.begin} onSkip={skipWarmUp} />}
      </div>
      <LinkButton kind="quiet" href={returnTo}>
        <Back />
        {messages.setup.back}
      </LinkButton>
    </div>
  )
}
