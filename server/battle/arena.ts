import { addressShares, type AddressShare, type AddressShares } from './address-shares.ts'
import { battleKeeper } from './battle-keeper.ts'
import { localBattleQueue } from './battle-queue.ts'
import type { Clock } from './clock.ts'
import { finishedBattle, type FinishedNeeds } from './finished-battles.ts'
import { battleGateway, type Gateway, type GatewayCounts, type GatewayNeeds } from './gateway.ts'
import { localLiveBattles, type BattleLength, type LiveBattlesNeeds } from './live-battles.ts'
import {
  FINISH_BATTLES_MS,
  MOST_BATTLES_OF_ADDRESS,
  MOST_CONNECTIONS_OF_ADDRESS,
  MOST_LIVE_BATTLES,
  MOST_STARTS_OF_ADDRESS,
  MOST_WAITING,
  SPARE_EVENTS,
  STORE_WITHIN_MS,
} from './overload.ts'
import { packetOf } from './packets.ts'
import type { BattleStore } from './port.ts'

/** What the arena counts; `waited` is the time in a queue of who was matched. */
export type ArenaCounts = GatewayCounts & {
  readonly waited: (seconds: number) => void
  readonly lost: (error: unknown) => void
}

/** How full the arena is. */
export type ArenaLevels = {
  readonly connections: number
  readonly waiting: number
  readonly liveBattles: number
  readonly unsaved: number
}

export type ArenaNeeds = FinishedNeeds &
  Pick<GatewayNeeds, 'fitNickname' | 'fitPlace'> &
  Pick<LiveBattlesNeeds, 'newSeed' | 'newBattleId'> & {
    readonly clock: Clock
    readonly length: BattleLength
    readonly store: Pick<BattleStore, 'save'>
    readonly counts: ArenaCounts
    readonly mostBattles?: number
    readonly mostWaiting?: number
    readonly mostOfAddress?: Partial<AddressShare>
  }

export type Arena = {
  readonly gateway: Gateway
  readonly shares: AddressShares
  levels(): ArenaLevels
  /**
   * Gives no more places, lets battles finish that are nearly over and ends the others, and waits until all are stored: in 6.5
   * seconds at most. A second call waits for the same.
   */
  drain(): Promise<void>
}

const MOST_OF_ADDRESS: AddressShare = {
  connections: MOST_CONNECTIONS_OF_ADDRESS,
  battles: MOST_BATTLES_OF_ADDRESS,
  startsAMinute: MOST_STARTS_OF_ADDRESS,
}

/** Math Battles of one process: the queues, the battles and the gateway that leads to them. */
export function battleArena(needs: ArenaNeeds): Arena {
  const { clock, length, store, counts, mostBattles = MOST_LIVE_BATTLES, mostWaiting = MOST_WAITING } = needs
  const keeper = battleKeeper({ clock, save: (battle) => store.save(battle), onLost: counts.lost })
  const shares = addressShares({ ...MOST_OF_ADDRESS, ...needs.mostOfAddress }, clock)
  const whenEmpty = new Set<() => void>()

  const battles = localLiveBattles(
    { clock, length, mostBattles, newBattleId: needs.newBattleId, newSeed: needs.newSeed },
    {
      tell: (playerId, packet) => gateway.tell(playerId, packet),
      refuse: (playerId, code) => gateway.refuse(playerId, code),
      began: (battleId, people) => shares.began(battleId, people.map(gateway.addressOf)),
      ended: (battle) => {
        shares.ended(battle.setup.battleId)
        const finished = finishedBattle(battle, needs)
        if (finished) keeper.keep(finished)
        if (battles.count() > 0) return
        for (const resolve of whenEmpty) resolve()
        whenEmpty.clear()
      },
    },
  )
  const queue = localBattleQueue(
    { clock, mostWaiting },
    {
      position: (playerId, position) => gateway.tell(playerId, packetOf('queue-joined', { position })),
      full: (playerId) => gateway.refuse(playerId, 'busy'),
      matched: (type, group) => {
        for (const { sinceMs } of group) counts.waited((clock.nowMs() - sinceMs) / 1000)
        battles.open(
          type,
          group.map(({ playerId, nickname, location }) => ({ kind: 'person', playerId, nickname, location })),
        )
      },
    },
  )
  // An outage may have lasted for a whole battle: all its answers may come at once.
  const eventsAtOnce = length.problemCount + SPARE_EVENTS
  const { fitNickname, fitPlace } = needs
  const fit = { fitNickname, fitPlace }
  const gateway = battleGateway({ clock, queue, battles, shares, counts, ...fit, eventsAtOnce })

  const drained = async (): Promise<void> => {
    gateway.drain()
    battles.stopUnlessOverBy(clock.nowMs() + FINISH_BATTLES_MS)
    if (battles.count() > 0) {
      await new Promise<void>((resolve) => {
        whenEmpty.add(resolve)
        clock.later(FINISH_BATTLES_MS, resolve)
      })
      battles.stopUnlessOverBy(-Infinity)
    }
    await keeper.stored(STORE_WITHIN_MS)
  }
  let draining: Promise<void> | null = null

  return {
    gateway,
    shares,
    levels: () => ({
      connections: gateway.connections(),
      waiting: queue.length(),
      liveBattles: battles.count(),
      unsaved: keeper.waiting(),
    }),
    drain: () => (draining ??= drained()),
  }
}
