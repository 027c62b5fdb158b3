import { useEffect, useRef, useState } from 'react'
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
import { chooseRace, lastPace, useRacing } from './race.ts'
import { usePracticeRun, useView } from './use-run.ts'
import { type WarmUpNotes, WarmUpOffer, useWarmUp } from './warm-up-offer.tsx'
import { Back } from './icons.tsx'
import { useCalm } from '../../lib/calm.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import './practice.css'

const NO_CLOCK_KEY = 'tenfold.clock-hidden'

/** Whether this device's last choice was to play without a clock: some children are frightened of clocks (ADR 0030). */
function prefersNoClock(): boolean {
  return readStored(NO_CLOCK_KEY, (json) => (typeof json === 'boolean' ? json : null)) ?? false
}

function rememberNoClock(value: boolean): void {
  writeStored(NO_CLOCK_KEY, value)
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
  player: string
  sessionType: string
  /** From the URL; null lets the child choose. */
  fixedSeconds: number | null
  maxSeconds: number
  returnTo: string
  learning: WarmUpNotes
  onStart: (problemCount: ProblemCount, length: SessionLength) => void
}

/** Before a session (specification §2): the choice of problem count, time and visual models. */
export function SetupScreen(props: Props) {
  const { player, sessionType, fixedSeconds, maxSeconds, returnTo, learning, onStart } = props
  const run = usePracticeRun()
  const showVisual = useView((view) => view.showVisual)
  const calm = useCalm()
  const [count, setCount] = useState<ProblemCount>(DEFAULT_PROBLEM_COUNT)
  const [chosen, setChosen] = useState<TimeChoice | null>(() => (prefersNoClock() ? 'no_clock' : null))
  const time = calm ? 'no_clock' : timeChoiceFor(count, chosen)
  const length = sessionLength(fixedSeconds ?? time, maxSeconds)
  const { name, operations } = practiceName(sessionType)
  const warmUp = useWarmUp(learning)
  const startButton = useRef<HTMLButtonElement>(null)

  function skipWarmUp(): void {
    // First, because the pressed button is about to be removed, and the focus with it.
    startButton.current?.focus({ preventScroll: true })
    warmUp.skip()
  }

  function start(): void {
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
          {fixedSeconds === null && !calm && (
            <ChoiceGroup
              legend={messages.setup.timeLegend}
              choices={TIMES}
              value={time}
              onChange={(choice) => {
                setChosen(choice)
                rememberNoClock(choice === 'no_clock')
              }}
            />
          )}
          <Toggle
            label={messages.setup.visualModels}
            hint={messages.setup.visualModelsHint}
            checked={showVisual}
            onChange={run.setShowVisual}
          />
          {!calm && <RaceToggle player={player} sessionType={sessionType} />}
          <div className="setup-start grid">
            <Button ref={startButton} kind="primary" size="large" className="text-2xl" onClick={start}>
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

/** Offers a race against the player's last session of this type, if there is one. */
function RaceToggle({ player, sessionType }: { player: string; sessionType: string }) {
  const [pace] = useState(() => lastPace(player, sessionType))
  const racing = useRacing()
  useEffect(() => chooseRace(null), [])
  if (pace.length === 0) return null
  return (
    <Toggle
      label={messages.setup.race}
      hint={messages.setup.raceHint}
      checked={racing}
      onChange={(on) => chooseRace(on ? { sessionType, pace } : null)}
    />
  )
}
