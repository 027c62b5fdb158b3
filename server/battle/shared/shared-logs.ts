import { newBattleLog, writtenOf, type BattleLog } from './battle-log.ts'
import { eventText, openingText } from './battle-log-text.ts'
import { endRecord, type EndedBattle } from '../referee/ended-battles.ts'
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

export class BattleLogs implements SharedLogs {
  readonly #needs: SharedLogsNeeds
  readonly #battleLogs = new Map<string, BattleLog>()
  readonly #over = new Map<string, KeptEnd>()
  #plannedNow: Planned | null = null

  constructor(needs: SharedLogsNeeds) {
    this.#needs = needs
  }

  readonly remove = (battleId: string): BattleLog | null => {
    const battleLog = this.#battleLogs.get(battleId) ?? null
    this.#battleLogs.delete(battleId)
    return battleLog
  }

  readonly endsWritten = (ends: readonly KeptEnd[]): void => {
    for (const kept of ends) {
      kept.isWritten = true
      if (kept.isStored) this.#over.delete(kept.battleLog.battleId)
    }
  }

  readonly journal: SharedLogs['journal'] = {
    opened: (plan, seed, atMs) => {
      const battleLog = newBattleLog(plan, seed, this.#plannedNow ?? {})
      const opening = openingText({ atMs, aheadMs: this.#needs.aheadMs() })
      const [header = ''] = battleLog.entries
      battleLog.entries.push(opening)
      this.#battleLogs.set(plan.battleId, battleLog)
      const batch = this.#needs.outbox.batch()
      if (this.#plannedNow) batch.happened(plan.battleId, battleLog.epochText, opening)
      else batch.opened(plan.battleId, battleLog.epoch, [header, opening], [...battleLog.seated])
    },
    happened: (battleId, event, atMs) => {
      const battleLog = this.#battleLogs.get(battleId)
      if (!battleLog) return
      const entry = eventText(event, atMs)
      battleLog.entries.push(entry)
      this.#needs.outbox.batch().happened(battleId, battleLog.epochText, entry)
    },
    left: (battleId, playerId) => {
      this.#battleLogs.get(battleId)?.seated.delete(playerId)
      this.#needs.outbox.batch().left(battleId, playerId)
    },
  }

  readonly planned: SharedLogs['planned'] = (planned, begin) => {
    this.#plannedNow = planned
    try {
      return begin()
    } finally {
      this.#plannedNow = null
    }
  }

  readonly has: SharedLogs['has'] = (battleId) => this.#battleLogs.has(battleId)
  readonly seated: SharedLogs['seated'] = (battleId) => [...(this.#battleLogs.get(battleId)?.seated ?? [])]

  readonly isSeated: SharedLogs['isSeated'] = (battleId, playerId) =>
    this.#battleLogs.get(battleId)?.seated.has(playerId) ?? false

  readonly add: SharedLogs['add'] = (battleLog) => void this.#battleLogs.set(battleLog.battleId, battleLog)

  readonly ended: SharedLogs['ended'] = (battle) => {
    const battleLog = this.remove(battle.setup.battleId)
    if (!battleLog) return null
    const { battleId } = battleLog
    const end = battle.startedAtMs === null ? '' : endRecord({ battle, endedAtDateMs: this.#needs.now() })
    const kept: KeptEnd = { battleLog, end, isWritten: false, isStored: end === '' }
    const batch = this.#needs.outbox.batch()
    batch.ended(battleLog, kept)
    // Also while the others can be reached: it may never be known whether this was written, and what was may be forgotten.
    if (this.#over.size < MAX_ENDED_TOLD) this.#over.set(battleId, kept)
    batch.whenWritten(() => this.endsWritten([kept]))
    return battleLog
  }

  readonly ids: SharedLogs['ids'] = () => [...this.#battleLogs.keys()]
  readonly all: SharedLogs['all'] = () => this.#battleLogs.values()
  readonly written: SharedLogs['written'] = () => [...this.#battleLogs.values()].map(writtenOf)

  readonly stored: SharedLogs['stored'] = (battleId) => {
    const kept = this.#over.get(battleId)
    if (kept) kept.isStored = true
    if (kept?.isWritten) this.#over.delete(battleId)
    this.#needs.outbox.batch().stored(battleId)
  }

  readonly keptEnds: SharedLogs['keptEnds'] = () => [...this.#over.values()]

  readonly forgetEnds: SharedLogs['forgetEnds'] = () => {
    const unwritten = [...this.#over.values()].filter(({ isWritten }) => !isWritten)
    this.#over.clear()
    return unwritten
  }
}
