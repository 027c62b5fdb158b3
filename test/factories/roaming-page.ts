import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { serverEvents, type ServerEventName, type ServerPayload } from '../../contract/battle-events.ts'
import { stepPlay, waitingPlay, type BattlePlay, type BattlePlayEvent } from '../../domain/battle-play.ts'
import { newToken } from './guest-calls.ts'
import { wishOf } from './battle-player.ts'

type End = ServerPayload<'battle-end'>

/** A page that goes to the next server when it loses its own, and plays as the app's own page does. */
export type RoamingPage = {
  readonly playerId: string
  /** The servers it has been connected to, in order. */
  readonly visited: readonly string[]
  join(): void
  /** The most points that a server has reported to it. */
  acknowledged(): number
  /** The points on its screen. */
  shown(): number
  /** Resolves once the server has reported this many points. */
  reached(points: number): Promise<void>
  readonly started: Promise<ServerPayload<'battle-start'>>
  readonly ended: Promise<End>
  /** How often it received the end of the battle. */
  ends(): number
  readonly refusals: readonly string[]
  close(): void
}

export type RoamingOptions = {
  /** Its time for an answer, which is always right. */
  readonly answerEveryMs?: number
  /** The server it begins at. */
  readonly first?: number
}

const TRY_AGAIN_MS = 100

type Gate<Value> = { readonly promise: Promise<Value>; resolve(value: Value): void }

function gate<Value>(): Gate<Value> {
  const settlers: ((value: Value) => void)[] = []
  const promise = new Promise<Value>((settle) => settlers.push(settle))
  return { promise, resolve: (value) => settlers[0]?.(value) }
}

/** Opens a page at one of these servers; it is closed when the test has ended. */
export async function roamingPage(
  origins: readonly string[],
  { answerEveryMs = 300, first = 0 }: RoamingOptions = {},
): Promise<RoamingPage> {
  const playerId = newToken()
  const visited: string[] = []
  const refusals: string[] = []
  let play: BattlePlay = waitingPlay(null)
  let socket: Socket | null = null
  let [at, acknowledged, ends, shown] = [first, 0, 0, 0]
  let [isClosed, wantsToJoin] = [false, false]
  const waiting = new Set<() => void>()
  const gates = {
    started: gate<ServerPayload<'battle-start'>>(),
    ended: gate<End>(),
    connected: gate<void>(),
  }

  const emit = (name: string, payload: unknown): void =>
    void (socket?.connected && socket.emit(name, payload))
  const happen = (event: BattlePlayEvent): void => {
    const { play: next, send } = stepPlay(play, event, Date.now())
    play = next
    if ('run' in play) shown = play.run.score
    for (const { name, ...message } of send) {
      emit(name, name === 'battle-ready' ? { ...message, playerId } : message)
    }
  }
  const received = (name: ServerEventName, payload: unknown): void => {
    if (name === 'battle-start') {
      const start = payload as ServerPayload<'battle-start'>
      for (const { you, score } of start.scores ?? []) if (you) acknowledged = Math.max(acknowledged, score)
      happen({ type: 'start', start: start as never })
      gates.started.resolve(start)
    } else if (name === 'battle-countdown') {
      const { battleId } = payload as ServerPayload<'battle-countdown'>
      if (play.stage === 'waiting') play = waitingPlay(battleId)
    } else if (name === 'battle-score-update') {
      const { scores } = payload as ServerPayload<'battle-score-update'>
      for (const { you, score } of scores) if (you) acknowledged = Math.max(acknowledged, score)
      happen({ type: 'scores', scores: scores as never })
    } else if (name === 'battle-end') {
      ends += 1
      happen({ type: 'end', end: payload as never })
      gates.ended.resolve(payload as End)
    } else if (name === 'battle-error') {
      const { code } = payload as ServerPayload<'battle-error'>
      refusals.push(code)
      if (code === 'unknown_battle' && play.stage !== 'waiting') happen({ type: 'gone' })
    }
    for (const look of waiting) look()
  }
  const connect = (): void => {
    if (isClosed) return
    const origin = origins[at % origins.length] ?? ''
    const opened = io(origin, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: 1000,
    })
    socket = opened
    opened.onAny((name: ServerEventName, payload: unknown) =>
      received(name, serverEvents[name].parse(payload)),
    )
    opened.once('connect', () => {
      visited.push(origin)
      gates.connected.resolve()
      if (play.stage === 'waiting' && play.battleId === null) {
        if (wantsToJoin) emit('join-battle-queue', wishOf(playerId))
      } else happen({ type: 'connected' })
    })
    const goOn = (): void => {
      if (socket !== opened) return
      opened.disconnect()
      happen({ type: 'disconnected' })
      at += 1
      setTimeout(connect, TRY_AGAIN_MS)
    }
    opened.once('disconnect', goOn)
    opened.once('connect_error', goOn)
  }
  const answering = setInterval(() => {
    if (play.stage === 'active') {
      happen({ type: 'answer', value: play.run.problems[play.index]?.answer ?? 0 })
    } else if (play.stage === 'calculating') happen({ type: 'tick' })
  }, answerEveryMs)
  const close = (): void => {
    isClosed = true
    clearInterval(answering)
    socket?.disconnect()
  }
  onTestFinished(close)
  connect()
  await gates.connected.promise
  return {
    playerId,
    visited,
    join: () => {
      wantsToJoin = true
      emit('join-battle-queue', wishOf(playerId))
    },
    acknowledged: () => acknowledged,
    shown: () => shown,
    reached: (points) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (acknowledged < points) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    started: gates.started.promise,
    ended: gates.ended.promise,
    ends: () => ends,
    refusals,
    close,
  }
}
