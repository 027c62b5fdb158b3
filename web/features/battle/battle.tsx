import { type ReactNode, useEffect, useState } from 'react'
import { Arena } from './arena.tsx'
import type { Entry } from './battle-entry.ts'
import { BattleSession, type BattleView, type OwnPlayer } from './battle-session.ts'
import { Calculating, MatchFound, WaitingForStart } from './waiting-screens.tsx'
import { Countdown } from './countdown.tsx'
import { StoredResultScreen } from './stored-result-screen.tsx'
import { Lobby } from './lobby.tsx'
import { Queue } from './queue.tsx'
import { Results } from './results.tsx'
import { Stopped } from './stopped.tsx'
import { SessionContext, useBattle } from './use-battle.ts'
import { useEnter } from './use-enter.ts'
import type { BattleFlow } from './flow-state.ts'
import { messages } from './messages.en.ts'
import { currentOpponents, opponentsOf, scoresOf } from './opponents-now.ts'
import type { Division } from '../../../domain/division.ts'
import { prefetchSocket } from '../../lib/socket.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { Button } from '../../ui/button.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { BackToGuest } from './back-to-guest.tsx'
import { TypeCards } from './type-cards.tsx'
import './battle.css'

type BattleProps = {
  /** The step that the URL names. */
  readonly entry: Entry
  readonly nickname: string
  readonly askPlayer: () => OwnPlayer
  /** The alert for a guest whose time for today is used up. */
  readonly timeUpAlert: (close: () => void) => ReactNode
  /** Called when a battle begins to use the player's time. Must be a stable reference. */
  readonly onBegun: () => void
  /**
   * Called when a battle has used some of the player's time, or was refused because none is left. Must be a stable reference.
   */
  readonly onTimeSpent: () => void
  /** Shown in the lobby to someone who has no name yet. */
  readonly invitation?: ReactNode
}

function isRunning(flow: BattleFlow): boolean {
  return flow.stage === 'battle' && 'run' in flow.play
}

/** Calls `onBegun` when a battle begins and `onTimeSpent` when it ends on this page, for whatever reason. */
function useTimeSpent(session: BattleSession, onBegun: () => void, onTimeSpent: () => void): void {
  useEffect(() => {
    let before = session.view.getState().flow
    const onChange = ({ flow }: BattleView): void => {
      const isRefused = flow.stage === 'lobby' && flow.isTimeUp === true && flow !== before
      if (isRefused || (isRunning(before) && !isRunning(flow))) onTimeSpent()
      if (!isRunning(before) && isRunning(flow)) onBegun()
      before = flow
    }
    const unsubscribe = session.view.subscribe(onChange)
    return () => {
      unsubscribe()
      if (isRunning(before)) onTimeSpent()
    }
  }, [session, onBegun, onTimeSpent])
}

/** The Math Battle from the lobby to the results (specification §2). */
export function Battle(props: BattleProps) {
  const { entry, askPlayer, nickname, timeUpAlert, onBegun, onTimeSpent, invitation } = props
  const [session] = useState(() => new BattleSession(askPlayer, entry))
  useEffect(() => session.start(), [session])
  useEffect(() => whenIdle(prefetchSocket), [])
  useTimeSpent(session, onBegun, onTimeSpent)
  return (
    <SessionContext value={session}>
      <Step nickname={nickname} invitation={invitation} />
      <TimeUp alert={timeUpAlert} />
      <LeaveAnnouncer />
    </SessionContext>
  )
}

function TimeUp({ alert }: { alert: BattleProps['timeUpAlert'] }) {
  const isTimeUp = useBattle(({ flow }) => flow.stage === 'lobby' && flow.isTimeUp === true)
  const enter = useEnter()
  return isTimeUp && alert(() => enter({ to: 'lobby' }))
}

/** The flow, for steps that render it; a constant while problems are answered, so that `Step` does not re-render. */
function stepOf(flow: BattleFlow): BattleFlow | 'problem' {
  return flow.stage === 'battle' && flow.play.stage === 'active' ? 'problem' : flow
}

function Step({ nickname, invitation }: Pick<BattleProps, 'nickname' | 'invitation'>) {
  const flow = useBattle((view) => stepOf(view.flow))
  if (flow === 'problem') return <Arena nickname={nickname} />
  switch (flow.stage) {
    case 'lobby':
      return <Lobby invitation={invitation} />
    case 'picker':
      return <TypePicker division={flow.division} />
    case 'queue':
      return <Queue queue={flow} />
    case 'stopped':
      return <Stopped code={flow.code} />
    case 'result-lookup':
      return <StoredResultScreen stored={flow.stored} type={flow.saved.type} />
    case 'battle':
      return <BattleStep battle={flow} nickname={nickname} />
  }
}

type BattleStepProps = { battle: Extract<BattleFlow, { stage: 'battle' }>; nickname: string }

function BattleStep({ battle, nickname }: BattleStepProps) {
  const { play, countdown, opponents, type, isCutShort } = battle
  switch (play.stage) {
    case 'waiting':
      if (countdown?.phase === 'found') return <MatchFound opponents={opponents} />
      return countdown?.phase === 'counting' ? (
        <Countdown nickname={nickname} seconds={countdown.seconds} opponents={opponents} type={type} />
      ) : (
        <WaitingForStart opponents={opponents} />
      )
    case 'calculating':
      return <Calculating {...play} />
    case 'ended':
      return play.result ? <Results result={play.result} type={type} isCutShort={isCutShort} /> : null
    case 'active':
      return null
  }
}

/**
 * Announces to screen readers that an opponent has left. Stays mounted from the countdown to the end: a live region that is
 * mounted with its text is not announced, or announced again.
 */
function LeaveAnnouncer() {
  const opponents = useBattle(({ flow }) => opponentsOf(flow))
  const scores = useBattle(({ flow }) => scoresOf(flow))
  return currentOpponents(opponents, scores).map(({ nickname, left }, at) => (
    <output key={`${at} ${nickname}`} className="sr-only">
      {left && withNames(messages.hasLeft, nickname)}
    </output>
  ))
}

/** 'Choose Your Battle Type', if the URL does not name one (specification §2). */
function TypePicker({ division }: { division: Division | null }) {
  const enter = useEnter()
  return (
    <div className="page-width flex flex-col gap-6 pt-3">
      <BackToGuest />
      <StageHeading className="text-center">{messages.picker.title}</StageHeading>
      <TypeCards division={division} onChoose={(type) => enter({ to: 'queue', type })} />
      <Button kind="secondary" className="self-center" onClick={() => enter({ to: 'lobby' })}>
        {messages.picker.toLobby}
      </Button>
    </div>
  )
}
