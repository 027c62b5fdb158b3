import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BotId } from '../../../domain/bot.ts'
import { chooseBot } from '../../../domain/bot-choice.ts'
import { MAX_BATTLE_ANSWER } from '../../generated/constants.ts'
import type { Entry } from './battle-entry.ts'
import { flowDeadlineMs, stepFlow } from './battle-flow.ts'
import { type BattleFlow, type FlowEvent, type FlowMessage, isPlaying, battleToSave } from './flow-state.ts'
import {
  type BattleConnection,
  type ServerMessage,
  type ClientMessage,
  type OpenBattleConnection,
  openBattleConnection,
} from './battle-socket.ts'
import { type SavedBattle, saveBattle, readSavedBattle } from './saved-battle.ts'
import {
  saveLeftBattle,
  readLeftBattle,
  battleBeingLeft,
  sendPendingLeaveOnReconnect,
  sendPendingLeave,
  cancelPendingLeave,
} from './left-battle.ts'
import { recentScores, storedResult } from './stored-result.ts'
import { withPlainDigits } from '../../lib/typed-digit.ts'
import { readSite } from '../../lib/site.ts'
import { type Sound, playSound } from '../../lib/sound.ts'

/** The player; `playerId` is the session token. */
export type OwnPlayer = {
  readonly playerId: string
  readonly nickname: string
  readonly location: string
}

/** The state that the screens show. */
export type BattleView = {
  readonly flow: BattleFlow
  /** The digits typed into the answer box. */
  readonly draft: string
}

const LOBBY_FLOW: BattleFlow = { stage: 'lobby' }
const MAX_DIGITS = String(MAX_BATTLE_ANSWER).length

/** Milliseconds of a monotonic clock. */
export function battleNowMs(): number {
  return performance.now()
}

/**
 * The digits of a typed or pasted text, at most as many as an answer has (specification §5). They end at a decimal point, which stays
 * so that what is typed next is ignored, too: '7,5' is not 75.
 */
export function keepDigits(text: string): string {
  const [whole = '', ...fractions] = withPlainDigits(text).split('.')
  const digits = whole.replace(/\D/g, '').slice(0, MAX_DIGITS)
  return digits === '' || fractions.length === 0 ? digits : `${digits}.`
}

/** Identifies the current attempt; when it changes, the answer box is cleared. */
function attemptKey(flow: BattleFlow): string {
  if (flow.stage !== 'battle' || flow.play.stage !== 'active') return flow.stage
  return `${flow.play.index} ${flow.play.attempt}`
}

/** One visit to the arena: holds the flow, opens and closes the connection to the referee, and sends the flow's ticks. */
export class BattleSession {
  readonly view: StoreApi<BattleView>
  readonly #getPlayer: () => OwnPlayer
  readonly #open: OpenBattleConnection
  #player: OwnPlayer | null = null
  #connection: BattleConnection | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #visit = new AbortController()
  /** The player's scores in the newest battles; empty until loaded. */
  #recentScores: readonly number[] = []

  /** @param getPlayer is called when a connection is opened */
  constructor(getPlayer: () => OwnPlayer, entry: Entry, open: OpenBattleConnection = openBattleConnection) {
    this.#getPlayer = getPlayer
    this.#open = open
    const saved = readSavedBattle()
    const event: FlowEvent = saved ? { type: 'resume', saved, fallback: entry } : { type: 'enter', entry }
    const { flow } = stepFlow(LOBBY_FLOW, event, battleNowMs(), this.#chooseBot)
    this.view = createStore<BattleView>(() => ({ flow, draft: '' }))
  }

  get #flow(): BattleFlow {
    return this.view.getState().flow
  }

  /** Opens the connection if the flow needs one and starts the ticks. Returns a function that ends both without leaving a battle. */
  start(): () => void {
    this.#visit = new AbortController()
    this.#update()
    return () => {
      this.#visit.abort()
      clearTimeout(this.#timer)
      this.#disconnect()
    }
  }

  /** Goes to the lobby, the picker or a queue. Leaves the current queue or battle. */
  enter = (entry: Entry): void => {
    const left = battleBeingLeft(this.#flow)
    if (left) saveLeftBattle(left)
    this.#step({ type: 'enter', entry })
    // Each queue has its own connection, so that messages about an earlier battle cannot arrive in it.
    this.#disconnect()
    if (left?.isUnsent && this.#player) sendPendingLeaveOnReconnect(this.#open, this.#player.playerId)
    this.#update()
  }

  /** Returns to the battle or queue after a refusal, a takeover by another tab or a failed look-up. */
  again = (): void => {
    const flow = this.#flow
    if (flow.stage === 'result-lookup') {
      return this.send({ type: 'resume', saved: flow.saved, fallback: flow.fallback ?? { to: 'lobby' } })
    }
    if (flow.stage !== 'stopped') return
    if (flow.saved) this.send({ type: 'resume', saved: flow.saved, fallback: { to: 'lobby' } })
    else this.enter(flow.type ? { to: 'queue', type: flow.type } : { to: 'lobby' })
  }

  send = (event: FlowEvent): void => {
    this.#step(event)
    this.#update()
  }

  type = (digit: string): void => this.setDraft(this.view.getState().draft + digit)
  backspace = (): void => this.setDraft(this.view.getState().draft.slice(0, -1))
  clear = (): void => this.setDraft('')

  /** Sets the text of the answer box. Ignored while no problem is shown. */
  setDraft = (text: string): void => {
    const flow = this.#flow
    if (flow.stage === 'battle' && flow.play.stage === 'active')
      this.view.setState({ draft: keepDigits(text) })
  }

  /** Submits the typed answer, if any. */
  submit = (): void => {
    const { draft } = this.view.getState()
    if (draft === '') return
    this.send({ type: 'answer', value: Number(draft) })
    // Needed for wrong input while the answer is shown, which changes no attempt.
    this.clear()
  }

  #step(event: FlowEvent): void {
    const before = this.view.getState()
    const { flow, send } = stepFlow(before.flow, event, battleNowMs(), this.#chooseBot)
    for (const message of send) this.#sendMessage(message)
    if (flow === before.flow) return
    if (flow.stage === 'result-lookup' && flow.stored === 'loading') void this.#lookUp(flow.saved)
    this.#save(before.flow, flow)
    const sound = soundBetween(before.flow, flow)
    // After the next frame, so that the sound does not delay the problem. Browsers block sound before the first user action.
    if (sound && navigator.userActivation?.hasBeenActive !== false) setTimeout(playSound, 0, sound)
    this.view.setState({ flow, draft: attemptKey(flow) === attemptKey(before.flow) ? before.draft : '' })
  }

  #save(before: BattleFlow, after: BattleFlow): void {
    const [old, now] = [battleToSave(before), battleToSave(after)]
    const isSame = old?.battleId === now?.battleId && old?.secondTries === now?.secondTries
    if (!isSame || old?.opponents !== now?.opponents) saveBattle(now)
  }

  /** Opens or closes the connection and sets the timer, as the flow needs. */
  #update(): void {
    const flow = this.#flow
    if (isPlaying(flow)) this.#connect()
    else this.#disconnect()
    clearTimeout(this.#timer)
    const deadlineMs = flowDeadlineMs(flow)
    if (deadlineMs === null) return
    const waitMs = Math.max(1, Math.ceil(deadlineMs - battleNowMs()))
    this.#timer = setTimeout(this.send, waitMs, { type: 'tick' })
  }

  async #lookUp(saved: SavedBattle): Promise<void> {
    const { playerId = '' } = this.#player ?? {}
    const { signal } = this.#visit
    const stored = await storedResult(saved, playerId, signal)
    if (!signal.aborted) this.send({ type: 'looked-up', battleId: saved.battleId, stored })
  }

  readonly #chooseBot = (): BotId => chooseBot(this.#recentScores, readSite().battleSeconds, Math.random)

  /** Nothing waits for it: until the scores have arrived, bots are chosen as for a new player. */
  async #readScores(playerId: string): Promise<void> {
    const { signal } = this.#visit
    const scores = await recentScores(playerId, signal)
    if (!signal.aborted) this.#recentScores = scores
  }

  /** The connection uses the player's data from when it was opened; a new nickname applies to the next battle. */
  #connect(): void {
    if (this.#connection) return
    cancelPendingLeave()
    const { playerId } = (this.#player = this.#getPlayer())
    if (this.#flow.stage === 'queue') void this.#readScores(playerId)
    let hasLeft = false
    const connection = this.#open({
      onConnected: () => {
        hasLeft = sendPendingLeave(connection, playerId)
        this.send({ type: 'connected' })
      },
      onDisconnected: () => this.send({ type: 'disconnected' }),
      onMessage: (message) => {
        if (!this.#isAboutLeftBattle(message)) return this.send({ type: 'message', message })
        if (hasLeft || !('opponents' in message.payload)) return
        // The referee did not get the message that the player left, and has put the player back into that battle.
        hasLeft = true
        connection.send({ name: 'leave-battle-queue' })
        this.send({ type: 'connected' })
      },
      isUrgent: () => this.#flow.stage === 'battle',
    })
    this.#connection = connection
  }

  /** Whether a message in the queue is about the battle that was left last. */
  #isAboutLeftBattle({ payload }: ServerMessage): boolean {
    if (this.#flow.stage !== 'queue' || !('battleId' in payload)) return false
    return payload.battleId === readLeftBattle()?.battleId
  }

  #disconnect(isSilent?: boolean): void {
    this.#connection?.close(isSilent)
    this.#connection = null
  }

  #sendMessage(message: FlowMessage): void {
    if (message.name === 'reconnect') this.#disconnect(true)
    else this.#connection?.send(this.#clientMessage(message))
  }

  #clientMessage(message: Exclude<FlowMessage, { name: 'reconnect' }>): ClientMessage {
    const { playerId = '', nickname, location } = this.#player ?? {}
    switch (message.name) {
      case 'leave-battle-queue':
        return message
      case 'join-battle-queue':
        return { name: message.name, payload: { playerId, nickname, location, ...message.type } }
      case 'start-computer-battle': {
        const { name, type, botId } = message
        return { name, payload: { playerId, nickname, location, ...type, botId } }
      }
      case 'battle-ready':
        return { name: message.name, payload: { battleId: message.battleId, playerId } }
      case 'battle-answer': {
        const { name, ...payload } = message
        return { name, payload }
      }
      case 'battle-timeout': {
        const { name, ...payload } = message
        return { name, payload }
      }
    }
  }
}

/** The sound for a transition of the flow; null for none. */
function soundBetween(before: BattleFlow, after: BattleFlow): Sound | null {
  if (after.stage !== 'battle') return null
  const { play } = after
  const playBefore = before.stage === 'battle' ? before.play : null
  if (play.stage === 'ended') return play.result && playBefore?.stage !== 'ended' ? 'finished' : null
  // The first sound starts the audio device, which is slow, so it is played before the first answer.
  if (play.stage === 'waiting') return after.countdown ? 'tap' : null
  if (play.stage !== 'active' || playBefore?.stage !== 'active') return null
  if (play.attempt !== playBefore.attempt && play.attempt !== 'first') return 'not_yet'
  return play.index > playBefore.index ? 'correct' : null
}
