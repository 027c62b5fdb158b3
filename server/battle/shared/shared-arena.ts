import { messagesText, readMessages, type ProcessMessage } from './process-message.ts'
import type { TakenFrom } from '../../ops/battle-metrics.ts'
import type { QueueListener } from '../queue/battle-queue.ts'
import type { EndRecord } from '../referee/ended-battles.ts'
import type { ClusterPages, Gateway } from '../gateway.ts'
import type { BattleListener, LiveBattlesNeeds } from '../referee/live-battles.ts'
import { ClusterBattles, type SharedBattles } from './shared-battles.ts'
import { ClusterMember } from './shared-life.ts'
import { SharedOutbox } from './shared-outbox.ts'
import type { SharedStore } from './shared-port.ts'
import { SharedBattleQueue, type SharedQueue } from './shared-queue.ts'

/** Callbacks for metrics and the log. */
export type SharedCounts = {
  readonly tookOver: (from: TakenFrom, battles: number) => void
  /** Another process has taken over battles of this one. */
  readonly lostBattles: (battles: number) => void
  readonly failed: (error: unknown) => void
}

export type SharedArenaNeeds = Omit<LiveBattlesNeeds, 'journal'> & {
  readonly store: SharedStore
  readonly now: () => number
  readonly maxWaiting: number
  readonly waited: (end: 'people', seconds: number) => void
  readonly counts: SharedCounts
  readonly gateway: () => Pick<Gateway, 'has' | 'announcePages' | 'takenOver'>
  /** Another process has the battle now. */
  readonly dropped: (battleId: string) => void
  /** Another process has deleted the player. */
  readonly deleted: (playerId: string) => void
  /** Stores the result of another process's battle that it could not store itself. */
  readonly unsaved: (end: EndRecord) => void
}

export type SharedArena = {
  readonly battles: SharedBattles
  readonly queue: SharedQueue
  readonly cluster: ClusterPages
  start(): Promise<void>
  /** Whether the shared store is unreachable, so that nothing is written to it. */
  isUnavailable(): boolean
  /** Hands all battles to another process, or leaves them to be taken over later. False if there is no other process. */
  handOver(): Promise<boolean>
  stop(): Promise<void>
  /** Tells the other processes that the player is deleted, retrying when the store is reachable again. Never rejects. */
  announceDeleted(playerId: string): Promise<void>
}

type Parts = {
  readonly life: ClusterMember
  readonly queue: SharedQueue
  readonly battles: SharedBattles
}

/** Dispatches messages from other processes. */
function serveMessages(needs: SharedArenaNeeds, { life, queue, battles }: Parts): void {
  const dispatch = (from: string, message: ProcessMessage): void => {
    switch (message.type) {
      case 'places_changed':
      case 'who_waits':
      case 'still_waits':
        return queue.handleMessage(from, message)
      case 'process_ended':
      case 'back':
      case 'take_over':
        return life.handleMessage(from, message)
      case 'page_taken_over':
        return needs.gateway().takenOver(message.playerId, message.sinceMs + life.aheadMs())
      case 'player_deleted':
        if (from !== life.me()) needs.deleted(message.playerId)
        return
      default:
        return battles.handleMessage(from, message)
    }
  }
  needs.store.setListener({
    message: (text) => {
      const { from, messages } = readMessages(text)
      for (const message of messages) {
        try {
          dispatch(from, message)
        } catch (error) {
          needs.counts.failed(error)
        }
      }
    },
    unavailable: life.unavailable,
    back: life.back,
  })
}

/** This process's part of an arena shared by several processes: battles, queue and membership (ADR 0021). */
export function sharedArena(
  needs: SharedArenaNeeds,
  battleListener: BattleListener,
  queueListener: Omit<QueueListener, 'matched'>,
): SharedArena {
  const { clock, store, counts, gateway } = needs
  const unannounced = new Set<string>()
  const announceDeleted = async (playerId: string): Promise<void> => {
    unannounced.add(playerId)
    await store.publish('all', messagesText(me(), [{ type: 'player_deleted', playerId }])).then(
      () => unannounced.delete(playerId),
      () => undefined,
    )
  }
  const isHere = (playerId: string): boolean => gateway().has(playerId)
  const life = new ClusterMember({
    clock,
    store,
    outbox: () => outbox,
    battles: () => battles,
    isHere,
    reconnected: (sinceMs) => {
      battles.reconnected(sinceMs)
      queue.reconnected()
      for (const playerId of unannounced) void announceDeleted(playerId)
    },
    processBack: (other, sinceMs) => {
      battles.processBack(other, sinceMs)
      queue.reconnected()
    },
    renewed: () => gateway().announcePages(),
    afterHeartbeat: () => queue.checkQueues(),
    unsaved: needs.unsaved,
    failed: counts.failed,
    tookOver: counts.tookOver,
    lost: counts.lostBattles,
  })
  const { me, aheadMs } = life
  const outbox = new SharedOutbox({
    clock,
    store,
    me,
    holdsLease: life.holdsLease,
    confirmed: life.confirmed,
    lost: life.lost,
    unregistered: life.unregistered,
    failed: counts.failed,
  })
  const battles = new ClusterBattles(
    { ...needs, outbox, me, aheadMs, isHere, entered: (playerId) => queue.matched(playerId) },
    battleListener,
  )
  const queue = new SharedBattleQueue(
    { ...needs, me, aheadMs, resume: (playerId, otherwise) => battles.resume(playerId, otherwise) },
    queueListener,
  )

  serveMessages(needs, { life, queue, battles })
  return {
    battles,
    queue,
    cluster: {
      connected: (playerId, sinceMs) => outbox.batch().lineHere(playerId, sinceMs - aheadMs()),
      disconnected: (playerId) => {
        outbox.batch().lineClosed(playerId)
        battles.pageClosed(playerId)
      },
    },
    start: life.start,
    isUnavailable: () => !outbox.isUp(),
    handOver: life.handOver,
    stop: life.stop,
    announceDeleted: announceDeleted,
  }
}
