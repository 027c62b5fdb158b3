import type { TakenFrom } from '../operations/battle-metrics.ts'
import type { QueueHeard } from './battle-queue.ts'
import type { EndRecord } from './end-record.ts'
import type { AmongOthers, Gateway } from './gateway.ts'
import type { BattlesHeard, LiveBattlesNeeds } from './live-battles.ts'
import { sharedBattles, type SharedBattles } from './shared-battles.ts'
import { sharedLife } from './shared-life.ts'
import { sharedOutbox } from './shared-outbox.ts'
import type { SharedStore } from './shared-port.ts'
import { sharedBattleQueue, type SharedQueue } from './shared-queue.ts'

/** What is told of the life among other processes, for the log. */
export type SharedCounts = {
  readonly tookOver: (from: TakenFrom, battles: number) => void
  /** Battles that another process has taken over from this one. */
  readonly lostBattles: (battles: number) => void
  readonly failed: (error: unknown) => void
}

export type SharedGroundsNeeds = Omit<LiveBattlesNeeds, 'journal'> & {
  readonly store: SharedStore
  readonly tokenHash: (token: string) => string
  readonly now: () => number
  readonly mostWaiting: number
  readonly waited: (end: 'people', seconds: number) => void
  readonly counts: SharedCounts
  readonly gateway: () => Pick<Gateway, 'has' | 'players' | 'takenOver'>
  /** A battle goes on elsewhere. */
  readonly dropped: (battleId: string) => void
  /** Another process has deleted the player. */
  readonly forgotten: (playerId: string) => void
  /** A battle is to be stored that another process could not store. */
  readonly unsaved: (end: EndRecord) => void
}

export type SharedGrounds = {
  readonly battles: SharedBattles
  readonly queue: SharedQueue
  readonly among: AmongOthers
  start(): Promise<void>
  /** What happens here is not written, because the others cannot be reached. */
  isAway(): boolean
  /** Gives the battles of this process to another, or leaves them to whoever comes; false where there is nobody. */
  handOver(): Promise<boolean>
  stop(): Promise<void>
  /** Tells the others that the player is deleted; when they cannot be reached, as soon as they can. Never rejects. */
  forget(playerId: string): Promise<void>
}

/** One arena of many processes, seen from this one: its battles, its queue, and its life among the others (ADR 0021). */
export function sharedGrounds(
  needs: SharedGroundsNeeds,
  heard: BattlesHeard,
  heardOfQueue: Omit<QueueHeard, 'matched'>,
): SharedGrounds {
  const { clock, store, counts, gateway, tokenHash } = needs
  const untold = new Set<string>()
  const tellForgotten = async (playerId: string): Promise<void> => {
    untold.add(playerId)
    await store.tell('all', `${me()}\nG ${playerId}`).then(
      () => untold.delete(playerId),
      () => undefined,
    )
  }
  const isHere = (playerId: string): boolean => gateway().has(playerId)
  const life = sharedLife({
    clock,
    store,
    outbox: () => outbox,
    battles: () => battles,
    isHere,
    reunited: (sinceMs) => {
      battles.reunite(sinceMs)
      queue.reunite()
      for (const playerId of untold) void tellForgotten(playerId)
    },
    isBack: (other, sinceMs) => {
      battles.processIsBack(other, sinceMs)
      queue.reunite()
    },
    renewed: () => {
      for (const playerId of gateway().players()) outbox.batch().home(playerId)
    },
    beaten: () => queue.tend(),
    unsaved: needs.unsaved,
    failed: counts.failed,
    tookOver: counts.tookOver,
    lost: counts.lostBattles,
  })
  const { me, aheadMs } = life
  const outbox = sharedOutbox({
    clock,
    store,
    me,
    isSure: life.isSure,
    confirmed: life.confirmed,
    lost: life.lost,
    unregistered: life.unregistered,
    failed: counts.failed,
  })
  const battles = sharedBattles(
    { ...needs, outbox, me, aheadMs, isHere, entered: (playerId) => queue.matched(playerId) },
    heard,
  )
  const queue = sharedBattleQueue(
    { ...needs, me, aheadMs, playing: (playerId, otherwise) => battles.resume(playerId, otherwise) },
    heardOfQueue,
  )

  const hearLine = (from: string, text: string): void => {
    if (battles.hear(from, text) || queue.hear(from, text) || life.hear(from, text)) return
    if (text.startsWith('O ')) gateway().takenOver(text.slice(2))
    else if (text.startsWith('G ') && from !== me()) needs.forgotten(text.slice(2))
  }
  store.serve({
    told: (text) => {
      const [from = '', ...lines] = text.split('\n')
      for (const line of lines) {
        try {
          hearLine(from, line)
        } catch (error) {
          counts.failed(error)
        }
      }
    },
    away: life.away,
    back: life.back,
  })
  return {
    battles,
    queue,
    among: {
      nameOf: tokenHash,
      came: (playerId) => outbox.batch().home(playerId),
      went: (playerId) => {
        outbox.batch().homeLost(playerId)
        battles.gone(playerId)
      },
    },
    start: life.start,
    isAway: () => !outbox.isUp(),
    handOver: life.handOver,
    stop: life.stop,
    forget: tellForgotten,
  }
}
