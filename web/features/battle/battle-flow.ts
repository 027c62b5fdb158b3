import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import { stepPlay, waitingPlay } from '../../../domain/battle-play.ts'
import type { EndView, OpponentView } from '../../../domain/battle-view.ts'
import type { BotId } from '../../../domain/bot.ts'
import { BOT_FALLBACK_MS } from '../../../domain/division.ts'
import type { Entry } from './battle-entry.ts'
import { nextSecondDeadlineMs, replyDeadlineAfter } from './battle-reply.ts'
import type { ServerMessage } from './battle-socket.ts'
import { countdownAfter, countdownAt } from './countdown-step.ts'
import {
  battleToSave,
  isPlaying,
  withoutMessages,
  type BattleStage,
  type BattleFlow,
  type FlowEvent,
  type FlowStepped,
  type QueueStage,
  type Search,
} from './flow-state.ts'
import type { SavedBattle } from './saved-battle.ts'

/** If a requested bot takes longer than this, the connection counts as dead and the bot is requested on a new one. */
const BOT_TIMEOUT_MS = 3000
/** 'Calculating Results...' is shown for at least this long: a screen that flashes by is frightening. */
const CALCULATING_MS = 1000
/** Other players are searched for at least this long, however long connecting has taken. */
const LEAST_SEARCH_MS = 1000

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
        search: { step: 'connecting', hasFailed: false, botId: null },
        position: null,
        sinceMs: nowMs,
      }
  }
}

function resumed({ battleId, opponents, type, secondTries }: SavedBattle, fallback: Entry): BattleFlow {
  // Disconnected at first. Once connected, the server's answer decides how to go on.
  const play = stepPlay(waitingPlay(battleId, secondTries), { type: 'disconnected' }, 0).play
  const idle = { countdown: null, calculating: null, replyDeadlineMs: null, isCutShort: false }
  return { stage: 'battle', type, play, opponents, ...idle, fallback }
}

/** If no problem was shown on this page, the child probably wants to play; otherwise it wants to see the result. */
function startLookUp(flow: BattleStage): BattleFlow {
  const saved = battleToSave(flow)
  const fallback = flow.play.stage === 'waiting' ? flow.fallback : null
  return saved ? { stage: 'result-lookup', saved, fallback, stored: 'loading' } : flow
}

function lookedUp(
  flow: BattleFlow,
  { battleId, stored }: Extract<FlowEvent, { type: 'looked-up' }>,
  nowMs: number,
): BattleFlow {
  if (flow.stage !== 'result-lookup' || flow.saved.battleId !== battleId || flow.stored !== 'loading')
    return flow
  const isSkipped = stored === 'none' && flow.fallback !== null
  return isSkipped ? entered(flow.fallback, nowMs) : { ...flow, stored }
}

/** Applies an event to the battle's play. */
function played(flow: BattleStage, event: Parameters<typeof stepPlay>[1], nowMs: number): FlowStepped {
  const { play, send } = stepPlay(flow.play, event, nowMs)
  if (play.stage === 'ended' && play.result === null) return withoutMessages(startLookUp(flow))
  if (play === flow.play && send.length === 0) return withoutMessages(flow)
  const opponents = 'run' in play ? play.run.opponents : flow.opponents
  const calculating =
    play.stage === 'calculating' ? (flow.calculating ?? { sinceMs: nowMs, pendingEnd: null }) : null
  const replyDeadlineMs = replyDeadlineAfter(
    flow.replyDeadlineMs,
    { before: flow.play, after: play, event, send },
    nowMs,
  )
  return { flow: { ...flow, play, opponents, calculating, replyDeadlineMs }, send }
}

/** An expected reply is missing: continues as if disconnected, until there is a new connection. */
function timedOut(flow: BattleStage, nowMs: number): FlowStepped {
  return { ...played(flow, { type: 'disconnected' }, nowMs), send: [{ name: 'reconnect' }] }
}

function connected(flow: BattleFlow, nowMs: number): FlowStepped {
  if (flow.stage === 'battle') return played(flow, { type: 'connected' }, nowMs)
  if (flow.stage !== 'queue') return withoutMessages(flow)
  if (flow.search.step === 'connecting' && flow.search.botId !== null) {
    return withBotRequest(flow, flow.search.botId, nowMs)
  }
  // Connecting counts as waiting: where a network spoils the first connection, a battle begins no later.
  const botAtMs = Math.max(flow.sinceMs + BOT_FALLBACK_MS, nowMs + LEAST_SEARCH_MS)
  const search: Search = { step: 'searching', botAtMs }
  return { flow: { ...flow, search }, send: [{ name: 'join-battle-queue', type: flow.type }] }
}

function disconnected(flow: BattleFlow, nowMs: number): FlowStepped {
  if (flow.stage === 'battle') return played(flow, { type: 'disconnected' }, nowMs)
  if (flow.stage !== 'queue') return withoutMessages(flow)
  return withoutMessages(reconnecting(flow))
}

function reconnecting(flow: QueueStage): QueueStage {
  const botId = flow.search.step === 'searching' ? null : flow.search.botId
  return { ...flow, position: null, search: { step: 'connecting', hasFailed: true, botId } }
}

function withBotRequest(flow: QueueStage, botId: BotId, nowMs: number): FlowStepped {
  const search: Search = { step: 'matched', botId, startDeadlineMs: nowMs + BOT_TIMEOUT_MS }
  return { flow: { ...flow, search }, send: [{ name: 'start-computer-battle', type: flow.type, botId }] }
}

function ticked(flow: BattleFlow, nowMs: number, chooseBot: () => BotId): FlowStepped {
  if (flow.stage === 'battle') {
    if (flow.calculating?.pendingEnd) return ended(flow, flow.calculating.pendingEnd, nowMs)
    if (flow.countdown && nowMs >= flow.countdown.endsAtMs)
      return withoutMessages({ ...flow, countdown: null })
    if (flow.countdown) {
      const countdown = countdownAt(flow.countdown, nowMs)
      if (countdown !== flow.countdown) return withoutMessages({ ...flow, countdown })
    }
    if (flow.replyDeadlineMs !== null && nowMs >= flow.replyDeadlineMs) return timedOut(flow, nowMs)
    return played(flow, { type: 'tick' }, nowMs)
  }
  if (flow.stage !== 'queue') return withoutMessages(flow)
  const { search } = flow
  if (search.step === 'searching' && nowMs >= search.botAtMs) return withBotRequest(flow, chooseBot(), nowMs)
  if (search.step === 'matched' && nowMs >= search.startDeadlineMs) {
    return { flow: reconnecting(flow), send: [{ name: 'reconnect' }] }
  }
  return withoutMessages(flow)
}

/** Shows the result, or holds it until `CALCULATING_MS` are over. */
function ended(flow: BattleStage, end: EndView, nowMs: number): FlowStepped {
  const { calculating } = flow
  if (calculating === null || nowMs >= calculating.sinceMs + CALCULATING_MS) {
    const isCutShort = flow.isCutShort || (end.immediate && flow.play.stage === 'active')
    return played({ ...flow, isCutShort }, { type: 'end', end }, nowMs)
  }
  return withoutMessages({ ...flow, calculating: { ...calculating, pendingEnd: end }, replyDeadlineMs: null })
}

/** The current battle, or from the queue a new one. */
function battleOf(
  flow: BattleFlow,
  battleId: string,
  opponents: readonly OpponentView[],
): BattleStage | null {
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
    replyDeadlineMs: null,
    isCutShort: false,
    fallback: { to: 'queue', type },
  }
}

function refused(flow: BattleFlow, code: BattleErrorCode, nowMs: number): FlowStepped {
  if (flow.stage !== 'queue' && flow.stage !== 'battle') return withoutMessages(flow)
  if (code === 'no_time_left') return withoutMessages({ stage: 'lobby', isTimeUp: true })
  // About a battle that was left before: in a queue, the player is in none.
  if (flow.stage === 'queue' && code === 'unknown_battle') return withoutMessages(flow)
  const stopped: BattleFlow = { stage: 'stopped', code, type: flow.type, saved: battleToSave(flow) }
  if (code === 'taken_over' || flow.stage === 'queue') return withoutMessages(stopped)
  // A server that is stopping starts no battles.
  if (code === 'draining' && flow.play.stage === 'waiting')
    return withoutMessages({ ...stopped, saved: null })
  // During a battle, other refusals concern single events, so the battle continues.
  return code === 'unknown_battle' ? played(flow, { type: 'gone' }, nowMs) : withoutMessages(flow)
}

function countdownReceived(
  flow: BattleFlow,
  { battleId, opponents, countdownSeconds }: Extract<ServerMessage, { name: 'battle-countdown' }>['payload'],
  nowMs: number,
): FlowStepped {
  const battle = battleOf(flow, battleId, opponents)
  if (battle?.play.stage !== 'waiting') return withoutMessages(flow)
  // A countdown also means that the player is connected again.
  const play = waitingPlay(battleId)
  const before = flow.stage === 'queue' ? 'in-queue' : battle.countdown
  const countdown = countdownAfter(before, countdownSeconds, nowMs)
  return withoutMessages({
    ...battle,
    play,
    opponents,
    countdown,
    replyDeadlineMs: nextSecondDeadlineMs(nowMs),
  })
}

function received(flow: BattleFlow, message: ServerMessage, nowMs: number): FlowStepped {
  switch (message.name) {
    case 'queue-joined':
      return withoutMessages(flow.stage === 'queue' ? { ...flow, position: message.payload.position } : flow)
    case 'battle-countdown':
      return countdownReceived(flow, message.payload, nowMs)
    case 'battle-start': {
      const battle = battleOf(flow, message.payload.battleId, message.payload.opponents)
      return battle ? played(battle, { type: 'start', start: message.payload }, nowMs) : withoutMessages(flow)
    }
    case 'battle-score-update': {
      const { battleId, scores } = message.payload
      const isHere = flow.stage === 'battle' && 'run' in flow.play && flow.play.run.battleId === battleId
      return isHere ? played(flow, { type: 'scores', scores }, nowMs) : withoutMessages(flow)
    }
    case 'battle-end':
      return flow.stage === 'battle' ? ended(flow, message.payload, nowMs) : withoutMessages(flow)
    case 'battle-error':
      return refused(flow, message.payload.code, nowMs)
  }
}

/**
 * Applies an event and returns the messages to send. An event that does not apply returns the same object. @param chooseBot
 * chooses the bot to play against when nobody else is waiting
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
      return withoutMessages(resumed(event.saved, event.fallback))
    case 'connected':
      return connected(flow, nowMs)
    case 'disconnected':
      return disconnected(flow, nowMs)
    case 'message':
      return received(flow, event.message, nowMs)
    case 'looked-up':
      return withoutMessages(lookedUp(flow, event, nowMs))
    case 'answer':
      return flow.stage === 'battle'
        ? played(flow, { type: 'answer', value: event.value }, nowMs)
        : withoutMessages(flow)
    case 'tick':
      return ticked(flow, nowMs, chooseBot)
  }
}

function battleDeadlinesMs({ play, countdown, replyDeadlineMs }: BattleStage): (number | null)[] {
  if (countdown) return [countdown.nextPhaseAtMs, countdown.endsAtMs, replyDeadlineMs]
  if (play.stage === 'active') return [play.run.endsAtMs, replyDeadlineMs]
  return [play.stage === 'calculating' && play.link === 'live' ? play.askAtMs : null, replyDeadlineMs]
}

/** When the next tick is due, by the clock that `stepFlow` is given, or null if no tick is needed. */
export function flowDeadlineMs(flow: BattleFlow): number | null {
  if (flow.stage === 'queue') {
    if (flow.search.step === 'searching') return flow.search.botAtMs
    return flow.search.step === 'matched' ? flow.search.startDeadlineMs : null
  }
  if (flow.stage !== 'battle') return null
  if (flow.calculating?.pendingEnd) return flow.calculating.sinceMs + CALCULATING_MS
  const deadlines = battleDeadlinesMs(flow).filter((deadlineMs) => deadlineMs !== null)
  return deadlines.length > 0 ? Math.min(...deadlines) : null
}
