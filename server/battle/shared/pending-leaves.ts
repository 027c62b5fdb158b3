import { BATTLE_GRACE_MS } from '../../../domain/division.ts'
import { playersWhoLeft, type BattleLog } from './battle-log.ts'
import type { ArenaClock } from '../referee/clock.ts'
import type { LedgerBatch } from './ledger-batch.ts'
import type { BattleLength, LocalBattles } from '../referee/live-battles.ts'
import type { PlayerLines } from './player-lines.ts'
import { messagesText, type LeaveMessage } from './process-message.ts'
import type { SharedLogs } from './shared-logs.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { ProcessId, SharedStore } from './shared-port.ts'

type PendingLeavesNeeds = {
  readonly clock: ArenaClock
  readonly length: BattleLength
  readonly store: Pick<SharedStore, 'place' | 'publish'>
  readonly outbox: ClusterOutbox
  readonly me: () => ProcessId
  readonly battleLogs: Pick<SharedLogs, 'has' | 'all' | 'seated' | 'isSeated'>
  readonly local: Pick<LocalBattles, 'has' | 'leaveOne'>
  readonly lineOwners: Pick<PlayerLines, 'of' | 'refuse' | 'ended'>
  /** The player is no longer in a battle of this process. */
  readonly removePlayer: (playerId: string) => void
}

/**
 * Players here who left a battle of another process, until that process confirms it. The message may be lost, and the battle may
 * move to a third process, so leaves are broadcast, and again whenever a process becomes reachable.
 */
export type PendingLeaves = {
  /** The player has left the battle. Broadcasts it, after the player's earlier events. */
  leave(playerId: string, battleId: string): void
  /** Whether the player has left the battle and its process has not confirmed it. */
  has(playerId: string, battleId: string): boolean
  /** The player left without a known battle. A battle announced shortly afterwards was in transit and is left too. */
  leaveUnknown(playerId: string): void
  hasJustLeft(playerId: string): boolean
  /** The player has requested a battle again. */
  joined(playerId: string): void
  /** Another process took over the battle and may not know who left it here. */
  handedOver(battleLog: BattleLog): void
  /** This process took over a battle; applies pending leaves to it. */
  applyTo(battleId: string): void
  /** Adds leaves for everybody who has left, so that their seats are released. */
  releaseSeats(batch: LedgerBatch): void
  handleMessage(from: ProcessId, message: LeaveMessage): void
  /** Broadcasts all pending leaves again. */
  broadcast(): void
  /** The store is reachable again: repeats pending leaves, and leaves battles that were in transit. */
  reconnected(): void
}

/** A battle announced within this time after its player left was in transit. */
const JUST_LEFT_MS = 2_000
/** How much later a battle may end because of takeovers. */
const LATE_MS = 30_000

function keyOf(playerId: string, battleId: string): string {
  return `${playerId} ${battleId}`
}

export function trackLeaves(needs: PendingLeavesNeeds): PendingLeaves {
  const { clock, length, store, outbox, me, battleLogs, local, lineOwners, removePlayer } = needs
  const battleMs = length.countdownSeconds * 1000 + length.durationMs + BATTLE_GRACE_MS
  const unconfirmed = new Map<string, { readonly playerId: string; readonly battleId: string }>()
  const justLeft = new Set<string>()

  const broadcast = (keys: Iterable<string> = unconfirmed.keys()): void => {
    const messages = [...keys].flatMap((key): LeaveMessage[] => {
      const pending = unconfirmed.get(key)
      return pending ? [{ type: 'left', ...pending }] : []
    })
    if (messages.length > 0) store.publish('all', messagesText(me(), messages)).catch(() => undefined)
  }

  const note = (playerId: string, battleId: string): void => {
    const key = keyOf(playerId, battleId)
    if (unconfirmed.has(key)) return
    unconfirmed.set(key, { playerId, battleId })
    clock.later(battleMs + LATE_MS, () => unconfirmed.delete(key))
  }

  const leave = (playerId: string, battleId: string): void => {
    note(playerId, battleId)
    const batch = outbox.batch()
    batch.left(battleId, playerId)
    batch.effect(null, () => broadcast([keyOf(playerId, battleId)]))
  }

  /** Also leaves a battle that was matched before the player left but could not be announced. */
  const leaveWhatThereIs = async (playerId: string): Promise<void> => {
    const place = await store.place(me(), playerId)
    if (justLeft.delete(playerId) && place !== null) leave(playerId, place.battleId)
  }

  /** Also removes a page that resumed the battle before the leave arrived. */
  const leaveHere = (from: ProcessId, playerId: string, battleId: string): void => {
    local.leaveOne(playerId, battleId)
    if (local.has(playerId)) return
    if ((lineOwners.of(playerId) ?? me()) !== from) {
      lineOwners.refuse(playerId, 'unknown_battle')
      lineOwners.ended(playerId)
    }
    removePlayer(playerId)
  }

  return {
    leave,
    has: (playerId, battleId) => unconfirmed.size > 0 && unconfirmed.has(keyOf(playerId, battleId)),
    leaveUnknown: (playerId) => {
      justLeft.add(playerId)
      clock.later(JUST_LEFT_MS, () => {
        // While the store is unreachable it stays, so that `reunite` looks for the battle.
        if (outbox.isUp()) justLeft.delete(playerId)
      })
    },
    hasJustLeft: (playerId) => justLeft.has(playerId),
    joined: (playerId) => void justLeft.delete(playerId),
    handedOver: (battleLog) => {
      for (const playerId of playersWhoLeft(battleLog)) note(playerId, battleLog.battleId)
    },
    applyTo: (battleId) => {
      for (const playerId of battleLogs.seated(battleId)) {
        if (unconfirmed.delete(keyOf(playerId, battleId))) leaveHere(me(), playerId, battleId)
      }
    },
    releaseSeats: (batch) => {
      for (const { playerId, battleId } of unconfirmed.values()) batch.left(battleId, playerId)
      for (const battleLog of battleLogs.all()) {
        for (const playerId of playersWhoLeft(battleLog)) batch.left(battleLog.battleId, playerId)
      }
    },
    handleMessage: (from, { type, playerId, battleId }) => {
      if (type === 'leave_noted') return void unconfirmed.delete(keyOf(playerId, battleId))
      if (!battleLogs.has(battleId)) return
      if (battleLogs.isSeated(battleId, playerId)) leaveHere(from, playerId, battleId)
      outbox.batch().send(null, from, { type: 'leave_noted', playerId, battleId })
    },
    broadcast,
    reconnected: () => {
      broadcast()
      for (const playerId of justLeft) void leaveWhatThereIs(playerId).catch(() => undefined)
    },
  }
}
