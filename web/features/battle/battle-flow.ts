import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import { stepPlay, waitingPlay, type BattlePlay, type Outgoing } from '../../../domain/battle-play.ts'
import type { EndView, OpponentView } from '../../../domain/battle-view.ts'
import type { BotId } from '../../../domain/bot.ts'
import { BOT_FALLBACK_MS, type BattleType, type Division } from '../../../domain/division.ts'
import type { Entry } from './battle-entry.ts'
import { nextSecondByMs, replyAfter } from './battle-reply.ts'
import type { Heard } from './battle-socket.ts'
import type { KeptBattle } from './kept-battle.ts'
import type { StoredResult } from './stored-result.ts'

/** If a requested bot takes longer than this, the connection counts as dead and the bot is requested on a new one. */
const BOT_TIMEOUT_MS = 3000
/** 'Calculating Results...' is shown for at least this long: a screen that flashes by is frightening. */
const CALCULATING_MS = 1000
/** If the next second of a countdown does not arrive, the countdown ends this long after its expected end. */
const COUNTDOWN_SLACK_MS = 500
/** How long 'Match found!' is shown at the beginning of a countdown, unless that has only one second left. */
const MATCH_FOUND_MS = 700
/** From this long after the beginning of the countdown's last second, the arena says 'Get Ready for Battle!'. */
const LAST_SECOND_SHOWN_MS = 250

/** The progress of the search for opponents. */
export type Search =
  /** `isTroubled` after a failed attempt. `botId` is a bot that was requested on a lost connection. */
  | { readonly step: 'connecting'; readonly isTroubled: boolean; readonly botId: BotId | null }
  | { readonly step: 'searching'; readonly botAtMs: number }
  | { readonly step: 'matched'; readonly botId: BotId; readonly startsByMs: number }

/**
 * The seconds before a battle. `found`: the match is announced. `counting`: the seconds are shown. `ready`: the arena waits for its
 * problems. `nextPhaseAtMs` is the beginning of the next phase, or null if no time is set for it.
 */
type CountdownStep = {
  readonly seconds: number
  readonly overAtMs: number
  readonly phase: 'found' | 'counting' | 'ready'
  readonly nextPhaseAtMs: number | null
}

/** Refusals that stop the flow. */
export type StopCode = Exclude<BattleErrorCode, 'no_time_left'>

/** The steps of the flow (specification §2, §4), from the lobby to the results. */
export type BattleFlow =
  /** `isTimeUp` if the server has just refused a battle because today's time is used up. */
  | { readonly stage: 'lobby'; readonly isTimeUp?: true }
  | { readonly stage: 'picker'; readonly division: Division | null }
  | {
      readonly stage: 'queue'
      readonly type: BattleType
      readonly search: Search
      /** From 1; null until known. */
      readonly position: number | null
      readonly sinceMs: number
    }
  | {
      readonly stage: 'battle'
      readonly type: BattleType | null
      readonly play: BattlePlay
      readonly opponents: readonly OpponentView[]
      readonly countdown: CountdownStep | null
      /** `held` is a result that has arrived but is not shown yet. */
      readonly calculating: { readonly sinceMs: number; readonly held: EndView | null } | null
      /** If the referee sends nothing by then, the connection counts as dead; null if no reply is expected. */
      readonly replyByMs: number | null
      /** Whether the referee ended the battle while the player was still answering, because the server stopped. */
      readonly isCutShort: boolean
      /** Where to go if neither the referee nor the history has a battle that was resumed after a reload. */
      readonly otherwise: Entry
    }
  /** The server refused or another tab has taken over. Only the player can leave this stage. */
  | {
      readonly stage: 'stopped'
      readonly code: StopCode
      readonly type: BattleType | null
      readonly kept: KeptBattle | null
    }
  /** The referee no longer has the battle: its stored result is looked up and shown. */
  | {
      readonly stage: 'forgotten'
      readonly kept: KeptBattle
      /** Where to go if no result is stored either; null to say so instead. */
      readonly otherwise: Entry | null
      readonly stored: StoredResult | 'asked'
    }

export type FlowEvent =
  /** Goes to the lobby, the picker or a queue. Leaves a queue or running battle on purpose. */
  | { readonly type: 'enter'; readonly entry: Entry }
  /** Returns to a saved battle. */
  | { readonly type: 'resume'; readonly kept: KeptBattle; readonly otherwise: Entry }
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }
  | { readonly type: 'heard'; readonly heard: Heard }
  /** The answer to the look-up of a stored result. */
  | { readonly type: 'looked-up'; readonly battleId: string; readonly stored: StoredResult }
  | { readonly type: 'answer'; readonly value: number }
  | { readonly type: 'tick' }

/** Messages to send, in this order. The caller adds the player's data. */
export type FlowMessage =
  | Outgoing
  | { readonly name: 'join-battle-queue'; readonly type: BattleType }
  | { readonly name: 'start-computer-battle'; readonly type: BattleType; readonly botId: BotId }
  | { readonly name: 'leave-battle-queue' }
  /** Not sent: tells the caller to replace the connection, which is dead although it was not closed. */
  | { readonly name: 'new-line' }

type FlowStepped = { readonly flow: BattleFlow; readonly send: readonly FlowMessage[] }

type Queue = Extract<BattleFlow, { stage: 'queue' }>
type Battle = Extract<BattleFlow, { stage: 'battle' }>

function unsent(flow: BattleFlow): FlowStepped {
  return { flow, send: [] }
}

function entered(entry: Entry, nowMs: number): BattleFlow {
  switch (entry.to) {
    case 'lobby':
      return { stage: 'lobby' }
    case 'picker':
      return { stage: 'picker', division: entry.division }
    case 'queue':
      return {
        stage: 'queue',
        type: entry.type,
        search: { step: 'connecting', isTroubled: false, botId: null },
        position: null,
        sinceMs: nowMs,
      }
  }
}

/** Whether the flow is in a queue or in a battle that is not over, and so needs a connection. */
export function isPlaying(flow: BattleFlow): boolean {
  return flow.stage === 'queue' || (flow.stage === 'battle' && flow.play.stage !== 'ended')
}

function resumed({ battleId, opponents, type, secondTries }: KeptBattle, otherwise: Entry): BattleFlow {
  // Disconnected at first. Once connected, the server's answer decides how to go on.
  const play = stepPlay(waitingPlay(battleId, secondTries), { type: 'disconnected' }, 0).play
  const idle = { countdown: null, calculating: null, replyByMs: null, isCutShort: false }
  return { stage: 'battle', type, play, opponents, ...idle, otherwise }
}

/** Whether the look-up has found a result, or that there is none. */
function isLookedUp(stored: StoredResult | 'asked'): boolean {
  return stored !== 'asked' && stored !== 'unknown'
}

/** What to save of the battle, so that a reload can return to it; null if there is nothing to return to. */
export function keptOf(flow: BattleFlow): KeptBattle | null {
  if (flow.stage === 'forgotten') return isLookedUp(flow.stored) ? null : flow.kept
  if (flow.stage !== 'battle' || flow.play.stage === 'ended') return null
  const { type, opponents, play } = flow
  const { battleId, secondTries } = play.stage === 'waiting' ? play : play.run
  return battleId === null ? null : { battleId, opponents, type, secondTries }
}

/** If no problem was shown on this page, the child probably wants to play; otherwise it wants to see the result. */
function forgotten(flow: Battle): BattleFlow {
  const kept = keptOf(flow)
  const otherwise = flow.play.stage === 'waiting' ? flow.otherwise : null
  return kept ? { stage: 'forgotten', kept, otherwise, stored: 'asked' } : flow
}

function lookedUp(
  flow: BattleFlow,
  { battleId, stored }: Extract<FlowEvent, { type: 'looked-up' }>,
  nowMs: number,
): BattleFlow {
  if (flow.stage !== 'forgotten' || flow.kept.battleId !== battleId || flow.stored !== 'asked') return flow
  const isSkipped = stored === 'none' && flow.otherwise !== null
  return isSkipped ? entered(flow.otherwise, nowMs) : { ...flow, stored }
}

/** Applies an event to the battle's play. */
function played(flow: Battle, event: Parameters<typeof stepPlay>[1], nowMs: number): FlowStepped {
  const { play, send } = stepPlay(flow.play, event, nowMs)
  if (play.stage === 'ended' && play.result === null) return unsent(forgotten(flow))
  if (play === flow.play && send.length === 0) return unsent(flow)
  const opponents = 'run' in play ? play.run.opponents : flow.opponents
  const calculating =
    play.stage === 'calculating' ? (flow.calculating ?? { sinceMs: nowMs, held: null }) : null
  const replyByMs = replyAfter(flow.replyByMs, { before: flow.play, after: play, event, send }, nowMs)
  return { flow: { ...flow, play, opponents, calculating, replyByMs }, send }
}

/** An expected reply is missing: the battle goes on as if disconnected, until there is a new connection. */
function timedOut(flow: Battle, nowMs: number): FlowStepped {
  return { ...played(flow, { type: 'disconnected' }, nowMs), send: [{ name: 'new-line' }] }
}

function connected(flow: BattleFlow, nowMs: number): FlowStepped {
  if (flow.stage === 'battle') return played(flow, { type: 'connected' }, nowMs)
  if (flow.stage !== 'queue') return unsent(flow)
  if (flow.search.step === 'connecting' && flow.search.botId !== null) {
    return withBotRequest(flow, flow.search.botId, nowMs)
  }
  const search: Search = { step: 'searching', botAtMs: nowMs + BOT_FALLBACK_MS }
  return { flow: { ...flow, search }, send: [{ name: 'join-battle-queue', type: flow.type }] }
}

function disconnected(flow: BattleFlow, nowMs: number): FlowStepped {
  if (flow.stage === 'battle') return played(flow, { type: 'disconnected' }, nowMs)
  if (flow.stage !== 'queue') return unsent(flow)
  return unsent(reconnecting(flow))
}

function reconnecting(flow: Queue): Queue {
  const botId = flow.search.step === 'searching' ? null : flow.search.botId
  return { ...flow, position: null, search: { step: 'connecting', isTroubled: true, botId } }
}

function withBotRequest(flow: Queue, botId: BotId, nowMs: number): FlowStepped {
  const search: Search = { step: 'matched', botId, startsByMs: nowMs + BOT_TIMEOUT_MS }
  return { flow: { ...flow, search }, send: [{ name: 'start-computer-battle', type: flow.type, botId }] }
}

function ticked(flow: BattleFlow, nowMs: number, chooseBot: () => BotId): FlowStepped {
  if (flow.stage === 'battle') {
    if (flow.calculating?.held) return ended(flow, flow.calculating.held, nowMs)
    if (flow.countdown && nowMs >= flow.countdown.overAtMs) return unsent({ ...flow, countdown: null })
    if (flow.countdown) {
      const countdown = phaseAt(flow.countdown, nowMs)
      if (countdown !== flow.countdown) return unsent({ ...flow, countdown })
    }
    if (flow.replyByMs !== null && nowMs >= flow.replyByMs) return timedOut(flow, nowMs)
    return played(flow, { type: 'tick' }, nowMs)
  }
  if (flow.stage !== 'queue') return unsent(flow)
  const { search } = flow
  if (search.step === 'searching' && nowMs >= search.botAtMs) return withBotRequest(flow, chooseBot(), nowMs)
  if (search.step === 'matched' && nowMs >= search.startsByMs) {
    return { flow: reconnecting(flow), send: [{ name: 'new-line' }] }
  }
  return unsent(flow)
}

/** Shows the result, or holds it until `CALCULATING_MS` are over. */
function ended(flow: Battle, end: EndView, nowMs: number): FlowStepped {
  const { calculating } = flow
  if (calculating === null || nowMs >= calculating.sinceMs + CALCULATING_MS) {
    const isCutShort = flow.isCutShort || (end.immediate && flow.play.stage === 'active')
    return played({ ...flow, isCutShort }, { type: 'end', end }, nowMs)
  }
  return unsent({ ...flow, calculating: { ...calculating, held: end }, replyByMs: null })
}

/** The current battle, or from the queue a new one. */
function battleOf(flow: BattleFlow, battleId: string, opponents: readonly OpponentView[]): Battle | null {
  if (flow.stage === 'battle') return flow
  if (flow.stage !== 'queue') return null
  const { type } = flow
  return {
    stage: 'battle',
    type,
    play: waitingPlay(battleId),
    opponents,
    countdown: null,
    calculating: null,
    replyByMs: null,
    isCutShort: false,
    otherwise: { to: 'queue', type },
  }
}

function refused(flow: BattleFlow, code: BattleErrorCode, nowMs: number): FlowStepped {
  if (flow.stage !== 'queue' && flow.stage !== 'battle') return unsent(flow)
  if (code === 'no_time_left') return unsent({ stage: 'lobby', isTimeUp: true })
  // About a battle that was left before: in a queue, the player is in none.
  if (flow.stage === 'queue' && code === 'unknown_battle') return unsent(flow)
  const stopped: BattleFlow = { stage: 'stopped', code, type: flow.type, kept: keptOf(flow) }
  if (code === 'taken_over' || flow.stage === 'queue') return unsent(stopped)
  // A server that is stopping starts no battles.
  if (code === 'draining' && flow.play.stage === 'waiting') return unsent({ ...stopped, kept: null })
  // During a battle, the other refusals are about single events: the battle goes on.
  return code === 'unknown_battle' ? played(flow, { type: 'gone' }, nowMs) : unsent(flow)
}

function phaseAt(countdown: CountdownStep, nowMs: number): CountdownStep {
  const { phase, nextPhaseAtMs } = countdown
  if (nextPhaseAtMs === null || nowMs < nextPhaseAtMs) return countdown
  return { ...countdown, phase: phase === 'found' ? 'counting' : 'ready', nextPhaseAtMs: null }
}

/** The countdown after a second of it has arrived. */
function countdownAfter(flow: BattleFlow, seconds: number, overAtMs: number, nowMs: number): CountdownStep {
  if (flow.stage === 'queue' && seconds > 1) {
    return { seconds, overAtMs, phase: 'found', nextPhaseAtMs: nowMs + MATCH_FOUND_MS }
  }
  const before = flow.stage === 'battle' ? flow.countdown : null
  if (before?.phase === 'found' && before.nextPhaseAtMs !== null) return { ...before, seconds, overAtMs }
  const isLast = seconds === 1 && before !== null
  return {
    seconds,
    overAtMs,
    phase: 'counting',
    nextPhaseAtMs: isLast ? nowMs + LAST_SECOND_SHOWN_MS : null,
  }
}

function countedDown(flow: BattleFlow, heard: Extract<Heard, { name: 'battle-countdown' }>, nowMs: number) {
  const { battleId, opponents, countdownSeconds } = heard.payload
  const battle = battleOf(flow, battleId, opponents)
  if (battle?.play.stage !== 'waiting') return unsent(flow)
  const overAtMs = nowMs + countdownSeconds * 1000 + COUNTDOWN_SLACK_MS
  // A countdown also means that the player is connected again.
  const play = waitingPlay(battleId)
  const countdown = countdownAfter(flow, countdownSeconds, overAtMs, nowMs)
  return unsent({ ...battle, play, opponents, countdown, replyByMs: nextSecondByMs(nowMs) })
}

function received(flow: BattleFlow, heard: Heard, nowMs: number): FlowStepped {
  switch (heard.name) {
    case 'queue-joined':
      return unsent(flow.stage === 'queue' ? { ...flow, position: heard.payload.position } : flow)
    case 'battle-countdown':
      return countedDown(flow, heard, nowMs)
    case 'battle-start': {
      const battle = battleOf(flow, heard.payload.battleId, heard.payload.opponents)
      return battle ? played(battle, { type: 'start', start: heard.payload }, nowMs) : unsent(flow)
    }
    case 'battle-score-update': {
      const { battleId, scores } = heard.payload
      const isHere = flow.stage === 'battle' && 'run' in flow.play && flow.play.run.battleId === battleId
      return isHere ? played(flow, { type: 'scores', scores }, nowMs) : unsent(flow)
    }
    case 'battle-end':
      return flow.stage === 'battle' ? ended(flow, heard.payload, nowMs) : unsent(flow)
    case 'battle-error':
      return refused(flow, heard.payload.code, nowMs)
  }
}

/**
 * Applies an event and returns the messages to send. An event that does not apply returns the same object.
 * @param chooseBot chooses the bot that stands in for opponents
 */
export function stepFlow(
  flow: BattleFlow,
  event: FlowEvent,
  nowMs: number,
  chooseBot: () => BotId,
): FlowStepped {
  switch (event.type) {
    case 'enter':
      return {
        flow: entered(event.entry, nowMs),
        send: isPlaying(flow) ? [{ name: 'leave-battle-queue' }] : [],
      }
    case 'resume':
      return unsent(resumed(event.kept, event.otherwise))
    case 'connected':
      return connected(flow, nowMs)
    case 'disconnected':
      return disconnected(flow, nowMs)
    case 'heard':
      return received(flow, event.heard, nowMs)
    case 'looked-up':
      return unsent(lookedUp(flow, event, nowMs))
    case 'answer':
      return flow.stage === 'battle'
        ? played(flow, { type: 'answer', value: event.value }, nowMs)
        : unsent(flow)
    case 'tick':
      return ticked(flow, nowMs, chooseBot)
  }
}

function battleDeadlinesMs({ play, countdown, replyByMs }: Battle): (number | null)[] {
  if (countdown) return [countdown.nextPhaseAtMs, countdown.overAtMs, replyByMs]
  if (play.stage === 'active') return [play.run.endsAtMs, replyByMs]
  return [play.stage === 'calculating' && play.link === 'live' ? play.askAtMs : null, replyByMs]
}

/** When the next tick is due, by the clock that `stepFlow` is given, or null if no tick is needed. */
export function flowDeadlineMs(flow: BattleFlow): number | null {
  if (flow.stage === 'queue') {
    if (flow.search.step === 'searching') return flow.search.botAtMs
    return flow.search.step === 'matched' ? flow.search.startsByMs : null
  }
  if (flow.stage !== 'battle') return null
  if (flow.calculating?.held) return flow.calculating.sinceMs + CALCULATING_MS
  const deadlines = battleDeadlinesMs(flow).filter((deadlineMs) => deadlineMs !== null)
  return deadlines.length > 0 ? Math.min(...deadlines) : null
}
