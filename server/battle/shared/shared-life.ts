import { randomBytes } from 'node:crypto'
import { type ProcessLifeMessage, messagesText } from './process-message.ts'
import type { TakenFrom } from '../../ops/battle-metrics.ts'
import { StorageUnavailable } from '../../http/errors.ts'
import type { ArenaClock } from '../referee/clock.ts'
import { type EndRecord, readEndRecord } from '../referee/ended-battles.ts'
import { playersInLog, readBattle, writtenOf } from './battle-log.ts'
import { handOver } from './hand-over.ts'
import { LedgerBatch } from './ledger-batch.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { KeptEnd } from './shared-logs.ts'
import type { SharedBattles } from './shared-battles.ts'
import type { Beat, ProcessId, SharedStore, WrittenBattle } from './shared-port.ts'

/** The heartbeat interval. */
export const BEAT_MS = 500
/** A process without a heartbeat for this long is taken over. */
const LEASE_MS = 4_000
/** A process whose last confirmed contact is more recent than this cannot have been taken over. */
const SAFE_LEASE_MS = 3_000

type ClusterMemberNeeds = {
  readonly clock: ArenaClock
  readonly store: SharedStore
  /** Functions, because both are constructed with methods of this object. */
  readonly outbox: () => ClusterOutbox
  readonly battles: () => SharedBattles
  /** The store is reachable again after an outage since `sinceMs`. */
  readonly reconnected: (sinceMs: number) => void
  /** Another process is back after an outage since `sinceMs`. */
  readonly processBack: (other: ProcessId, sinceMs: number) => void
  /** The store no longer has what this process wrote about its connections, after an outage or under a new id. */
  readonly renewed: () => void
  readonly isHere: (playerId: string) => boolean
  readonly afterHeartbeat: () => void
  /** Another process's battle is still to be saved in the database. */
  readonly unsaved: (end: EndRecord) => void
  readonly failed: (error: unknown) => void
  readonly tookOver: (from: TakenFrom, battles: number) => void
  readonly lost: (battles: number) => void
}

type Membership = {
  readonly me: () => ProcessId
  readonly aheadMs: () => number
  readonly holdsLease: () => boolean
  confirmed(): void
  start(): Promise<void>
  handleMessage(from: ProcessId, message: ProcessLifeMessage): void
  /** The store has become unreachable. */
  unavailable(): void
  back(): void
  unregistered(): void
  lost(battleIds: readonly string[]): readonly string[]
  /** Hands all battles to another process, or leaves them to be taken over later. False if there is no other process. */
  handOver(): Promise<boolean>
  stop(): Promise<void>
}

/** Another process's last heartbeat and when it was first seen, by this process's clock. */
type SeenHeartbeat = { beat: string; sinceMs: number }

/** Membership in the cluster: sends heartbeats, takes over from dead processes, and recovers after outages. */
export class ClusterMember implements Membership {
  readonly #needs: ClusterMemberNeeds
  #me = newProcessId()
  #confirmedAtMs: number
  #beatAtMs: number
  #unavailableSinceMs: number | null = null
  #isStopped = false
  #isRejoining = false
  readonly #meter = clockMeter()
  readonly #handOver: ReturnType<typeof handOver>
  readonly #others = new Map<ProcessId, SeenHeartbeat>()
  /** Processes whose battles were taken over, with when they fell silent, until the others are notified. */
  readonly #takenFrom = new Map<ProcessId, number>()

  constructor(needs: ClusterMemberNeeds) {
    this.#needs = needs
    this.#confirmedAtMs = needs.clock.nowMs()
    this.#beatAtMs = this.#confirmedAtMs
    this.#handOver = handOver({
      ...needs,
      me: () => this.#me,
      aheadMs: this.#meter.aheadMs,
      successor: async () => {
        // In a rolling restart, the newest process may not have been seen yet.
        await this.#beat().catch(() => undefined)
        return [...this.#others].toSorted(([, a], [, b]) => b.sinceMs - a.sinceMs)[0]?.[0]
      },
      stopHeartbeats: () => {
        this.#isStopped = true
      },
    })
  }

  readonly confirmed = (): void => {
    this.#confirmedAtMs = this.#needs.clock.nowMs()
  }

  /** The battles in the logs of this process, including ended ones that are kept. */
  #knownNow(): Set<string> {
    const battles = this.#needs.battles()
    return new Set([...battles.battleIds(), ...battles.keptEnds().map(({ battleLog }) => battleLog.battleId)])
  }

  /** Takes over battles from their logs. */
  async #adopt(written: readonly Omit<WrittenBattle, 'people'>[], sinceMs: number): Promise<void> {
    const known = this.#knownNow()
    const read = written.flatMap((one) => {
      // Taken over meanwhile; the log in memory is newer than what was read.
      if (known.has(one.battleId)) return []
      try {
        return readBattle(one, this.#meter.aheadMs())
      } catch (error) {
        this.#needs.failed(error)
        return []
      }
    })
    await this.#needs.store.restore(
      this.#me,
      read.flatMap((one) => (one.kind === 'opened' ? [writtenOf(one.battleLog)] : [])),
    )
    this.#needs.battles().adopt(read, sinceMs)
  }

  /** Rewrites ends that may not be in the store, as if the battles had ended now. */
  async #restoreEnds(ends: readonly KeptEnd[]): Promise<void> {
    if (ends.length === 0) return
    const another = new Set(
      await this.#needs.store.restore(
        this.#me,
        ends.map(({ battleLog }) => writtenOf(battleLog)),
      ),
    )
    const batch = new LedgerBatch()
    for (const over of ends) if (!another.has(over.battleLog.battleId)) batch.ended(over.battleLog, over)
    await this.#needs.store.append(this.#me, batch.words(this.#me))
    this.#needs.battles().endsWritten(ends)
  }

  /** Players who left a battle during the outage may have a new seat, which is written next. */
  async #releaseSeats(): Promise<void> {
    const batch = new LedgerBatch()
    this.#needs.battles().releaseSeats(batch)
    if (!batch.isEmpty) await this.#needs.store.append(this.#me, batch.words(this.#me))
  }

  async #restore(): Promise<void> {
    const battles = this.#needs.battles()
    // Everything pending is in the logs, which are rewritten now; later events follow.
    this.#needs.outbox().dropLogged()
    const [written, ends] = [battles.written(), battles.keptEnds()]
    const known = this.#knownNow()
    await this.#releaseSeats()
    await this.#restoreEnds(ends)
    const lostNow = await this.#needs.store.restore(this.#me, written)
    if (lostNow.length > 0) this.lost(lostNow)
    // Battles assigned during the outage, or taken over without this process getting the reply.
    const unread = (await this.#needs.store.battlesOf(this.#me)).filter((battleId) => !known.has(battleId))
    await this.#adopt(
      await this.#needs.store.written(unread),
      this.#unavailableSinceMs ?? this.#needs.clock.nowMs(),
    )
  }

  /** Rejoins after an outage: rewrites the battles of this process, or drops them if another process took over. */
  async #rejoin(): Promise<void> {
    if (this.#isRejoining || this.#isStopped) return
    this.#isRejoining = true
    const sinceMs = this.#unavailableSinceMs ?? this.#needs.clock.nowMs()
    try {
      await this.#needs.outbox().hold()
      if ((await this.#needs.store.register(this.#me)) === 'gone') await this.#restartAsNew()
      else await this.#restore()
      // Removes players who disconnected during the outage.
      await this.#needs.store.removeLineOwners(this.#me, this.#me, this.#needs.isHere)
      this.#unavailableSinceMs = null
      this.confirmed()
      this.#others.clear()
      this.#needs.outbox().resume()
      this.#needs.renewed()
      this.#needs.reconnected(sinceMs)
      const awayForMs = Math.max(0, Math.round(this.#needs.clock.nowMs() - sinceMs))
      await this.#needs.store.publish('all', messagesText(this.#me, [{ type: 'back', awayForMs }]))
      await this.#announceTakeovers()
      for (const text of await this.#needs.store.ends(await this.#needs.store.unsavedOf(this.#me))) {
        if (text !== null) this.#needs.unsaved(readEndRecord(text))
      }
    } catch (error) {
      // If the store is unreachable again, `back` triggers the next try.
      if (!this.#needs.store.isUnavailable()) {
        this.#needs.failed(error)
        this.#needs.clock.later(BEAT_MS, () => void this.#rejoin())
      }
    } finally {
      this.#isRejoining = false
    }
  }

  /** Another process took over: drops all battles and registers under a new id. */
  async #restartAsNew(): Promise<void> {
    const battles = this.#needs.battles()
    const battleIds = battles.battleIds()
    const people = new Map(battles.release(battleIds))
    // The result of an ended battle is decided by the process that took over.
    const over = battles.dropEnds()
    for (const { battleLog } of over)
      for (const playerId of playersInLog(battleLog)) people.set(playerId, battleLog.battleId)
    this.#needs
      .outbox()
      .drop(new Set([...battleIds, ...over.map(({ battleLog }) => battleLog.battleId), ...people.keys()]))
    this.#needs.lost(battleIds.length)
    this.#me = newProcessId()
    await this.#needs.store.subscribe(this.#me)
    await this.#needs.store.register(this.#me)
    this.#findHere(people)
  }

  #findHere(people: ReadonlyMap<string, string>): void {
    for (const [playerId, battleId] of people) {
      if (this.#needs.isHere(playerId)) this.#needs.battles().find(playerId, battleId)
    }
  }

  readonly lost = (battleIds: readonly string[]): readonly string[] => {
    const people = this.#needs.battles().release(battleIds)
    this.#needs.lost(battleIds.length)
    this.#needs.clock.later(0, () => this.#findHere(people))
    return [...people.keys()]
  }

  async #takeOver(other: ProcessId, said: string, silentSinceMs: number): Promise<void> {
    const adopted = await this.#needs.store.adopt(this.#me, other, said)
    this.#others.delete(other)
    if (!adopted) return
    this.#takenFrom.set(other, silentSinceMs)
    await this.#adopt(await this.#needs.store.written(adopted.battleIds), silentSinceMs)
    this.#needs.tookOver(said === '' ? 'stopped' : 'silent', adopted.battleIds.length)
    await this.#announceTakeovers()
    for (const text of await this.#needs.store.ends(adopted.unsaved)) {
      if (text !== null) this.#needs.unsaved(readEndRecord(text))
    }
  }

  /** Tells all processes about takeovers, so that players resume and a stopping process knows that it was taken over. */
  async #announceTakeovers(): Promise<void> {
    for (const [other, silentSinceMs] of this.#takenFrom) {
      const silentForMs = Math.max(0, Math.round(this.#needs.clock.nowMs() - silentSinceMs))
      await this.#needs.store.publish(
        'all',
        messagesText(this.#me, [{ type: 'process_ended', process: other, silentForMs }]),
      )
      this.#takenFrom.delete(other)
      await this.#needs.store.removeLineOwners(this.#me, other, () => false)
    }
  }

  /** If the store became unreachable midway, the rest is done in `#restore` after reconnecting. */
  readonly #takeOverFailed = (error: unknown): void => {
    if (!(error instanceof StorageUnavailable)) this.#needs.failed(error)
  }

  #checkOthers({ beats, endedAtMs }: Beat, nowMs: number): void {
    for (const [process, atMs] of endedAtMs) {
      void this.#takeOver(process, '', atMs + this.#meter.aheadMs()).catch(this.#takeOverFailed)
    }
    // After this process itself was blocked, its view of the others is stale.
    if (nowMs - this.#beatAtMs > 3 * BEAT_MS) this.#others.clear()
    for (const process of this.#others.keys()) if (!beats.has(process)) this.#others.delete(process)
    for (const [process, said] of beats) {
      if (process === this.#me) continue
      const known = this.#others.get(process)
      if (known?.beat !== said) this.#others.set(process, { beat: said, sinceMs: nowMs })
      else if (nowMs - known.sinceMs >= LEASE_MS)
        void this.#takeOver(process, said, known.sinceMs).catch(this.#takeOverFailed)
    }
  }

  async #beat(): Promise<void> {
    if (this.#needs.store.isUnavailable()) return
    const sentAtMs = this.#needs.clock.nowMs()
    const reply = await this.#needs.store.beat(this.#me)
    const nowMs = this.#needs.clock.nowMs()
    this.#meter.measure(sentAtMs, reply.nowMs, nowMs)
    if (this.#isStopped) return
    // Redis may reject writes for a while without being unreachable.
    if (!reply.isKnown || !this.#needs.outbox().isUp()) return this.#rejoin()
    this.confirmed()
    this.#checkOthers(reply, nowMs)
    this.#needs.battles().onlyAlive(reply.beats)
    this.#beatAtMs = nowMs
    this.#needs.afterHeartbeat()
  }

  #beatRegularly(): void {
    if (this.#isStopped) return
    this.#beat().catch(() => undefined)
    this.#needs.clock.later(BEAT_MS, () => this.#beatRegularly())
  }

  readonly me: Membership['me'] = () => this.#me
  readonly aheadMs: Membership['aheadMs'] = this.#meter.aheadMs
  readonly holdsLease: Membership['holdsLease'] = () =>
    this.#needs.clock.nowMs() - this.#confirmedAtMs < SAFE_LEASE_MS

  readonly start: Membership['start'] = async () => {
    await this.#needs.store.subscribe(this.#me)
    await this.#needs.store.register(this.#me)
    await this.#beat()
    this.#beatRegularly()
  }

  readonly handleMessage: Membership['handleMessage'] = (from, message) => {
    switch (message.type) {
      case 'process_ended':
        this.#needs.battles().processEnded(message.process, this.#needs.clock.nowMs() - message.silentForMs)
        if (message.process === this.#me) this.#handOver.confirmTaken()
        return
      case 'back':
        if (from !== this.#me) this.#needs.processBack(from, this.#needs.clock.nowMs() - message.awayForMs)
        return
      case 'take_over':
        if (!this.#handOver.isDone())
          void this.#takeOver(from, '', message.atMs + this.#meter.aheadMs()).catch(this.#takeOverFailed)
    }
  }

  readonly unavailable: Membership['unavailable'] = () => {
    this.#unavailableSinceMs ??= this.#needs.clock.nowMs()
    this.#needs.outbox().unavailable()
  }

  readonly back: Membership['back'] = () => void this.#rejoin()
  readonly unregistered: Membership['unregistered'] = () => void this.#rejoin()
  readonly handOver: Membership['handOver'] = () => this.#handOver.begin()

  readonly stop: Membership['stop'] = async () => {
    this.#isStopped = true
    await this.#needs.store.resign(this.#me).catch(() => undefined)
    this.#needs.store.close()
  }
}

/** A unique process id without spaces. */
function newProcessId(): ProcessId {
  return `p${randomBytes(6).toString('hex')}`
}

/** How many recent measurements are kept. */
const MAX_MEASUREMENTS = 10

type Measurement = { readonly aheadMs: number; readonly tookMs: number }

/** Estimates how far this process's clock is ahead of another, from the recent request with the shortest round trip. */
function clockMeter() {
  let measured: readonly Measurement[] = []
  return {
    /** A request sent and answered at these times returned `theirMs`. In milliseconds. */
    measure: (askedAtMs: number, theirMs: number, answeredAtMs: number): void => {
      const one = { aheadMs: (askedAtMs + answeredAtMs) / 2 - theirMs, tookMs: answeredAtMs - askedAtMs }
      measured = [...measured, one].slice(-MAX_MEASUREMENTS)
    },
    /** In milliseconds; 0 before the first measurement. */
    aheadMs: (): number => measured.toSorted((a, b) => a.tookMs - b.tookMs)[0]?.aheadMs ?? 0,
  }
}
