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

/** A computer that was asked for comes within this, or the line is dead: it is asked for again on a new one. */
const BOT_COMES_WITHIN_MS = 3000
/** 'Calculating Results...' is on the screen for as long at least: a screen that flashes by frightens. */
const CALCULATING_MS = 1000
/** A countdown whose next second does not come goes on as waiting for the start, this long after its end. */
const COUNTDOWN_SLACK_MS = 500
/** 'Match found!' is on the screen for as long, at the start of a countdown that has more than its last second left. */
const MATCH_FOUND_MS = 700
/** The arena says 'Get Ready for Battle!' from this long after the last second of a countdown has begun: for the rest of that second. */
const LAST_SECOND_SHOWN_MS = 250

/** How far the search for opponents is. */
export type Search =
  /** `isTroubled` once an attempt has failed; `botId` where that computer was asked for on a line that is gone. */
  | { readonly step: 'connecting'; readonly isTroubled: boolean; readonly botId: BotId | null }
  | { readonly step: 'searching'; readonly botAtMs: number }
  | { readonly step: 'matched'; readonly botId: BotId; readonly comesByMs: number }

/**
 * The seconds before a battle. `found`: the match is announced. `counting`: the seconds are shown. `ready`: the arena waits for its
 * problems. The next phase begins at `nextPhaseAtMs`, if that is not null.
 */
type CountdownStep = {
  readonly seconds: number
  readonly overAtMs: number
  readonly phase: 'found' | 'counting' | 'ready'
  readonly nextPhaseAtMs: number | null
}

/** Refusals that the flow stops at. */
export type StopCode = Exclude<BattleErrorCode, 'no_time_left'>

/** The steps of the flow (specification §2, §4), from the lobby to the results. */
export type BattleFlow =
  /** `isTimeUp` where the server has just refused a battle because the day's time is used up. */
  | { readonly stage: 'lobby'; readonly isTimeUp?: true }
  | { readonly stage: 'picker'; readonly division: Division | null }
  | {
      readonly stage: 'queue'
      readonly type: BattleType
      readonly search: Search
      /** Place in the queue, 1 is first; null until it is known. */
      readonly position: number | null
      readonly sinceMs: number
    }
  | {
      readonly stage: 'battle'
      readonly type: BattleType | null
      readonly play: BattlePlay
      readonly opponents: readonly OpponentView[]
      readonly countdown: CountdownStep | null
      /** Since when results are awaited, and the one that has come sooner than it is shown. */
      readonly calculating: { readonly sinceMs: number; readonly held: EndView | null } | null
      /** Until when the referee must be heard if the line is alive; null when nothing is awaited. */
      readonly replyByMs: number | null
      /** The referee ended it while there were still problems to answer here: the server stopped. */
      readonly isCutShort: boolean
      /** Where to go when of a battle kept over a reload nothing is known or stored. */
      readonly otherwise: Entry
    }
  /** The server refused, or another tab plays; nothing happens until the child wishes it. */
  | {
      readonly stage: 'stopped'
      readonly code: StopCode
      readonly type: BattleType | null
      readonly kept: KeptBattle | null
    }
  /** The referee knows nothing of it any more: what is stored of it is asked for, and shown. */
  | {
      readonly stage: 'forgotten'
      readonly kept: KeptBattle
      /** Where to go when nothing is stored either; null where that is to be said. */
      readonly otherwise: Entry | null
      readonly stored: StoredResult | 'asked'
    }

export type FlowEvent =
  /** Goes to the lobby, the picker or a queue; from a queue or a running battle that is leaving it on purpose. */
  | { readonly type: 'enter'; readonly entry: Entry }
  /** Back into a battle that was kept. */
  | { readonly type: 'resume'; readonly kept: KeptBattle; readonly otherwise: Entry }
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }
  | { readonly type: 'heard'; readonly heard: Heard }
  /** What was asked for because the referee had forgotten it. */
  | { readonly type: 'looked-up'; readonly battleId: string; readonly stored: StoredResult }
  | { readonly type: 'answer'; readonly value: number }
  | { readonly type: 'tick' }

/** What is to be sent now, in this order; who the player is, is added by whoever sends. */
export type FlowMessage =
  | Outgoing
  | { readonly name: 'join-battle-queue'; readonly type: BattleType }
  | { readonly name: 'start-computer-battle'; readonly type: BattleType; readonly botId: BotId }
  | { readonly name: 'leave-battle-queue' }
  /** No event of the contract: the line is dead though nothing closed it, and a new one takes its place. */
  | { readonly name: 'new-line' }

type FlowStepped = { readonly flow: BattleFlow; readonly send: readonly FlowMessage[] }

type Queue = Extract<BattleFlow, { stage: 'queue' }>
type Battle = Extract<BattleFlow, { stage: 'battle' }>

function silent(flow: BattleFlow): FlowStepped {
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

/** Whether the flow is in a queue or in a battle that is not over: there the line to the server is open. */
export function isPlaying(flow: BattleFlow): boolean {
  return flow.stage === 'queue' || (flow.stage === 'battle' && flow.play.stage !== 'ended')
}

function resumed({ battleId, opponents, type, secondTries }: KeptBattle, otherwise: Entry): BattleFlow {
  // Away until the line is open; what the server answers then decides.
  const play = stepPlay(waitingPlay(battleId, secondTries), { type: 'disconnected' }, 0).play
  const idle = { countdown: null, calculating: null, replyByMs: null, isCutShort: false }
  return { stage: 'battle', type, play, opponents, ...idle, otherwise }
}

/** Whether it is known how the battle ended, or that nothing is stored of it. */
function isAnswered(stored: StoredResult | 'asked'): boolean {
  return stored !== 'asked' && stored !== 'unknown'
}

/** What a tab keeps of the battle, null when there is nothing to come back to. */
export function keptOf(flow: BattleFlow): KeptBattle | null {
  if (flow.stage === 'forgotten') return isAnswered(flow.stored) ? null : flow.kept
  if (flow.stage !== 'battle' || flow.play.stage === 'ended') return null
  const { type, opponents, play } = flow
  const { battleId, secondTries } = play.stage === 'waiting' ? play : play.run
  return battleId === null ? null : { battleId, opponents, type, secondTries }
}

/** A child who never saw a problem of it on this page wants to play; any other waits to hear how it ended. */
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
  const isNowhere = stored === 'none' && flow.otherwise !== null
  return isNowhere ? entered(flow.otherwise, nowMs) : { ...flow, stored }
}

/** The battle after something happened to its play. */
function played(flow: Battle, event: Parameters<typeof stepPlay>[1], nowMs: number): FlowStepped {
  const { play, send } = stepPlay(flow.play, event, nowMs)
  if (play.stage === 'ended' && play.result === null) return silent(forgotten(flow))
  if (play === flow.play && send.length === 0) return silent(flow)
  const opponents = 'run' in play ? play.run.opponents : flow.opponents
  const calculating =
    play.stage === 'calculating' ? (flow.calculating ?? { sinceMs: nowMs, held: null }) : null
  const replyByMs = replyAfter(flow.replyByMs, { before: flow.play, after: play, event, send }, nowMs)
  return { flow: { ...flow, play, opponents, calculating, replyByMs }, send }
}

/** What had to be answered was not: the battle goes on as without a connection, until a new line is there. */
function unheard(flow: Battle, nowMs: number): FlowStepped {
  return { ...played(flow, { type: 'disconnected' }, nowMs), send: [{ name: 'new-line' }] }
}

function connected(flow: BattleFlow, nowMs: number): FlowStepped {
  if (flow.stage === 'battle') return played(flow, { type: 'connected' }, nowMs)
  if (flow.stage !== 'queue') return silent(flow)
  if (flow.search.step === 'connecting' && flow.search.botId !== null) {
    return withBot(flow, flow.search.botId, nowMs)
  }
  const search: Search = { step: 'searching', botAtMs: nowMs + BOT_FALLBACK_MS }
  return { flow: { ...flow, search }, send: [{ name: 'join-battle-queue', type: flow.type }] }
}

function disconnected(flow: BattleFlow, nowMs: number): FlowStepped {
  if (flow.stage === 'battle') return played(flow, { type: 'disconnected' }, nowMs)
  if (flow.stage !== 'queue') return silent(flow)
  return silent(unconnected(flow))
}

function unconnected(flow: Queue): Queue {
  const botId = flow.search.step === 'searching' ? null : flow.search.botId
  return { ...flow, position: null, search: { step: 'connecting', isTroubled: true, botId } }
}

function withBot(flow: Queue, botId: BotId, nowMs: number): FlowStepped {
  const search: Search = { step: 'matched', botId, comesByMs: nowMs + BOT_COMES_WITHIN_MS }
  return { flow: { ...flow, search }, send: [{ name: 'start-computer-battle', type: flow.type, botId }] }
}

function ticked(flow: BattleFlow, nowMs: number, chooseBot: () => BotId): FlowStepped {
  if (flow.stage === 'battle') {
    if (flow.calculating?.held) return ended(flow, flow.calculating.held, nowMs)
    if (flow.countdown && nowMs >= flow.countdown.overAtMs) return silent({ ...flow, countdown: null })
    if (flow.countdown) {
      const countdown = phaseAt(flow.countdown, nowMs)
      if (countdown !== flow.countdown) return silent({ ...flow, countdown })
    }
    if (flow.replyByMs !== null && nowMs >= flow.replyByMs) return unheard(flow, nowMs)
    return played(flow, { type: 'tick' }, nowMs)
  }
  if (flow.stage !== 'queue') return silent(flow)
  const { search } = flow
  if (search.step === 'searching' && nowMs >= search.botAtMs) return withBot(flow, chooseBot(), nowMs)
  if (search.step === 'matched' && nowMs >= search.comesByMs) {
    return { flow: unconnected(flow), send: [{ name: 'new-line' }] }
  }
  return silent(flow)
}

/** The result, at once or when it may be shown. */
function ended(flow: Battle, end: EndView, nowMs: number): FlowStepped {
  const { calculating } = flow
  if (calculating === null || nowMs >= calculating.sinceMs + CALCULATING_MS) {
    const isCutShort = flow.isCutShort || (end.immediate && flow.play.stage === 'active')
    return played({ ...flow, isCutShort }, { type: 'end', end }, nowMs)
  }
  return silent({ ...flow, calculating: { ...calculating, held: end }, replyByMs: null })
}

/** The battle that the server speaks of: the one on the screen, or a new one out of the queue. */
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
  if (flow.stage !== 'queue' && flow.stage !== 'battle') return silent(flow)
  if (code === 'no_time_left') return silent({ stage: 'lobby', isTimeUp: true })
  // Said of a battle that was left before: who waits for another one is in none.
  if (flow.stage === 'queue' && code === 'unknown_battle') return silent(flow)
  const stopped: BattleFlow = { stage: 'stopped', code, type: flow.type, kept: keptOf(flow) }
  if (code === 'taken_over' || flow.stage === 'queue') return silent(stopped)
  // A server that stops begins no battle any more.
  if (code === 'draining' && flow.play.stage === 'waiting') return silent({ ...stopped, kept: null })
  // In a battle the other refusals are of single events: the game goes on.
  return code === 'unknown_battle' ? played(flow, { type: 'gone' }, nowMs) : silent(flow)
}

function phaseAt(countdown: CountdownStep, nowMs: number): CountdownStep {
  const { phase, nextPhaseAtMs } = countdown
  if (nextPhaseAtMs === null || nowMs < nextPhaseAtMs) return countdown
  return { ...countdown, phase: phase === 'found' ? 'counting' : 'ready', nextPhaseAtMs: null }
}

/** The countdown after the referee has told a second of it. */
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

function counted(flow: BattleFlow, heard: Extract<Heard, { name: 'battle-countdown' }>, nowMs: number) {
  const { battleId, opponents, countdownSeconds } = heard.payload
  const battle = battleOf(flow, battleId, opponents)
  if (battle?.play.stage !== 'waiting') return silent(flow)
  const overAtMs = nowMs + countdownSeconds * 1000 + COUNTDOWN_SLACK_MS
  // Coming back into a countdown is coming back.
  const play = waitingPlay(battleId)
  const countdown = countdownAfter(flow, countdownSeconds, overAtMs, nowMs)
  return silent({ ...battle, play, opponents, countdown, replyByMs: nextSecondByMs(nowMs) })
}

function told(flow: BattleFlow, heard: Heard, nowMs: number): FlowStepped {
  switch (heard.name) {
    case 'queue-joined':
      return silent(flow.stage === 'queue' ? { ...flow, position: heard.payload.position } : flow)
    case 'battle-countdown':
      return counted(flow, heard, nowMs)
    case 'battle-start': {
      const battle = battleOf(flow, heard.payload.battleId, heard.payload.opponents)
      return battle ? played(battle, { type: 'start', start: heard.payload }, nowMs) : silent(flow)
    }
    case 'battle-score-update': {
      const { battleId, scores } = heard.payload
      const isHere = flow.stage === 'battle' && 'run' in flow.play && flow.play.run.battleId === battleId
      return isHere ? played(flow, { type: 'scores', scores }, nowMs) : silent(flow)
    }
    case 'battle-end':
      return flow.stage === 'battle' ? ended(flow, heard.payload, nowMs) : silent(flow)
    case 'battle-error':
      return refused(flow, heard.payload.code, nowMs)
  }
}

/**
 * What an event makes of the flow, and what is to be sent. An event that does not fit gives back the very same flow.
 * @param chooseBot draws the computer player that stands in
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
      return silent(resumed(event.kept, event.otherwise))
    case 'connected':
      return connected(flow, nowMs)
    case 'disconnected':
      return disconnected(flow, nowMs)
    case 'heard':
      return told(flow, event.heard, nowMs)
    case 'looked-up':
      return silent(lookedUp(flow, event, nowMs))
    case 'answer':
      return flow.stage === 'battle'
        ? played(flow, { type: 'answer', value: event.value }, nowMs)
        : silent(flow)
    case 'tick':
      return ticked(flow, nowMs, chooseBot)
  }
}

function battleDeadlinesMs({ play, countdown, replyByMs }: Battle): (number | null)[] {
  if (countdown) return [countdown.nextPhaseAtMs, countdown.overAtMs, replyByMs]
  if (play.stage === 'active') return [play.run.endsAtMs, replyByMs]
  return [play.stage === 'calculating' && play.link === 'live' ? play.askAtMs : null, replyByMs]
}

/** When a tick changes something next, or null: by the clock of the steps, in milliseconds. */
export function flowDeadlineMs(flow: BattleFlow): number | null {
  if (flow.stage === 'queue') {
    if (flow.search.step === 'searching') return flow.search.botAtMs
    return flow.search.step === 'matched' ? flow.search.comesByMs : null
  }
  if (flow.stage !== 'battle') return null
  if (flow.calculating?.held) return flow.calculating.sinceMs + CALCULATING_MS
  const deadlines = battleDeadlinesMs(flow).filter((deadlineMs) => deadlineMs !== null)
  return deadlines.length > 0 ? Math.min(...deadlines) : null
}
