import { StorageUnavailable } from '../../http/errors.ts'
import type { ClusterPages } from '../gateway.ts'
import type { QueueListener } from '../queue/battle-queue.ts'
import type { BattleListener, LiveBattles } from '../referee/live-battles.ts'
import { Membership } from './membership.ts'
import { OwnedBattles } from './owned-battles.ts'
import { RemoteBattles } from './remote-battles.ts'
import type { PlayerEvent, SharedArenaNeeds, SharedContext, ToBattle, ToPlayer } from './shared-context.ts'
import { SharedBattleQueue } from './shared-queue.ts'

/** Routes what players here do to the battle, at this process or another. */
function liveBattles({ owned, remote }: SharedContext): LiveBattles {
  const { local } = owned
  const act = (playerId: string, event: PlayerEvent, battleId?: string): void => {
    if (!remote.pass(playerId, event, battleId)) owned.perform(playerId, event)
  }
  return {
    open: local.open,
    resume: (playerId, otherwise) =>
      local.has(playerId) ? owned.resume(playerId, otherwise) : remote.resume(playerId, otherwise),
    ready: (playerId, battleId) =>
      local.has(playerId) || local.hasEnded(playerId, battleId)
        ? owned.ready(playerId, battleId)
        : remote.ready(playerId, battleId),
    playsAnother: (playerId, battleId, reply) =>
      local.has(playerId)
        ? local.playsAnother(playerId, battleId, reply)
        : remote.playsAnother(playerId, battleId, reply),
    answer: (playerId, payload) => act(playerId, { type: 'answer', payload }, payload.battleId),
    timeout: (playerId, payload) => act(playerId, { type: 'timeout', payload }, payload.battleId),
    drop: (playerId, sinceMs) => {
      if (!owned.isElsewhere(playerId)) act(playerId, { type: 'dropped', sinceMs })
    },
    silent: (playerId, sinceMs) => act(playerId, { type: 'silent', sinceMs }),
    leave: (playerId) => {
      if (!remote.leave(playerId)) local.leave(playerId)
    },
    timedSinceMs: (playerId) => remote.timedSinceMs(playerId) ?? local.timedSinceMs(playerId),
    isFull: local.isFull,
    count: local.count,
    stopUnlessOverBy: local.stopUnlessOverBy,
  }
}

/** Which pages are connected here, for the other processes. */
function clusterPages({ store, remote }: SharedContext): ClusterPages {
  return {
    connected: (playerId, sinceMs) => {
      store.subscribe(`player:${playerId}`).catch(() => undefined)
      store.tellPlayer(playerId, { type: 'connected', process: store.me, sinceMs })
    },
    disconnected: (playerId) => {
      store.unsubscribe(`player:${playerId}`)
      remote.remove(playerId)
    },
  }
}

/** The parts of this process's arena, which use each other. */
function partsOf(needs: SharedArenaNeeds, listener: BattleListener): SharedContext {
  const { gateway, counts } = needs
  const context: SharedContext = {
    ...needs,
    listener,
    isHere: (playerId) => gateway().has(playerId),
    report: (error) => {
      if (!(error instanceof StorageUnavailable)) counts.failed(error)
    },
    get membership() {
      return membership
    },
    get owned() {
      return owned
    },
    get remote() {
      return remote
    },
  }
  const membership = new Membership(context)
  const owned = new OwnedBattles(context)
  const remote = new RemoteBattles(context)
  return context
}

/** A message to the player's page, if that is connected here. */
function toPlayer(context: SharedContext, queue: SharedBattleQueue, cluster: ClusterPages) {
  const { gateway, store, listener, remote } = context
  return (playerId: string, message: ToPlayer): void => {
    if (!gateway().has(playerId)) return
    switch (message.type) {
      case 'packet':
        queue.matched(playerId)
        return remote.received(playerId, message.battleId, message.packet)
      case 'refused':
        queue.matched(playerId)
        return listener.refuse(playerId, message.code)
      case 'moved':
        return remote.moved(playerId, message.battleId)
      case 'connected':
        if (message.process === store.me) return
        gateway().takenOver(playerId, message.sinceMs)
        if (!gateway().has(playerId)) cluster.disconnected(playerId)
    }
  }
}

/** This process's part of an arena shared by several processes: battles, queue and membership (ADR 0021). */
export function sharedArena(
  needs: SharedArenaNeeds,
  listener: BattleListener,
  queueListener: Omit<QueueListener, 'matched'>,
) {
  const context = partsOf(needs, listener)
  const { store, membership, owned, report } = context
  const queue = new SharedBattleQueue(context, queueListener)
  const cluster = clusterPages(context)
  const received = toPlayer(context, queue, cluster)
  store.events.on('unavailable', membership.unavailable).on('back', membership.back)
  store.onMessage((channel, text) => {
    const [kind = '', id = ''] = channel.split(':')
    try {
      if (kind === 'player') received(id, JSON.parse(text) as ToPlayer)
      else if (kind === 'battle') owned.receive(id, JSON.parse(text) as ToBattle)
      else needs.deleted(text)
    } catch (error) {
      report(error)
    }
  })
  return {
    battles: liveBattles(context),
    queue,
    cluster,
    start: membership.start,
    /** Whether Redis is unreachable, so that nothing is written to it. */
    isUnavailable: membership.isAway,
    /** Leaves all battles to the other processes. False if there is none. */
    release: owned.release,
    /** Resolves once all that has happened is written, and its effects have run. */
    written: owned.written,
    stop: async (): Promise<void> => {
      await membership.stop()
      store.close()
    },
    announceDeleted: membership.announceDeleted,
    /** The battle is stored, or need not be. */
    stored: owned.stored,
  }
}
