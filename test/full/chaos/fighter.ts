import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../../domain/fact-selection.ts'
import { generateNickname } from '../../../domain/nickname.ts'
import { chooseBot } from '../../../domain/bot-choice.ts'
import { BATTLE_SECONDS, type BattleType } from '../../../domain/division.ts'
import { newToken } from '../../factories/guest-calls.ts'
import type { SavedBattle } from '../../../web/features/battle/saved-battle.ts'
import { flowDeadlineMs, stepFlow } from '../../../web/features/battle/battle-flow.ts'
import {
  isPlaying,
  type BattleFlow,
  type FlowEvent,
  type FlowMessage,
} from '../../../web/features/battle/flow-state.ts'
import { readServerMessage, type ServerMessage } from '../../../web/features/battle/battle-socket.ts'
import { lookUp } from './look-up.ts'
import { isOver, type Ledger } from './ledger.ts'
import { openPageLine, type PageLine } from './page-line.ts'

const TYPES: readonly BattleType[] = [
  { division: 'addition_subtraction', preference: 'addition' },
  { division: 'multiplication_division', preference: 'multiplication' },
]
const ASK_AGAIN_MS = 1_000

/** A child who battles, with the app's own page between itself and the servers, but its drawing. */
export type Fighter = {
  readonly token: string
  /** Begins no more battles; resolves when the last one is over. */
  finish(): Promise<void>
  /** Where it is, for who wonders why it does not finish. */
  where(): string
  close(): void
}

export function startFighter(origin: string, ledger: Ledger, random: Random): Fighter {
  const token = newToken()
  const who = { nickname: generateNickname(random), location: '' }
  const paceMs = 500 + 1_200 * random()
  let flow: BattleFlow = { stage: 'lobby' }
  let line: PageLine | null = null
  let wake: ReturnType<typeof setTimeout> | undefined
  let isPlayingOn = true
  let lostAtMs: number | null = null
  const over = new EventEmitter()
  const lived = once(over, 'over').then(() => undefined)

  const payloadOf = (message: Exclude<FlowMessage, { name: 'reconnect' }>): unknown => {
    switch (message.name) {
      case 'leave-battle-queue':
        return undefined
      case 'join-battle-queue':
        return { playerId: token, ...who, ...message.type }
      case 'start-computer-battle':
        return { playerId: token, ...who, ...message.type, botId: message.botId }
      case 'battle-ready':
        return { battleId: message.battleId, playerId: token }
      case 'battle-answer':
      case 'battle-timeout': {
        const { name: _name, ...payload } = message
        return payload
      }
    }
  }
  const hangUp = (): void => {
    line?.close()
    line = null
  }
  const say = (message: FlowMessage): void => {
    if (message.name === 'reconnect') hangUp()
    else line?.send(message.name, payloadOf(message))
  }
  const call = (): void => {
    line ??= openPageLine(origin, {
      onConnected: () => send({ type: 'connected' }),
      onDisconnected: () => send({ type: 'disconnected' }),
      onEvent: (name, payload) => {
        const message = readServerMessage(name, payload)
        if (!message) return ledger.fault(`${token} received what is no battle event: ${name}`)
        note(message)
        send({ type: 'message', message })
      },
    })
  }
  const follow = (): void => {
    if (isPlaying(flow)) call()
    else hangUp()
    clearTimeout(wake)
    const deadlineMs = flowDeadlineMs(flow)
    if (deadlineMs === null) return
    wake = setTimeout(send, Math.max(1, Math.ceil(deadlineMs - performance.now())), { type: 'tick' })
  }
  const send = (event: FlowEvent): void => {
    const before = flow
    const stepped = stepFlow(flow, event, performance.now(), () => chooseBot([], BATTLE_SECONDS, random))
    flow = stepped.flow
    for (const message of stepped.send) {
      if (message.name === 'battle-answer') ledger.plays(token, message.battleId).answers += 1
      say(message)
    }
    watchLine()
    follow()
    if (flow.stage !== before.stage || flow !== before) arrived(before)
  }
  /** For how long a battle was played without the referee. */
  const watchLine = (): void => {
    const isCut = flow.stage === 'battle' && flow.play.stage !== 'ended' && flow.play.link !== 'live'
    if (isCut) lostAtMs ??= performance.now()
    else if (lostAtMs !== null) {
      ledger.longestSilenceMs = Math.max(ledger.longestSilenceMs, performance.now() - lostAtMs)
      lostAtMs = null
    }
  }

  /** Writes down what the servers say, whatever the page makes of it. */
  const note = (message: ServerMessage): void => {
    if (message.name === 'battle-start' || message.name === 'battle-score-update') {
      const { battleId, scores = [] } = message.payload
      const seen = ledger.plays(token, battleId)
      for (const { you, score } of scores) if (you) seen.acknowledged = Math.max(seen.acknowledged, score)
    } else if (message.name === 'battle-end') {
      ledger.plays(token, message.payload.battleId).ends.push(message.payload)
    } else if (
      message.name === 'battle-error' &&
      !['busy', 'draining', 'unknown_battle'].includes(message.payload.code)
    ) {
      ledger.fault(`${token} was refused: ${message.payload.code}`)
    }
  }

  const rest = async (): Promise<void> => {
    await delay(300 + 1_500 * random())
    if (!isPlayingOn) return void over.emit('over')
    const type = TYPES[Math.floor(random() * TYPES.length)]
    if (type) send({ type: 'enter', entry: { to: 'queue', type } })
  }
  const askWhatIsStored = async (saved: SavedBattle): Promise<void> => {
    const stored = await lookUp(origin, token, saved)
    if (flow.stage !== 'result-lookup') return
    if (typeof stored === 'object') ledger.plays(token, saved.battleId).stored = stored
    const hasPlayed = ledger.of(token).some((seen) => seen.battleId === saved.battleId && !isOver(seen))
    if (stored === 'none' && hasPlayed) ledger.fault(`${token} received no end of ${saved.battleId}`)
    send({ type: 'looked-up', battleId: saved.battleId, stored })
  }
  /** What a child does when the screen has changed. */
  const arrived = (before: BattleFlow): void => {
    const hasChanged = flow.stage !== before.stage
    switch (flow.stage) {
      case 'lobby':
        if (hasChanged) void rest()
        return
      case 'battle':
        if (flow.play.stage === 'ended' && !(before.stage === 'battle' && before.play.stage === 'ended')) {
          send({ type: 'enter', entry: { to: 'lobby' } })
        }
        return
      case 'result-lookup': {
        const { saved, stored } = flow
        if (stored === 'loading' && (before.stage !== 'result-lookup' || before.stored !== 'loading')) {
          void askWhatIsStored(saved)
        } else if (stored === 'failed') {
          setTimeout(() => send({ type: 'resume', saved, fallback: { to: 'lobby' } }), ASK_AGAIN_MS)
        } else if (stored !== 'loading') send({ type: 'enter', entry: { to: 'lobby' } })
        return
      }
      case 'stopped': {
        if (!hasChanged) return
        const { saved } = flow
        const again: FlowEvent = saved
          ? { type: 'resume', saved, fallback: { to: 'lobby' } }
          : { type: 'enter', entry: { to: 'lobby' } }
        setTimeout(send, ASK_AGAIN_MS, again)
        return
      }
      case 'queue':
      case 'picker':
    }
  }

  const answering = setInterval(() => {
    if (flow.stage !== 'battle' || flow.play.stage !== 'active') return
    const { run, index } = flow.play
    const right = run.problems[index]?.answer ?? 0
    const isRight = flow.play.attempt !== 'first' || random() < 0.9
    send({ type: 'answer', value: isRight ? right : right + 1 })
  }, paceMs)
  void rest()
  return {
    token,
    finish: () => {
      isPlayingOn = false
      if (flow.stage === 'queue') send({ type: 'enter', entry: { to: 'lobby' } })
      return lived
    },
    where: () => {
      if (flow.stage !== 'battle') return flow.stage
      const { play } = flow
      const battleId = 'run' in play ? play.run.battleId : play.battleId
      return `${flow.stage} ${battleId} ${play.stage} ${'link' in play ? play.link : ''}`
    },
    close: () => {
      clearInterval(answering)
      clearTimeout(wake)
      hangUp()
    },
  }
}
