import { newBattleLog, writtenOf, type BattleLog } from './battle-log.ts'
import { eventText, openingText } from './battle-log-text.ts'
import { endRecord, type EndedBattle } from '../referee/ended-battles.ts'
import type { BattleJournal } from '../referee/live-battles.ts'
import { MAX_RESULTS_KEPT } from '../socket/overload.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { WrittenBattle } from './shared-port.ts'

/** A battle whose header is written before it starts. */
export type Planned = { readonly header: string; readonly epoch: number }

/** An ended battle with its result, or '' without one. It is kept until it is both written to the store and saved in the database. */
export type KeptEnd = {
  readonly battleLog: BattleLog
  readonly end: string
  isWritten: boolean
  isStored: boolean
}

type SharedLogsNeeds = {
  readonly outbox: ClusterOutbox
  /** How far this process's clock is ahead of the shared time. */
  readonly aheadMs: () => number
  /** Wall-clock time. */
  readonly now: () => number
}

/** The logs of this process's battles; adds each entry to the outbox. */
export type SharedLogs = {
  readonly journal: BattleJournal
  /** Runs `begin`, which starts a battle whose header is already written. */
  planned<T>(planned: Planned, begin: () => T): T
  has(battleId: string): boolean
  /** People in the battle who have not left. */
  seated(battleId: string): Iterable<string>
  isSeated(battleId: string, playerId: string): boolean
  /** Adds the log of an adopted battle. */
  add(battleLog: BattleLog): void
  /** Ends a battle and returns its log; null if there is none. */
  ended(battle: EndedBattle): BattleLog | null
  /** Removes and returns the log of a battle that another process has. */
  remove(battleId: string): BattleLog | null
  ids(): readonly string[]
  all(): Iterable<BattleLog>
  written(): readonly WrittenBattle[]
  /** The battle is saved in the database, or need not be. */
  stored(battleId: string): void
  /** Ended battles that are not known to be written, or not saved yet. */
  keptEnds(): readonly KeptEnd[]
  /** These ends are written, or their battles belong to another process. */
  endsWritten(ends: readonly KeptEnd[]): void
  /** Drops all kept ends, because another process took over. Returns those not written. */
  dropEnds(): readonly KeptEnd[]
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
    // Kept even while the store is reachable: the write may stay unconfirmed, and the store may lose it.
    if (this.#over.size < MAX_RESULTS_KEPT) this.#over.set(battleId, kept)
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

  readonly dropEnds: SharedLogs['dropEnds'] = () => {
    const unwritten = [...this.#over.values()].filter(({ isWritten }) => !isWritten)
    this.#over.clear()
    return unwritten
  }
}
