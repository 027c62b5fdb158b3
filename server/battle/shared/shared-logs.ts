import { newBattleLog, writtenOf, type BattleLog } from './battle-log.ts'
import { eventText, openingText } from './battle-log-text.ts'
import { endRecord } from '../referee/end-record.ts'
import type { EndedBattle } from '../referee/ended-battles.ts'
import type { BattleJournal } from '../referee/live-battles.ts'
import { MAX_ENDED_TOLD } from '../socket/overload.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { WrittenBattle } from './shared-port.ts'

/** A battle whose plan has been written before it begins. */
export type Planned = { readonly header: string; readonly epoch: number }

/** A battle that is over; `end` is how, or empty where nobody will ask. It is kept until it is both written and stored. */
export type KeptEnd = {
  readonly battleLog: BattleLog
  readonly end: string
  isWritten: boolean
  isStored: boolean
}

type SharedLogsNeeds = {
  readonly outbox: ClusterOutbox
  /** How far the clock is ahead of the time that all processes have in common. */
  readonly aheadMs: () => number
  /** The time of day. */
  readonly now: () => number
}

/** The logs of all battles of this process, and everything that goes into them on its way to the others. */
export type SharedLogs = {
  readonly journal: BattleJournal
  /** What begins meanwhile has been planned and written elsewhere. */
  planned<T>(planned: Planned, begin: () => T): T
  has(battleId: string): boolean
  /** Who has a seat in the battle and has not left. */
  seated(battleId: string): Iterable<string>
  isSeated(battleId: string, playerId: string): boolean
  /** Goes on with a log of another process. */
  add(battleLog: BattleLog): void
  /** The battle is over; its log is closed and answered. Null where there is none. */
  ended(battle: EndedBattle): BattleLog | null
  /** The battle is another's; its log is answered. */
  remove(battleId: string): BattleLog | null
  ids(): readonly string[]
  all(): Iterable<BattleLog>
  written(): readonly WrittenBattle[]
  /** What was to be stored of a battle is stored, or there is nothing. */
  stored(battleId: string): void
  /** Battles that are over, of which it is not known that this is written, or which are not stored yet. */
  keptEnds(): readonly KeptEnd[]
  /** Those ends are written, or another's. */
  endsWritten(ends: readonly KeptEnd[]): void
  /** Forgets all of them: they are another's. Answers those that were not written. */
  forgetEnds(): readonly KeptEnd[]
}

export function sharedLogs({ outbox, aheadMs, now }: SharedLogsNeeds): SharedLogs {
  const battleLogs = new Map<string, BattleLog>()
  const over = new Map<string, KeptEnd>()
  let plannedNow: Planned | null = null

  const remove = (battleId: string): BattleLog | null => {
    const battleLog = battleLogs.get(battleId) ?? null
    battleLogs.delete(battleId)
    return battleLog
  }

  const endsWritten = (ends: readonly KeptEnd[]): void => {
    for (const kept of ends) {
      kept.isWritten = true
      if (kept.isStored) over.delete(kept.battleLog.battleId)
    }
  }

  return {
    journal: {
      opened: (plan, seed, atMs) => {
        const battleLog = newBattleLog(plan, seed, plannedNow ?? {})
        const opening = openingText({ atMs, aheadMs: aheadMs() })
        const [header = ''] = battleLog.entries
        battleLog.entries.push(opening)
        battleLogs.set(plan.battleId, battleLog)
        const batch = outbox.batch()
        if (plannedNow) batch.happened(plan.battleId, battleLog.epochText, opening)
        else batch.opened(plan.battleId, battleLog.epoch, [header, opening], [...battleLog.seated])
      },
      happened: (battleId, event, atMs) => {
        const battleLog = battleLogs.get(battleId)
        if (!battleLog) return
        const entry = eventText(event, atMs)
        battleLog.entries.push(entry)
        outbox.batch().happened(battleId, battleLog.epochText, entry)
      },
      left: (battleId, playerId) => {
        battleLogs.get(battleId)?.seated.delete(playerId)
        outbox.batch().left(battleId, playerId)
      },
    },
    planned: (planned, begin) => {
      plannedNow = planned
      try {
        return begin()
      } finally {
        plannedNow = null
      }
    },
    has: (battleId) => battleLogs.has(battleId),
    seated: (battleId) => [...(battleLogs.get(battleId)?.seated ?? [])],
    isSeated: (battleId, playerId) => battleLogs.get(battleId)?.seated.has(playerId) ?? false,
    add: (battleLog) => void battleLogs.set(battleLog.battleId, battleLog),
    ended: (battle) => {
      const battleLog = remove(battle.setup.battleId)
      if (!battleLog) return null
      const { battleId } = battleLog
      const end = battle.startedAtMs === null ? '' : endRecord({ battle, endedAtDateMs: now() })
      const kept: KeptEnd = { battleLog, end, isWritten: false, isStored: end === '' }
      const batch = outbox.batch()
      batch.ended(battleLog, kept)
      // Also while the others can be reached: it may never be known whether this was written, and what was may be forgotten.
      if (over.size < MAX_ENDED_TOLD) over.set(battleId, kept)
      batch.whenWritten(() => endsWritten([kept]))
      return battleLog
    },
    remove,
    ids: () => [...battleLogs.keys()],
    all: () => battleLogs.values(),
    written: () => [...battleLogs.values()].map(writtenOf),
    stored: (battleId) => {
      const kept = over.get(battleId)
      if (kept) kept.isStored = true
      if (kept?.isWritten) over.delete(battleId)
      outbox.batch().stored(battleId)
    },
    keptEnds: () => [...over.values()],
    endsWritten,
    forgetEnds: () => {
      const unwritten = [...over.values()].filter(({ isWritten }) => !isWritten)
      over.clear()
      return unwritten
    },
  }
}
