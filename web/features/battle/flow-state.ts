import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import type { BattlePlay, Outgoing } from '../../../domain/battle-play.ts'
import type { EndView, OpponentView } from '../../../domain/battle-view.ts'
import type { BotId } from '../../../domain/bot.ts'
import type { BattleType, Division } from '../../../domain/division.ts'
import type { Entry } from './battle-entry.ts'
import type { ServerMessage } from './battle-socket.ts'
import type { CountdownStep } from './countdown-step.ts'
import type { SavedBattle } from './saved-battle.ts'
import type { StoredResult } from './stored-result.ts'

/** The progress of the search for opponents. */
export type Search =
  /** `isTroubled` after a failed attempt. `botId` is a bot that was requested on a lost connection. */
  | { readonly step: 'connecting'; readonly hasFailed: boolean; readonly botId: BotId | null }
  | { readonly step: 'searching'; readonly botAtMs: number }
  | { readonly step: 'matched'; readonly botId: BotId; readonly startDeadlineMs: number }

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
      readonly calculating: { readonly sinceMs: number; readonly pendingEnd: EndView | null } | null
      /** If the referee sends nothing by then, the connection counts as dead; null if no reply is expected. */
      readonly replyDeadlineMs: number | null
      /** Whether the referee ended the battle while the player was still answering, because the server stopped. */
      readonly isCutShort: boolean
      /** Where to go if neither the referee nor the history has a battle that was resumed after a reload. */
      readonly fallback: Entry
    }
  /** The server refused or another tab has taken over. Only the player can leave this stage. */
  | {
      readonly stage: 'stopped'
      readonly code: StopCode
      readonly type: BattleType | null
      readonly saved: SavedBattle | null
    }
  /** The referee no longer has the battle: its stored result is looked up and shown. */
  | {
      readonly stage: 'result-lookup'
      readonly saved: SavedBattle
      /** Where to go if there is no stored result either; null to show a message instead. */
      readonly fallback: Entry | null
      readonly stored: StoredResult | 'loading'
    }

export type FlowEvent =
  /** Goes to the lobby, the picker or a queue. Leaves a queue or running battle on purpose. */
  | { readonly type: 'enter'; readonly entry: Entry }
  /** Returns to a saved battle. */
  | { readonly type: 'resume'; readonly saved: SavedBattle; readonly fallback: Entry }
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }
  | { readonly type: 'message'; readonly message: ServerMessage }
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
  /** Not sent to the server: the caller must replace the connection, which is dead although it was not closed. */
  | { readonly name: 'reconnect' }

/** The flow after an event, and the messages to send. */
export type FlowStepped = { readonly flow: BattleFlow; readonly send: readonly FlowMessage[] }

export type QueueStage = Extract<BattleFlow, { stage: 'queue' }>
export type BattleStage = Extract<BattleFlow, { stage: 'battle' }>

export function withoutMessages(flow: BattleFlow): FlowStepped {
  return { flow, send: [] }
}

/** Whether the flow is in a queue or in a battle that is not over, and so needs a connection. */
export function isPlaying(flow: BattleFlow): boolean {
  return flow.stage === 'queue' || (flow.stage === 'battle' && flow.play.stage !== 'ended')
}

/** Whether the look-up has found a result, or that there is none. */
function isLookedUp(stored: StoredResult | 'loading'): boolean {
  return stored !== 'loading' && stored !== 'failed'
}

/** The state to save, so that a reload can return to the battle; null if there is nothing to return to. */
export function battleToSave(flow: BattleFlow): SavedBattle | null {
  if (flow.stage === 'result-lookup') return isLookedUp(flow.stored) ? null : flow.saved
  if (flow.stage !== 'battle' || flow.play.stage === 'ended') return null
  const { type, opponents, play } = flow
  const { battleId, secondTries } = play.stage === 'waiting' ? play : play.run
  return battleId === null ? null : { battleId, opponents, type, secondTries }
}
