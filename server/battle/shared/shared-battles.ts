import { endView } from '../../../domain/battle-view.ts'
import { newBattleLog, playersInLog, type ReadBattle } from './battle-log.ts'
import { readHeader } from './battle-log-text.ts'
import { trackLeaves } from './pending-leaves.ts'
import { readEndRecord, seatAtEnd, type EndedBattle } from '../referee/ended-battles.ts'
import { catchingUp } from '../referee/catching-up.ts'
import { RemoteBattleForwarder, type RemoteBattles } from './remote-battles.ts'
import type { LedgerBatch } from './ledger-batch.ts'
import {
  LocalLiveBattles,
  type BattleListener,
  type LiveBattles,
  type LiveBattlesNeeds,
} from '../referee/live-battles.ts'
import { packetOf } from '../socket/packets.ts'
import { playerLines } from './player-lines.ts'
import type { BattleMessage, ToBattleMessage } from './process-message.ts'
import { BattleLogs, type Planned, type KeptEnd } from './shared-logs.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { ProcessId, SharedStore, WrittenBattle } from './shared-port.ts'

type SharedBattlesNeeds = Omit<LiveBattlesNeeds, 'journal'> & {
  readonly store: Pick<SharedStore, 'place' | 'ends' | 'isUnavailable' | 'publish'>
  readonly outbox: ClusterOutbox
  readonly me: () => ProcessId
  /** How far this process's clock is ahead of the shared time. */
  readonly aheadMs: () => number
  /** Wall-clock time. */
  readonly now: () => number
  /** Whether the player's page is connected here. */
  readonly isHere: (playerId: string) => boolean
  /** Another process has the battle now. */
  readonly dropped: (battleId: string) => void
  /** A player connected here has been matched. */
  readonly entered: (playerId: string) => void
}

export type SharedBattles = LiveBattles & {
  /** Handles a message of another process. */
  handleMessage(from: ProcessId, message: BattleMessage): void
  /** The logs of all battles of this process. */
  written(): readonly WrittenBattle[]
  /** Takes over battles of another process. `silentSinceMs` is when that process last responded, by this clock. */
  adopt(battles: readonly ReadBattle[], silentSinceMs: number): void
  /** Drops battles that another process has. Returns their people, each with the battle id. */
  release(battleIds: readonly string[]): ReadonlyMap<string, string>
  /** As in `PendingLeaves`. */
  releaseSeats(batch: LedgerBatch): void
  battleIds(): readonly string[]
  /** This and the next two: as in `SharedLogs`. */
  keptEnds(): readonly KeptEnd[]
  endsWritten(ends: readonly KeptEnd[]): void
  dropEnds(): readonly KeptEnd[]
  /** The process has ended: its players are disconnected, and its battles are elsewhere. */
  processEnded(process: ProcessId, silentSinceMs: number): void
  /** The store is reachable again after an outage since `sinceMs`: players resume their battles. */
  reconnected(sinceMs: number): void
  /** That process is back after an outage since `sinceMs`: players of its battles resume. */
  processBack(process: ProcessId, sinceMs: number): void
  /** Given the live processes, looks for the battles of players whose battle was at any other process. */
  onlyAlive(processes: { has(process: ProcessId): boolean }): void
  /** Looks for the player's battle after a takeover; if it has ended, sends the result. */
  find(playerId: string, battleId: string): void
  /** The player's page is no longer connected here. */
  pageClosed(playerId: string): void
  /** The battle is stored, or need not be. */
  stored(battleId: string): void
}

/** The battles of all processes: runs those of this one and forwards events to those of others (ADR 0021). */
export class ClusterBattles implements SharedBattles {
  readonly #needs: SharedBattlesNeeds
  readonly #listener: BattleListener
  readonly #battleLogs: BattleLogs
  readonly #lineOwners: ReturnType<typeof playerLines>
  readonly #local: LocalLiveBattles
  readonly #catching: ReturnType<typeof catchingUp>
  readonly #pendingLeaves: ReturnType<typeof trackLeaves>
  readonly #remote: RemoteBattles
  /** Processes that were not among those alive when that was asked for last. */
  #missed: ReadonlySet<ProcessId> = new Set()

  constructor(needs: SharedBattlesNeeds, listener: BattleListener) {
    this.#needs = needs
    this.#listener = listener
    this.#battleLogs = new BattleLogs(needs)
    this.#lineOwners = playerLines(needs, listener)
    const { send, refuse, shown } = this.#lineOwners
    this.#local = new LocalLiveBattles(
      { ...needs, journal: this.#battleLogs.journal },
      {
        send,
        refuse,
        shown,
        began: (battleId, people) => this.#began(battleId, people),
        ended: (battle) => this.#ended(battle),
      },
    )
    this.#catching = catchingUp(this.#local)
    this.#pendingLeaves = trackLeaves({
      ...needs,
      battleLogs: this.#battleLogs,
      local: this.#local,
      lineOwners: this.#lineOwners,
      removePlayer: (playerId) => this.#removePlayer(playerId),
    })
    this.#remote = new RemoteBattleForwarder({
      ...needs,
      listener,
      sendResult: (playerId, battleId) => this.#sendResult(playerId, battleId),
      pendingLeaves: this.#pendingLeaves,
      local: {
        ...this.#local,
        resume: (playerId, otherwise) => this.#resumeHere(playerId, otherwise),
      },
    })
  }

  #began(battleId: string, people: readonly string[]): void {
    this.#listener.began(battleId, people)
    for (const playerId of people) {
      this.#remote.removePlayer(playerId)
      this.#lineOwners.began(playerId, battleId)
    }
  }

  #ended(battle: EndedBattle): void {
    const battleLog = this.#battleLogs.ended(battle)
    if (!battleLog) return
    for (const playerId of playersInLog(battleLog)) {
      this.#lineOwners.ended(playerId)
      if (!this.#local.has(playerId)) this.#removePlayer(playerId)
    }
    this.#needs.outbox.batch().effect(battleLog.battleId, () => this.#listener.ended(battle))
  }

  /** The player is no longer in a battle of this process. */
  #removePlayer(playerId: string): void {
    this.#lineOwners.remove(playerId)
    this.#catching.remove(playerId)
  }

  async #sendResult(playerId: string, battleId: string): Promise<void> {
    const [text] = await this.#needs.store.ends([battleId])
    const end = text ? readEndRecord(text) : null
    const seat = end ? seatAtEnd(end.battle, playerId) : -1
    if (end && seat >= 0) this.#listener.send(playerId, packetOf('battle-end', endView(end.battle, seat)))
    else this.#listener.refuse(playerId, 'unknown_battle')
  }

  #resumeHere(playerId: string, otherwise: () => void): void {
    this.#lineOwners.remove(playerId)
    if (this.#local.has(playerId)) this.#catching.begin(playerId)
    this.#local.resume(playerId, otherwise)
  }

  /** Handles events from a player connected to another process whose battle is here. */
  #handlePlayerMessage(from: ProcessId, message: ToBattleMessage): void {
    const { type, playerId } = message
    if (!this.#local.has(playerId)) {
      const battleId = 'battleId' in message ? message.battleId : ''
      if (this.#local.hasEnded(playerId, battleId)) return
      if (type !== 'dropped' && type !== 'silent') {
        this.#needs.outbox.batch().send(null, from, { type: 'not_playing_here', playerId })
      }
      return
    }
    if (type === 'resume') {
      this.#lineOwners.comesFrom(playerId, from)
      this.#catching.begin(playerId)
      this.#local.drop(playerId, this.#needs.clock.nowMs() - message.silentForMs)
      return this.#local.resume(playerId, () => undefined)
    }
    // The player has reconnected to a different process meanwhile.
    if (this.#lineOwners.of(playerId) !== from) return
    switch (type) {
      case 'answer':
      case 'timeout':
        // It is late, or an earlier one is lost. When this process is back, the page resends everything, without a penalty for lateness.
        if (!this.#needs.outbox.isUp()) return this.#catching.begin(playerId)
        return type === 'answer'
          ? this.#catching.answer(playerId, message)
          : this.#catching.timeout(playerId, { ...message, finalScore: 0 })
      case 'ready':
        return this.#local.ready(playerId, message.battleId)
      case 'dropped':
        return this.#local.drop(playerId, this.#needs.clock.nowMs() - message.silentForMs)
      case 'silent':
        return this.#local.silent(playerId, this.#needs.clock.nowMs() - message.silentForMs)
    }
  }

  /** Opens a planned battle. */
  #open({ header, epoch }: Planned): void {
    const { plan, seed, lineOwners: known } = readHeader(header)
    const { battleId } = plan
    plan.entrants.forEach((entrant, seat) => {
      const owner = known[seat]
      if (entrant.kind === 'person' && owner) this.#lineOwners.comesFrom(entrant.playerId, owner)
    })
    const isBegun = this.#battleLogs.planned({ header, epoch }, () => this.#local.begin(plan, seed))
    if (!isBegun) {
      const battleLog = newBattleLog(plan, seed, { epoch, header })
      return this.#needs.outbox.batch().ended(battleLog, { end: '', isStored: false })
    }
    for (const playerId of this.#battleLogs.seated(battleId)) {
      if (this.#lineOwners.of(playerId) !== undefined) continue
      this.#needs.entered(playerId)
      if (this.#pendingLeaves.hasJustLeft(playerId)) this.#local.leave(playerId)
      else if (!this.#needs.isHere(playerId)) this.#local.drop(playerId, this.#needs.clock.nowMs())
    }
  }

  #adoptOne(read: ReadBattle, silentSinceMs: number): void {
    if (read.kind === 'planned') return this.#open(read)
    const { battleLog, state, lastAtMs } = read
    this.#battleLogs.add(battleLog)
    if (state.stage === 'ended') {
      this.#battleLogs.ended(state)
      return this.#needs.outbox.batch().effect(battleLog.battleId, () => this.#listener.ended(state))
    }
    this.#local.adopt(state)
    for (const playerId of battleLog.seated) this.#local.drop(playerId, Math.max(lastAtMs, silentSinceMs))
  }

  /** Players connected here resume. Those connected elsewhere will do so through their process. */
  #resumePlayers(battleId: string, silentSinceMs: number): void {
    this.#pendingLeaves.applyTo(battleId)
    for (const playerId of this.#battleLogs.seated(battleId)) {
      this.#local.drop(playerId, silentSinceMs)
      if (this.#needs.isHere(playerId)) this.#resumeHere(playerId, () => undefined)
    }
  }

  readonly processEnded = (process: ProcessId, silentSinceMs: number): void => {
    for (const [playerId, owner] of this.#lineOwners.elsewhere()) {
      if (owner !== process) continue
      this.#lineOwners.remove(playerId)
      this.#local.drop(playerId, silentSinceMs)
    }
    this.#remote.processEnded(process, silentSinceMs)
    this.#pendingLeaves.broadcast()
  }
  readonly resume: SharedBattles['resume'] = (playerId, otherwise) => {
    this.#pendingLeaves.joined(playerId)
    if (this.#local.has(playerId)) this.#resumeHere(playerId, otherwise)
    else this.#remote.resume(playerId, otherwise)
  }

  readonly ready: SharedBattles['ready'] = (playerId, battleId) => {
    if (this.#remote.ready(playerId, battleId)) return
    // The player was connected to another process, which has not reported the disconnect yet.
    if (this.#lineOwners.remove(playerId)) this.#local.drop(playerId, this.#needs.clock.nowMs())
    this.#local.ready(playerId, battleId)
  }

  readonly playsAnother: SharedBattles['playsAnother'] = (playerId, battleId, reply) => {
    if (this.#local.has(playerId)) this.#local.playsAnother(playerId, battleId, reply)
    else this.#remote.playsAnother(playerId, battleId, reply)
  }

  readonly answer: SharedBattles['answer'] = (playerId, answer) => {
    if (!this.#remote.answer(playerId, answer)) this.#catching.answer(playerId, answer)
  }

  readonly timeout: SharedBattles['timeout'] = (playerId, timeout) => {
    if (!this.#remote.timeout(playerId, timeout)) this.#catching.timeout(playerId, timeout)
  }

  readonly drop: SharedBattles['drop'] = (playerId, sinceMs) => {
    if (!this.#remote.drop(playerId, sinceMs) && this.#lineOwners.of(playerId) === undefined)
      this.#local.drop(playerId, sinceMs)
  }

  readonly silent: SharedBattles['silent'] = (playerId, sinceMs) => {
    if (!this.#remote.silent(playerId, sinceMs)) this.#local.silent(playerId, sinceMs)
  }

  readonly leave: SharedBattles['leave'] = (playerId) => {
    if (this.#remote.leave(playerId)) return
    if (this.#local.has(playerId)) this.#local.leave(playerId)
    else this.#pendingLeaves.leaveUnknown(playerId)
  }

  readonly timedSinceMs: SharedBattles['timedSinceMs'] = (playerId) =>
    this.#remote.timedSinceMs(playerId) ?? this.#local.timedSinceMs(playerId)

  readonly handleMessage: SharedBattles['handleMessage'] = (from, message) => {
    switch (message.type) {
      case 'matched':
        if (!this.#battleLogs.has(message.battleId)) this.#open({ header: message.header, epoch: 1 })
        return
      case 'packet':
      case 'refused':
      case 'problem_shown':
      case 'battle_began':
      case 'battle_over':
      case 'not_playing_here':
        return this.#remote.handleMessage(from, message)
      case 'left':
      case 'leave_noted':
        return this.#pendingLeaves.handleMessage(from, message)
      case 'resume':
      case 'ready':
      case 'answer':
      case 'timeout':
      case 'dropped':
      case 'silent':
        return this.#handlePlayerMessage(from, message)
    }
  }

  readonly adopt: SharedBattles['adopt'] = (battles, silentSinceMs) => {
    for (const read of battles) {
      const { battleId } = read.kind === 'planned' ? read.plan : read.battleLog
      if (this.#battleLogs.has(battleId)) continue
      this.#adoptOne(read, silentSinceMs)
      this.#resumePlayers(battleId, silentSinceMs)
    }
  }

  readonly release: SharedBattles['release'] = (battleIds) => {
    const people = new Map<string, string>()
    for (const battleId of battleIds) {
      const battleLog = this.#battleLogs.remove(battleId)
      if (!battleLog) continue
      this.#local.release(battleId)
      this.#needs.dropped(battleId)
      this.#pendingLeaves.handedOver(battleLog)
      for (const playerId of playersInLog(battleLog)) {
        people.set(playerId, battleId)
        if (this.#needs.isHere(playerId)) this.#remote.moved(playerId, battleId)
        this.#removePlayer(playerId)
      }
    }
    this.#pendingLeaves.broadcast()
    return people
  }

  readonly dropEnds: SharedBattles['dropEnds'] = () => {
    const ends = this.#battleLogs.dropEnds()
    for (const { battleLog } of ends) this.#pendingLeaves.handedOver(battleLog)
    return ends
  }

  readonly reconnected: SharedBattles['reconnected'] = (sinceMs) => {
    // What they sent meanwhile is lost. Their processes make them resume when they learn that this one is back.
    for (const [playerId] of this.#lineOwners.elsewhere()) this.#catching.begin(playerId)
    this.#remote.reconnected(sinceMs)
    this.#pendingLeaves.reconnected()
  }

  readonly processBack: SharedBattles['processBack'] = (process, sinceMs) => {
    this.#remote.processBack(process, sinceMs)
    this.#pendingLeaves.broadcast()
  }

  readonly onlyAlive: SharedBattles['onlyAlive'] = (processes) => {
    const ownersNow = [...this.#lineOwners.elsewhere()].map(([, process]) => process)
    const known = new Set([...ownersNow, ...this.#remote.owners()])
    const gone = new Set([...known].filter((process) => !processes.has(process)))
    // Only the second miss counts: a new process may not have been in the last heartbeat reply.
    for (const process of gone)
      if (this.#missed.has(process)) this.processEnded(process, this.#needs.clock.nowMs())
    this.#missed = gone
  }

  readonly pageClosed: SharedBattles['pageClosed'] = (playerId) => this.#remote.removePlayer(playerId)

  readonly open: SharedBattles['open'] = (...args) => this.#local.open(...args)
  readonly isFull: SharedBattles['isFull'] = (...args) => this.#local.isFull(...args)
  readonly count: SharedBattles['count'] = (...args) => this.#local.count(...args)
  readonly stopUnlessOverBy: SharedBattles['stopUnlessOverBy'] = (...args) =>
    this.#local.stopUnlessOverBy(...args)
  readonly written: SharedBattles['written'] = (...args) => this.#battleLogs.written(...args)
  readonly releaseSeats: SharedBattles['releaseSeats'] = (...args) =>
    this.#pendingLeaves.releaseSeats(...args)
  readonly battleIds: SharedBattles['battleIds'] = (...args) => this.#battleLogs.ids(...args)
  readonly keptEnds: SharedBattles['keptEnds'] = (...args) => this.#battleLogs.keptEnds(...args)
  readonly endsWritten: SharedBattles['endsWritten'] = (...args) => this.#battleLogs.endsWritten(...args)
  readonly find: SharedBattles['find'] = (...args) => this.#remote.find(...args)
  readonly stored: SharedBattles['stored'] = (...args) => this.#battleLogs.stored(...args)
}
