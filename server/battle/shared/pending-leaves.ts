import { BATTLE_GRACE_MS } from '../../../domain/division.ts'
import { leftPeopleInLog, type BattleLog } from './battle-log.ts'
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
  readonly store: Pick<SharedStore, 'place' | 'tell'>
  readonly outbox: ClusterOutbox
  readonly me: () => ProcessId
  readonly battleLogs: Pick<SharedLogs, 'has' | 'all' | 'seated' | 'isSeated'>
  readonly local: Pick<LocalBattles, 'has' | 'leaveOne'>
  readonly lineOwners: Pick<PlayerLines, 'of' | 'refuse' | 'ended'>
  /** The player is in no battle of this process any more. */
  readonly isOut: (playerId: string) => void
}

/**
 * Who has left a battle of another process, from here, until that process knows it. What is told may be lost, and the battle may go to
 * a third process meanwhile: so all are told, and told again whenever one of them can be reached again.
 */
export type PendingLeaves = {
  /** The player has left that battle. All are told, behind what the player did before. */
  left(playerId: string, battleId: string): void
  /** Whether the player has left that battle, which its process may not know. */
  has(playerId: string, battleId: string): boolean
  /** The player has left where no battle was known: one that is told soon afterwards was on its way. */
  leftUnknown(playerId: string): void
  hasJustLeft(playerId: string): boolean
  /** The player has come again, to whatever there is. */
  came(playerId: string): void
  /** The battle goes on at another process, which may not know who has left it here. */
  goesOn(battleLog: BattleLog): void
  /** A battle of another process goes on here. */
  leaveAdopted(battleId: string): void
  /** Gives up the seats of everybody who has left, in what is written. */
  giveUpSeats(batch: LedgerBatch): void
  hear(from: ProcessId, message: LeaveMessage): void
  /** All are told again. */
  tell(): void
  /** The others can be reached again: they are told, and asked for battles that were on their way to who had left. */
  reunite(): void
}

/** A battle that is told so long after its player has left was on its way. */
const JUST_LEFT_MS = 2_000
/** A battle that goes from one process to another may be over so much later than it should. */
const LATE_MS = 30_000

function keyOf(playerId: string, battleId: string): string {
  return `${playerId} ${battleId}`
}

export function trackLeaves(needs: PendingLeavesNeeds): PendingLeaves {
  const { clock, length, store, outbox, me, battleLogs, local, lineOwners, isOut } = needs
  const battleMs = length.countdownSeconds * 1000 + length.durationMs + BATTLE_GRACE_MS
  const untold = new Map<string, { readonly playerId: string; readonly battleId: string }>()
  const justLeft = new Set<string>()

  const tell = (keys: Iterable<string> = untold.keys()): void => {
    const messages = [...keys].flatMap((key): LeaveMessage[] => {
      const leave = untold.get(key)
      return leave ? [{ type: 'left', ...leave }] : []
    })
    if (messages.length > 0) store.tell('all', messagesText(me(), messages)).catch(() => undefined)
  }

  const note = (playerId: string, battleId: string): void => {
    const key = keyOf(playerId, battleId)
    if (untold.has(key)) return
    untold.set(key, { playerId, battleId })
    clock.later(battleMs + LATE_MS, () => untold.delete(key))
  }

  const left = (playerId: string, battleId: string): void => {
    note(playerId, battleId)
    const batch = outbox.batch()
    batch.left(battleId, playerId)
    batch.effect(null, () => tell([keyOf(playerId, battleId)]))
  }

  /** What was matched before the player left and could not be told is left as well. */
  const leaveWhatThereIs = async (playerId: string): Promise<void> => {
    const place = await store.place(me(), playerId)
    if (justLeft.delete(playerId) && place !== null) left(playerId, place.battleId)
  }

  /** Whichever page came back to the battle before this was heard is out of it as well. */
  const leaveHere = (from: ProcessId, playerId: string, battleId: string): void => {
    local.leaveOne(playerId, battleId)
    if (local.has(playerId)) return
    if ((lineOwners.of(playerId) ?? me()) !== from) {
      lineOwners.refuse(playerId, 'unknown_battle')
      lineOwners.ended(playerId)
    }
    isOut(playerId)
  }

  return {
    left,
    has: (playerId, battleId) => untold.size > 0 && untold.has(keyOf(playerId, battleId)),
    leftUnknown: (playerId) => {
      justLeft.add(playerId)
      clock.later(JUST_LEFT_MS, () => {
        // Where nothing could be heard it is asked for when that is over.
        if (outbox.isUp()) justLeft.delete(playerId)
      })
    },
    hasJustLeft: (playerId) => justLeft.has(playerId),
    came: (playerId) => void justLeft.delete(playerId),
    goesOn: (battleLog) => {
      for (const playerId of leftPeopleInLog(battleLog)) note(playerId, battleLog.battleId)
    },
    leaveAdopted: (battleId) => {
      for (const playerId of battleLogs.seated(battleId)) {
        if (untold.delete(keyOf(playerId, battleId))) leaveHere(me(), playerId, battleId)
      }
    },
    giveUpSeats: (batch) => {
      for (const { playerId, battleId } of untold.values()) batch.left(battleId, playerId)
      for (const battleLog of battleLogs.all()) {
        for (const playerId of leftPeopleInLog(battleLog)) batch.left(battleLog.battleId, playerId)
      }
    },
    hear: (from, { type, playerId, battleId }) => {
      if (type === 'leave_noted') return void untold.delete(keyOf(playerId, battleId))
      if (!battleLogs.has(battleId)) return
      if (battleLogs.isSeated(battleId, playerId)) leaveHere(from, playerId, battleId)
      outbox.batch().tell(null, from, { type: 'leave_noted', playerId, battleId })
    },
    tell,
    reunite: () => {
      tell()
      for (const playerId of justLeft) void leaveWhatThereIs(playerId).catch(() => undefined)
    },
  }
}
