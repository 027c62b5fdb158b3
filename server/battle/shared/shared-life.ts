import { randomBytes } from 'node:crypto'
import { type ProcessLifeMessage, messagesText } from './process-message.ts'
import type { TakenFrom } from '../../ops/battle-metrics.ts'
import { StorageAway } from '../../http/errors.ts'
import type { ArenaClock } from '../referee/clock.ts'
import { type EndRecord, readEndRecord } from '../referee/end-record.ts'
import { peopleInLog, readBattle, writtenOf } from './battle-log.ts'
import { clockMeter } from '../socket/clock-meter.ts'
import { handOver } from './hand-over.ts'
import { LedgerBatch } from './ledger-batch.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { KeptEnd } from './shared-logs.ts'
import type { SharedBattles } from './shared-battles.ts'
import type { Beat, ProcessId, SharedStore, WrittenBattle } from './shared-port.ts'

/** How often a process says that it lives. */
export const BEAT_MS = 500
/** Who has said nothing for so long is taken over. */
const LEASE_MS = 4_000
/** Who could ask until so long ago has surely not been taken over. */
const SURE_MS = 3_000

type SharedLifeNeeds = {
  readonly clock: ArenaClock
  readonly store: SharedStore
  /** Both are made with this process's id and its sureness, which are known here. */
  readonly outbox: () => ClusterOutbox
  readonly battles: () => SharedBattles
  /** The others can be reached again since they could not, then. */
  readonly reunited: (sinceMs: number) => void
  /** Another process could not be reached since then, and can again. */
  readonly isBack: (other: ProcessId, sinceMs: number) => void
  /** This process goes on under another id, or was forgotten: what it has told the others of itself is gone. */
  readonly renewed: () => void
  readonly isHere: (playerId: string) => boolean
  readonly beaten: () => void
  /** A battle that another process has not stored. */
  readonly unsaved: (end: EndRecord) => void
  readonly failed: (error: unknown) => void
  readonly tookOver: (from: TakenFrom, battles: number) => void
  readonly lost: (battles: number) => void
}

type SharedLife = {
  readonly me: () => ProcessId
  readonly aheadMs: () => number
  readonly isSure: () => boolean
  confirmed(): void
  start(): Promise<void>
  hear(from: ProcessId, message: ProcessLifeMessage): void
  /** The link to the others is gone, or is there again. */
  away(): void
  back(): void
  unregistered(): void
  lost(battleIds: readonly string[]): readonly string[]
  /** Gives all battles to another process, or leaves them to whoever comes. False where there is nobody. */
  handOver(): Promise<boolean>
  stop(): Promise<void>
}

/** What another process said last, and since when, by this process's clock. */
type Heard = { said: string; sinceMs: number }

/** One process among others: says that it lives, takes over from who does not, and comes back after it could not be reached. */
export function sharedLife(needs: SharedLifeNeeds): SharedLife {
  const { clock, store, failed } = needs
  let me = newProcessId()
  let confirmedAtMs = clock.nowMs()
  let beatAtMs = clock.nowMs()
  let awaySinceMs: number | null = null
  let isStopped = false
  let isComingBack = false
  const meter = clockMeter()
  const others = new Map<ProcessId, Heard>()
  /** Whose battles are this process's by now, silent since then, until the others are told. */
  const takenFrom = new Map<ProcessId, number>()

  const confirmed = (): void => {
    confirmedAtMs = clock.nowMs()
  }

  /** The battles that are or were in the logs of this process, also those that have ended and are kept. */
  const knownNow = (): Set<string> => {
    const battles = needs.battles()
    return new Set([...battles.battleIds(), ...battles.keptEnds().map(({ battleLog }) => battleLog.battleId)])
  }

  /** Goes on with what another process has written, by this one's clock. */
  const take = async (written: readonly Omit<WrittenBattle, 'people'>[], sinceMs: number): Promise<void> => {
    const known = knownNow()
    const read = written.flatMap((one) => {
      // Taken meanwhile: what was read is older than what is in the logs.
      if (known.has(one.battleId)) return []
      try {
        return readBattle(one, meter.aheadMs())
      } catch (error) {
        failed(error)
        return []
      }
    })
    await store.restore(
      me,
      read.flatMap((one) => (one.kind === 'opened' ? [writtenOf(one.battleLog)] : [])),
    )
    needs.battles().adopt(read, sinceMs)
  }

  /** Battles of this process that have ended, where that was not written or may be forgotten: as if they had ended now. */
  const restoreEnds = async (ends: readonly KeptEnd[]): Promise<void> => {
    if (ends.length === 0) return
    const another = new Set(
      await store.restore(
        me,
        ends.map(({ battleLog }) => writtenOf(battleLog)),
      ),
    )
    const batch = new LedgerBatch()
    for (const over of ends) if (!another.has(over.battleLog.battleId)) batch.ended(over.battleLog, over)
    await store.append(me, batch.words(me))
    needs.battles().endsWritten(ends)
  }

  /** Who has left a battle meanwhile may have another seat by now, which is written next. */
  const giveUpSeats = async (): Promise<void> => {
    const batch = new LedgerBatch()
    needs.battles().giveUpSeats(batch)
    if (!batch.isEmpty) await store.append(me, batch.words(me))
  }

  const restore = async (): Promise<void> => {
    const battles = needs.battles()
    // All that was to be written so far is in the logs; what happens from now on comes behind.
    needs.outbox().isLogged()
    const [written, ends] = [battles.written(), battles.keptEnds()]
    const known = knownNow()
    await giveUpSeats()
    await restoreEnds(ends)
    const lostNow = await store.restore(me, written)
    if (lostNow.length > 0) lost(lostNow)
    // Some were given to this process while it heard nothing, others it was just taking over, or has taken over without hearing of it.
    const unread = (await store.battlesOf(me)).filter((battleId) => !known.has(battleId))
    await take(await store.written(unread), awaySinceMs ?? clock.nowMs())
  }

  /** Whatever happened meanwhile, this process is one of them again, or another has its battles. */
  const comeBack = async (): Promise<void> => {
    if (isComingBack || isStopped) return
    isComingBack = true
    const sinceMs = awaySinceMs ?? clock.nowMs()
    try {
      await needs.outbox().hold()
      if ((await store.register(me)) === 'gone') await renew()
      else await restore()
      // Whoever left while nothing could be written is not announced as gone later.
      await store.removeLineOwners(me, me, needs.isHere)
      awaySinceMs = null
      confirmed()
      others.clear()
      needs.outbox().resume()
      needs.renewed()
      needs.reunited(sinceMs)
      const awayForMs = Math.max(0, Math.round(clock.nowMs() - sinceMs))
      await store.tell('all', messagesText(me, [{ type: 'back', awayForMs }]))
      await tellTaken()
      for (const text of await store.ends(await store.unsavedOf(me))) {
        if (text !== null) needs.unsaved(readEndRecord(text))
      }
    } catch (error) {
      // Away again: the next time it is back is the next try.
      if (!store.isAway()) {
        failed(error)
        clock.later(BEAT_MS, () => void comeBack())
      }
    } finally {
      isComingBack = false
    }
  }

  /** Another process has taken over: this one has nothing any more, and goes on as a new one. */
  const renew = async (): Promise<void> => {
    const battles = needs.battles()
    const battleIds = battles.battleIds()
    const people = new Map(battles.letGo(battleIds))
    // Where one has ended here that is another's: as the other ends it, so it ended.
    const over = battles.forgetEnds()
    for (const { battleLog } of over)
      for (const playerId of peopleInLog(battleLog)) people.set(playerId, battleLog.battleId)
    needs
      .outbox()
      .forget(new Set([...battleIds, ...over.map(({ battleLog }) => battleLog.battleId), ...people.keys()]))
    needs.lost(battleIds.length)
    me = newProcessId()
    await store.listen(me)
    await store.register(me)
    findHere(people)
  }

  const findHere = (people: ReadonlyMap<string, string>): void => {
    for (const [playerId, battleId] of people) {
      if (needs.isHere(playerId)) needs.battles().find(playerId, battleId)
    }
  }

  const lost = (battleIds: readonly string[]): readonly string[] => {
    const people = needs.battles().letGo(battleIds)
    needs.lost(battleIds.length)
    clock.later(0, () => findHere(people))
    return [...people.keys()]
  }

  const takeOver = async (other: ProcessId, said: string, silentSinceMs: number): Promise<void> => {
    const adopted = await store.adopt(me, other, said)
    others.delete(other)
    if (!adopted) return
    takenFrom.set(other, silentSinceMs)
    await take(await store.written(adopted.battleIds), silentSinceMs)
    needs.tookOver(said === '' ? 'stopped' : 'silent', adopted.battleIds.length)
    await tellTaken()
    for (const text of await store.ends(adopted.unsaved)) {
      if (text !== null) needs.unsaved(readEndRecord(text))
    }
  }

  /** The others lead their players on, and whoever gave the battles away knows that they are taken. */
  const tellTaken = async (): Promise<void> => {
    for (const [other, silentSinceMs] of takenFrom) {
      const silentForMs = Math.max(0, Math.round(clock.nowMs() - silentSinceMs))
      await store.tell('all', messagesText(me, [{ type: 'process_ended', process: other, silentForMs }]))
      takenFrom.delete(other)
      await store.removeLineOwners(me, other, () => false)
    }
  }

  /** Away in the middle of it: what is this process's by then it takes when it is back. */
  const untaken = (error: unknown): void => {
    if (!(error instanceof StorageAway)) failed(error)
  }

  const look = ({ beats, endedAtMs }: Beat, nowMs: number): void => {
    for (const [process, atMs] of endedAtMs) {
      void takeOver(process, '', atMs + meter.aheadMs()).catch(untaken)
    }
    // Whoever stood still itself knows nothing of the others.
    if (nowMs - beatAtMs > 3 * BEAT_MS) others.clear()
    for (const process of others.keys()) if (!beats.has(process)) others.delete(process)
    for (const [process, said] of beats) {
      if (process === me) continue
      const known = others.get(process)
      if (known?.said !== said) others.set(process, { said, sinceMs: nowMs })
      else if (nowMs - known.sinceMs >= LEASE_MS) void takeOver(process, said, known.sinceMs).catch(untaken)
    }
  }

  const beat = async (): Promise<void> => {
    if (store.isAway()) return
    const sentAtMs = clock.nowMs()
    const heard = await store.beat(me)
    const nowMs = clock.nowMs()
    meter.heard(sentAtMs, heard.nowMs, nowMs)
    if (isStopped) return
    // A Redis may refuse to write for a while without being gone.
    if (!heard.isKnown || !needs.outbox().isUp()) return comeBack()
    confirmed()
    look(heard, nowMs)
    needs.battles().onlyAlive(heard.beats)
    beatAtMs = nowMs
    needs.beaten()
  }

  const beatOn = (): void => {
    if (isStopped) return
    beat().catch(() => undefined)
    clock.later(BEAT_MS, beatOn)
  }

  const handing = handOver({
    ...needs,
    me: () => me,
    aheadMs: meter.aheadMs,
    heir: async () => {
      // One that began a moment ago, as when all are started anew one after the other, has not been seen yet.
      await beat().catch(() => undefined)
      return [...others].toSorted(([, a], [, b]) => b.sinceMs - a.sinceMs)[0]?.[0]
    },
    isEnding: () => {
      isStopped = true
    },
  })

  return {
    me: () => me,
    aheadMs: meter.aheadMs,
    isSure: () => clock.nowMs() - confirmedAtMs < SURE_MS,
    confirmed,
    start: async () => {
      await store.listen(me)
      await store.register(me)
      await beat()
      beatOn()
    },
    hear: (from, message) => {
      switch (message.type) {
        case 'process_ended':
          needs.battles().processEnded(message.process, clock.nowMs() - message.silentForMs)
          if (message.process === me) handing.isTaken()
          return
        case 'back':
          if (from !== me) needs.isBack(from, clock.nowMs() - message.awayForMs)
          return
        case 'take_over':
          if (!handing.isDone()) void takeOver(from, '', message.atMs + meter.aheadMs()).catch(untaken)
      }
    },
    away: () => {
      awaySinceMs ??= clock.nowMs()
      needs.outbox().away()
    },
    back: () => void comeBack(),
    unregistered: () => void comeBack(),
    lost,
    handOver: handing.begin,
    stop: async () => {
      isStopped = true
      await store.resign(me).catch(() => undefined)
      store.close()
    },
  }
}

/** A new id of a process: without spaces, and never one that was there before. */
function newProcessId(): ProcessId {
  return `p${randomBytes(6).toString('hex')}`
}
