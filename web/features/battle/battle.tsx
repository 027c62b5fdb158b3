import { useEffect, useState } from 'react'
import { Arena } from './arena.tsx'
import type { Entry } from './battle-entry.ts'
import { BattleSession, type BattlePlayer } from './battle-session.ts'
import './battle.css'
import { Calculating, WaitingForStart } from './between.tsx'
import { Countdown } from './countdown.tsx'
import { Departures } from './departures.tsx'
import { Forgotten } from './forgotten.tsx'
import { Lobby } from './lobby.tsx'
import { Queue } from './queue.tsx'
import { Results } from './results.tsx'
import { Stopped } from './stopped.tsx'
import { TypePicker } from './type-picker.tsx'
import { SessionContext, useBattle } from './use-battle.ts'
import type { BattleFlow } from './battle-flow.ts'

export type BattleProps = {
  /** Where the address leads. */
  readonly entry: Entry
  /** The name of who plays here. */
  readonly nickname: string
  /** Who plays; makes a player where there is none yet. */
  readonly askPlayer: () => BattlePlayer
}

/** The Math Battle from the lobby to the results (specification §2). */
export function Battle({ entry, askPlayer, nickname }: BattleProps) {
  const [session] = useState(() => new BattleSession(askPlayer, entry))
  useEffect(() => session.start(), [session])
  return (
    <SessionContext value={session}>
      <Step nickname={nickname} />
      <Departures />
    </SessionContext>
  )
}

/** The flow where a step draws itself from it; one and the same value while problems follow each other. */
function stepOf(flow: BattleFlow): BattleFlow | 'problem' {
  return flow.stage === 'battle' && flow.play.stage === 'active' ? 'problem' : flow
}

function Step({ nickname }: Pick<BattleProps, 'nickname'>) {
  const flow = useBattle((view) => stepOf(view.flow))
  if (flow === 'problem') return <Arena nickname={nickname} />
  switch (flow.stage) {
    case 'lobby':
      return <Lobby />
    case 'picker':
      return <TypePicker division={flow.division} />
    case 'queue':
      return <Queue queue={flow} />
    case 'stopped':
      return <Stopped code={flow.code} />
    case 'forgotten':
      return <Forgotten stored={flow.stored} />
    case 'battle':
      return <BattleStep battle={flow} nickname={nickname} />
  }
}

type BattleStepProps = { battle: Extract<BattleFlow, { stage: 'battle' }>; nickname: string }

function BattleStep({ battle, nickname }: BattleStepProps) {
  const { play, countdown, opponents, type, isCutShort } = battle
  switch (play.stage) {
    case 'waiting':
      return countdown ? (
        <Countdown nickname={nickname} seconds={countdown.seconds} opponents={opponents} type={type} />
      ) : (
        <WaitingForStart opponents={opponents} />
      )
    case 'calculating':
      return <Calculating run={play.run} />
    case 'ended':
      return play.result ? <Results result={play.result} isCutShort={isCutShort} /> : null
    case 'active':
      return null
  }
}
