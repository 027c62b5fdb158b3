import { addressShares, type AddressShare, type AddressShares } from '../socket/address-shares.ts'
import { battleSaver } from '../boards/battle-saver.ts'
import {
  LocalBattleQueue,
  type BattleQueue,
  type QueueListener,
  type WaitEnd,
} from '../queue/battle-queue.ts'
import type { ArenaClock } from './clock.ts'
import type { EndedBattle } from './ended-battles.ts'
import { finishedBattle, type FinishedNeeds } from '../boards/finished-battles.ts'
import {
  BattleGateway,
  type ClusterPages,
  type Gateway,
  type GatewayCounts,
  type GatewayNeeds,
} from '../gateway.ts'
import {
  LocalLiveBattles,
  type BattleLength,
  type BattleListener,
  type LiveBattles,
  type LiveBattlesNeeds,
} from './live-battles.ts'
import {
  FINISH_BATTLES_MS,
  MAX_BATTLES_OF_ADDRESS,
  MAX_CONNECTIONS_OF_ADDRESS,
  MAX_LIVE_BATTLES,
  MAX_STARTS_OF_ADDRESS,
  MAX_WAITING,
  SPARE_EVENTS,
  STORE_WITHIN_MS,
} from '../socket/overload.ts'
import { packetOf } from '../socket/packets.ts'
import type { FinishedBattle } from '../port.ts'
import { sharedArena } from '../shared/shared-arena.ts'
import type { SharedArenaNeeds, SharedCounts } from '../shared/shared-context.ts'
import type { SharedClock } from '../shared/shared-clock.ts'
import type { SharedStore } from '../shared/arena-store.ts'
import type { BattleStore } from '../../storage/sql/battles/battle-store.ts'

/** Metrics and log of the arena. `waited` reports how a player's wait ended and how long it took. */
type ArenaCounts = GatewayCounts & {
  readonly waited: (end: WaitEnd, seconds: number) => void
  readonly lost: (error: unknown) => void
}

/** Current load of the arena, for metrics. */
export type ArenaLevels = {
  readonly connections: number
  readonly waiting: number
  readonly liveBattles: number
  readonly unsaved: number
  /** Whether the shared store is unreachable; always false without one. */
  readonly isSharedUnavailable: boolean
}

export type ArenaNeeds = FinishedNeeds &
  Pick<GatewayNeeds, 'allowedNickname' | 'tokenHash'> &
  Pick<LiveBattlesNeeds, 'newSeed' | 'newBattleId' | 'journal'> & {
    readonly clock: ArenaClock
    readonly length: BattleLength
    readonly store: Pick<BattleStore, 'save'>
    readonly counts: ArenaCounts
    readonly maxBattles?: number
    readonly maxWaiting?: number
    readonly maxOfAddress?: Partial<AddressShare>
    /** The store shared with other processes; without it, this process has an arena of its own. */
    readonly shared?: {
      readonly store: SharedStore
      /** This process's clock, as it follows the others'. */
      readonly clock: SharedClock
      readonly counts: SharedCounts
      /** Called when another process has deleted the player with this token hash. */
      readonly deleted: (tokenHash: string) => void
    }
  }

export type Arena = {
  readonly gateway: Gateway
  readonly shares: AddressShares
  /** Resolves once the other processes know this one; immediately in an unshared arena. */
  start(): Promise<void>
  levels(): ArenaLevels
  /** Removes a deleted player everywhere; resolves once no save in flight contains the player. */
  removePlayer(playerId: string): Promise<void>
  /**
   * Stops accepting players, lets battles that are nearly over finish, ends the others, and waits until all are stored, at most
   * 6.5 seconds. In a shared arena, the other processes take the battles instead. Repeated calls return the same promise.
   */
  drain(): Promise<void>
}

const MAX_OF_ADDRESS: AddressShare = {
  connections: MAX_CONNECTIONS_OF_ADDRESS,
  battles: MAX_BATTLES_OF_ADDRESS,
  startsAMinute: MAX_STARTS_OF_ADDRESS,
}

type ArenaBackend = Omit<ReturnType<typeof sharedArena>, 'cluster' | 'queue' | 'release'> & {
  readonly queue: BattleQueue
  /** This and the next are null in an unshared arena. */
  readonly cluster: ClusterPages | null
  /** Leaves all battles to the other processes. False if there is none. */
  readonly release: (() => Promise<boolean>) | null
}

type ArenaListeners = {
  readonly battles: BattleListener
  readonly queue: Omit<QueueListener, 'matched'>
}

/** Queues and battles of a single process. */
function localBackend(needs: ArenaNeeds, listeners: ArenaListeners): ArenaBackend {
  const { clock, counts, maxBattles = MAX_LIVE_BATTLES, maxWaiting = MAX_WAITING } = needs
  const battles = new LocalLiveBattles({ ...needs, maxBattles }, listeners.battles)
  const queue = new LocalBattleQueue(
    { clock, maxWaiting },
    {
      ...listeners.queue,
      matched: (type, group) => {
        for (const { sinceMs } of group) counts.waited('people', (clock.nowMs() - sinceMs) / 1000)
        battles.open(
          type,
          group.map(({ playerId, nickname, location }) => ({ kind: 'person', playerId, nickname, location })),
        )
      },
    },
  )
  return {
    battles,
    queue,
    start: async () => undefined,
    release: null,
    written: async () => undefined,
    cluster: null,
    isUnavailable: () => false,
    stop: async () => undefined,
    announceDeleted: async () => undefined,
    stored: () => undefined,
  }
}

/** Queues and battles shared with other processes. */
function sharedBackend(
  needs: ArenaNeeds,
  { clock, store, counts }: NonNullable<ArenaNeeds['shared']>,
  listeners: ArenaListeners,
  more: Pick<SharedArenaNeeds, 'gateway' | 'dropped' | 'deleted'>,
): ArenaBackend {
  const { maxBattles = MAX_LIVE_BATTLES, maxWaiting = MAX_WAITING } = needs
  const limits = { maxBattles, maxWaiting, waited: needs.counts.waited }
  return sharedArena(
    { ...needs, ...limits, ...more, clock, store, counts },
    listeners.battles,
    listeners.queue,
  )
}

function queueListener(
  counts: ArenaCounts,
  clock: ArenaClock,
  gateway: () => Gateway,
): ArenaListeners['queue'] {
  return {
    position: (playerId, position) => gateway().send(playerId, packetOf('queue-joined', { position })),
    full: (playerId) => gateway().refuse(playerId, 'busy'),
    ping: (playerId) => gateway().ping(playerId),
    gone: (to, { sinceMs }) => counts.waited(to, (clock.nowMs() - sinceMs) / 1000),
  }
}

/** Lets battles that are nearly over finish, and ends the others. */
async function finishBattles(clock: ArenaClock, battles: LiveBattles, whenEmpty: Set<() => void>) {
  battles.stopUnlessOverBy(clock.nowMs() + FINISH_BATTLES_MS)
  if (battles.count() === 0) return
  await new Promise<void>((resolve) => {
    whenEmpty.add(resolve)
    clock.later(FINISH_BATTLES_MS, resolve)
  })
  battles.stopUnlessOverBy(-Infinity)
}

/** Stores ended battles; calls `stored` for each once it is stored or if it need not be. */
function endedBattleStorage(needs: ArenaNeeds, stored: (battleId: string) => void) {
  const { clock, store, counts, shared } = needs
  const save = async (battle: FinishedBattle): Promise<void> => {
    await store.save(battle)
    stored(battle.battleId)
  }
  const saver = battleSaver({ clock, save, onLost: counts.lost })
  const storeEnded = (battle: EndedBattle): void => {
    // It may have ended a while ago, at another process; that clock is the same for all.
    const finished = finishedBattle(battle, needs, shared ? battle.endedAtMs : needs.now())
    if (finished) saver.add(finished)
    else stored(battle.setup.battleId)
  }
  return { saver, storeEnded }
}

/** Math Battles of one process: queues, battles and gateway. */
export function battleArena(needs: ArenaNeeds): Arena {
  const { length, counts, shared } = needs
  const clock = shared?.clock ?? needs.clock
  const shares = addressShares({ ...MAX_OF_ADDRESS, ...needs.maxOfAddress }, clock)
  const whenEmpty = new Set<() => void>()
  const { saver, storeEnded } = endedBattleStorage(needs, (battleId) => backend.stored(battleId))
  const listeners: ArenaListeners = {
    battles: {
      send: (playerId, packet) => gateway.send(playerId, packet),
      refuse: (playerId, code) => gateway.refuse(playerId, code),
      shown: (playerId) => gateway.shown(playerId),
      began: (battleId, people) => shares.began(battleId, people.map(gateway.addressOf)),
      ended: (battle) => {
        shares.ended(battle.setup.battleId)
        storeEnded(battle)
        if (battles.count() > 0) return
        for (const resolve of whenEmpty) resolve()
        whenEmpty.clear()
      },
    },
    queue: queueListener(counts, clock, () => gateway),
  }
  const backend = shared
    ? sharedBackend(needs, shared, listeners, {
        gateway: () => gateway,
        dropped: shares.ended,
        deleted: (playerId) => {
          shared.deleted(playerId)
          void removeHere(playerId)
        },
      })
    : localBackend(needs, listeners)
  const { battles, queue, cluster } = backend
  // After an outage of a whole battle, all its answers may arrive at once.
  const eventsAtOnce = length.problemCount + SPARE_EVENTS
  const { allowedNickname, tokenHash, isDeleted } = needs
  const gateway = new BattleGateway({
    clock,
    queue,
    battles,
    shares,
    counts,
    allowedNickname,
    tokenHash,
    isDeleted,
    eventsAtOnce,
    ...(cluster ? { cluster } : {}),
  })

  const removeHere = (playerId: string): Promise<void> => {
    gateway.removePlayer(playerId)
    return saver.removePlayer(playerId)
  }

  const drained = async (): Promise<void> => {
    gateway.drain()
    const isLeft = backend.release !== null && (await backend.release())
    if (!isLeft) await finishBattles(clock, battles, whenEmpty)
    await backend.written()
    await saver.flush(STORE_WITHIN_MS)
    // In a shared arena, another process stores what this one could not.
    if (!shared && saver.unsavedCount() > 0) {
      counts.lost(new Error(`server stopped with ${saver.unsavedCount()} unsaved battles`))
    }
    await backend.stop()
  }
  let draining: Promise<void> | null = null

  return {
    gateway,
    shares,
    start: backend.start,
    levels: () => ({
      connections: gateway.connections(),
      waiting: queue.length(),
      liveBattles: battles.count(),
      unsaved: saver.unsavedCount(),
      isSharedUnavailable: backend.isUnavailable(),
    }),
    removePlayer: async (playerId) => {
      await Promise.all([removeHere(playerId), backend.announceDeleted(playerId)])
    },
    drain: () => (draining ??= drained()),
  }
}
