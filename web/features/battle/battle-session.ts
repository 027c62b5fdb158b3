import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BotId } from '../../../domain/bot.ts'
import { chooseBot } from '../../../domain/bot-choice.ts'
import { MAX_BATTLE_ANSWER } from '../../generated/constants.ts'
import type { Entry } from './battle-entry.ts'
import {
  type BattleFlow,
  type FlowEvent,
  type FlowMessage,
  flowDeadlineMs,
  isPlaying,
  keptOf,
  stepFlow,
} from './battle-flow.ts'
import {
  type BattleLine,
  type Heard,
  type Message,
  type OpenBattleLine,
  openBattleLine,
} from './battle-socket.ts'
import { type KeptBattle, keepBattle, keptBattle } from './kept-battle.ts'
import { keepLeft, leftBattle, leftBy, tellLater, tellLeft, tellNoMore } from './left-battle.ts'
import { recentScores, storedResult } from './stored-result.ts'
import { readSite } from '../../lib/site.ts'
import { type Sound, playSound } from '../../lib/sound.ts'

/** Who plays; `playerId` is the session token. */
export type OwnPlayer = {
  readonly playerId: string
  readonly nickname: string
  readonly location: string
}

/** What the screens draw. */
export type BattleView = {
  readonly flow: BattleFlow
  /** What is typed into the answer box: up to three digits. */
  readonly draft: string
}

const LOBBY_FLOW: BattleFlow = { stage: 'lobby' }
const MAX_DIGITS = String(MAX_BATTLE_ANSWER).length

/** Milliseconds of a clock that only runs forwards, and which no change of the device's time moves. */
export function battleNowMs(): number {
  return performance.now()
}

/** The digits of a text, typed or pasted, cut to what the box takes (specification §5). */
export function keepDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, MAX_DIGITS)
}

/** The place of the problem and of the attempt: where it changes, the answer box is empty again. */
function placeOf(flow: BattleFlow): string {
  if (flow.stage !== 'battle' || flow.play.stage !== 'active') return flow.stage
  return `${flow.play.index} ${flow.play.attempt}`
}

/** One visit to the arena: holds the flow, keeps the line to the referee while there is one to keep, and lets time pass. */
export class BattleSession {
  readonly view: StoreApi<BattleView>
  readonly #askPlayer: () => OwnPlayer
  readonly #open: OpenBattleLine
  #player: OwnPlayer | null = null
  #line: BattleLine | null = null
  #wake: ReturnType<typeof setTimeout> | undefined
  #visit = new AbortController()
  /** The player's newest scores; empty until they are known. */
  #recentScores: readonly number[] = []

  /** @param askPlayer is asked when a line is opened */
  constructor(askPlayer: () => OwnPlayer, entry: Entry, open: OpenBattleLine = openBattleLine) {
    this.#askPlayer = askPlayer
    this.#open = open
    const kept = keptBattle()
    const event: FlowEvent = kept ? { type: 'resume', kept, otherwise: entry } : { type: 'enter', entry }
    const { flow } = stepFlow(LOBBY_FLOW, event, battleNowMs(), this.#chooseBot)
    this.view = createStore<BattleView>(() => ({ flow, draft: '' }))
  }

  get #flow(): BattleFlow {
    return this.view.getState().flow
  }

  /** Opens the line if the flow needs one, and lets time pass; returns what ends both. A battle is not left by it. */
  start(): () => void {
    this.#visit = new AbortController()
    this.#follow()
    return () => {
      this.#visit.abort()
      clearTimeout(this.#wake)
      this.#hangUp()
    }
  }

  /** Goes to the lobby, the picker or a queue; from a queue or a running battle this is leaving it. */
  enter = (entry: Entry): void => {
    const left = leftBy(this.#flow)
    if (left) keepLeft(left)
    this.#step({ type: 'enter', entry })
    // Each queue has a line of its own, so that nothing said on an old one is heard in it.
    this.#hangUp()
    if (left?.isOwed && this.#player) tellLater(this.#open, this.#player.playerId)
    this.#follow()
  }

  /** After a refusal, a take-over or a look-up that failed: back to where the child was. */
  again = (): void => {
    const flow = this.#flow
    if (flow.stage === 'forgotten') {
      return this.send({ type: 'resume', kept: flow.kept, otherwise: flow.otherwise ?? { to: 'lobby' } })
    }
    if (flow.stage !== 'stopped') return
    if (flow.kept) this.send({ type: 'resume', kept: flow.kept, otherwise: { to: 'lobby' } })
    else this.enter(flow.type ? { to: 'queue', type: flow.type } : { to: 'lobby' })
  }

  send = (event: FlowEvent): void => {
    this.#step(event)
    this.#follow()
  }

  type = (digit: string): void => this.setDraft(this.view.getState().draft + digit)
  backspace = (): void => this.setDraft(this.view.getState().draft.slice(0, -1))
  clear = (): void => this.setDraft('')

  /** Takes over the text of the answer box; ignored while no problem is up. */
  setDraft = (text: string): void => {
    const flow = this.#flow
    if (flow.stage === 'battle' && flow.play.stage === 'active')
      this.view.setState({ draft: keepDigits(text) })
  }

  /** Gives the typed answer; nothing happens while the box is empty. */
  submit = (): void => {
    const { draft } = this.view.getState()
    if (draft === '') return
    this.send({ type: 'answer', value: Number(draft) })
    // What was typed wrongly at the answer that is shown leaves the box as well.
    this.clear()
  }

  #step(event: FlowEvent): void {
    const before = this.view.getState()
    const { flow, send } = stepFlow(before.flow, event, battleNowMs(), this.#chooseBot)
    for (const message of send) this.#say(message)
    if (flow === before.flow) return
    if (flow.stage === 'forgotten' && flow.stored === 'asked') void this.#lookUp(flow.kept)
    this.#keep(before.flow, flow)
    const sound = battleSoundBetween(before.flow, flow)
    // After the frame that shows it: nothing may hold up the next problem. A page that nobody has touched may not sound.
    if (sound && navigator.userActivation?.hasBeenActive !== false) setTimeout(playSound, 0, sound)
    this.view.setState({ flow, draft: placeOf(flow) === placeOf(before.flow) ? before.draft : '' })
  }

  #keep(before: BattleFlow, after: BattleFlow): void {
    const [old, now] = [keptOf(before), keptOf(after)]
    const isSame = old?.battleId === now?.battleId && old?.secondTries === now?.secondTries
    if (!isSame || old?.opponents !== now?.opponents) keepBattle(now)
  }

  /** The line and the alarm clock, as the flow needs them now. */
  #follow(): void {
    const flow = this.#flow
    if (isPlaying(flow)) this.#call()
    else this.#hangUp()
    clearTimeout(this.#wake)
    const deadlineMs = flowDeadlineMs(flow)
    if (deadlineMs === null) return
    const waitMs = Math.max(1, Math.ceil(deadlineMs - battleNowMs()))
    this.#wake = setTimeout(this.send, waitMs, { type: 'tick' })
  }

  async #lookUp(kept: KeptBattle): Promise<void> {
    const { playerId = '' } = this.#player ?? {}
    const { signal } = this.#visit
    const stored = await storedResult(kept, playerId, signal)
    if (!signal.aborted) this.send({ type: 'looked-up', battleId: kept.battleId, stored })
  }

  readonly #chooseBot = (): BotId => chooseBot(this.#recentScores, readSite().battleSeconds, Math.random)

  /** Nothing waits for it: a bot that stands in before the answer is here is one for a newcomer. */
  async #readScores(playerId: string): Promise<void> {
    const { signal } = this.#visit
    const scores = await recentScores(playerId, signal)
    if (!signal.aborted) this.#recentScores = scores
  }

  /** The line belongs to who played when it was opened: a name that changes meanwhile is the next battle's. */
  #call(): void {
    if (this.#line) return
    tellNoMore()
    const { playerId } = (this.#player = this.#askPlayer())
    if (this.#flow.stage === 'queue') void this.#readScores(playerId)
    let hasLeft = false
    const line = this.#open({
      onConnected: () => {
        hasLeft = tellLeft(line, playerId)
        this.send({ type: 'connected' })
      },
      onDisconnected: () => this.send({ type: 'disconnected' }),
      onHeard: (heard) => {
        if (!this.#isOfLeft(heard)) return this.send({ type: 'heard', heard })
        if (hasLeft || !('opponents' in heard.payload)) return
        // The referee has never heard that it was left, and has put the child back into it.
        hasLeft = true
        line.send({ name: 'leave-battle-queue' })
        this.send({ type: 'connected' })
      },
      isUrgent: () => this.#flow.stage === 'battle',
    })
    this.#line = line
  }

  /** Whether it is said of the battle that was left last, to who waits for another one. */
  #isOfLeft({ payload }: Heard): boolean {
    if (this.#flow.stage !== 'queue' || !('battleId' in payload)) return false
    return payload.battleId === leftBattle()?.battleId
  }

  #hangUp(): void {
    this.#line?.close()
    this.#line = null
  }

  #say(message: FlowMessage): void {
    if (message.name === 'new-line') this.#hangUp()
    else this.#line?.send(this.#written(message))
  }

  #written(message: Exclude<FlowMessage, { name: 'new-line' }>): Message {
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

/** What is heard when one state of the flow follows the other; null for silence. */
function battleSoundBetween(before: BattleFlow, after: BattleFlow): Sound | null {
  if (after.stage !== 'battle') return null
  const { play } = after
  const playBefore = before.stage === 'battle' ? before.play : null
  if (play.stage === 'ended') return play.result && playBefore?.stage !== 'ended' ? 'finished' : null
  // The first sound wakes the sound device, which takes long; better now than under the first answer.
  if (play.stage === 'waiting') return after.countdown ? 'tap' : null
  if (play.stage !== 'active' || playBefore?.stage !== 'active') return null
  if (play.attempt !== playBefore.attempt && play.attempt !== 'first') return 'not_yet'
  return play.index > playBefore.index ? 'correct' : null
}
