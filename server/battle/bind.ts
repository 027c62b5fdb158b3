import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { BattleMetrics } from '../ops/battle-metrics.ts'
import type { Callers } from '../http/callers.ts'
import type { Drain } from '../ops/drain.ts'
import type { Log } from '../ops/log.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { BattleStore } from '../storage/sql/battles/battle-store.ts'
import type { AddressShare } from './socket/address-shares.ts'
import { battleArena, type Arena } from './referee/arena.ts'
import { systemClock, type ArenaClock } from './referee/clock.ts'
import type { FinishedNeeds } from './boards/finished-battles.ts'
import type { BattleLength } from './referee/live-battles.ts'
import { MAX_CONNECTIONS } from './socket/overload.ts'
import { withLookUp, type LookUp } from './socket/player-look-up.ts'
import { sharedClock } from './shared/shared-clock.ts'
import type { SharedCounts } from './shared/shared-context.ts'
import type { SharedStore } from './shared/arena-store.ts'
import { battleSockets, PING_EVERY_MS } from './socket/socket-server.ts'

/** Battle options of an app. */
export type BattlesOfApp = {
  readonly store: Pick<BattleStore, 'save'>
  readonly length: BattleLength
  /** The store shared with other processes; without it, this process has an arena of its own. */
  readonly shared?: SharedStore
  /** The system clock by default; tests use their own. */
  readonly clock?: ArenaClock
  /** Lowers the limits in `overload.ts`. */
  readonly maxConnections?: number
  readonly maxOfAddress?: Partial<AddressShare>
  /** Shortens the ping interval of Engine.IO. */
  readonly pingEveryMs?: number
}

type BindNeeds = FinishedNeeds & {
  readonly tokenHash: (token: string) => string
  readonly battles: BattlesOfApp
  /** Called when another process has deleted the player with this token hash. */
  readonly deleted: (tokenHash: string) => void
  readonly lookUp: LookUp
  readonly callers: Callers
  /** Whether others may see this nickname. */
  readonly isFriendlyNickname: (text: string) => boolean
  /** The displayed name of a listed region or country; '' for anything else. */
  readonly listedPlace: (text: string) => string
  readonly log: Log
  readonly metrics: Metrics
  readonly drain: Drain
}

const SEEDS = 2 ** 32

function sharedCounts(log: Log, counted: BattleMetrics): SharedCounts {
  return {
    tookOver: (from, battles) => {
      counted.tookOver(from, battles)
      const level = from === 'silent' ? 'warn' : 'info'
      log[level]({ event: 'battles_taken_over', from, battles }, 'took over battles of another process')
    },
    lostBattles: (battles) => {
      counted.letGo(battles)
      log.warn({ event: 'battles_let_go', battles }, 'another process took over battles of this one')
    },
    failed: (error) => {
      counted.sharedFailed()
      log.error({ event: 'shared_arena_failed', err: error }, 'an error in the shared arena')
    },
  }
}

/** Adds Math Battles to the app's HTTP server. When the app closes, battles end first (BAT-65). */
export function bindBattles(app: FastifyInstance, needs: BindNeeds): Pick<Arena, 'removePlayer'> {
  const { battles, log, metrics, drain, tokenHash, newPublicId, now } = needs
  const { clock = systemClock() } = battles
  const counted = metrics.battles
  const { shared } = battles
  const arena = battleArena({
    clock,
    ...(shared
      ? {
          shared: {
            store: shared,
            clock: sharedClock(clock),
            counts: sharedCounts(log, counted),
            deleted: needs.deleted,
          },
        }
      : {}),
    length: battles.length,
    maxOfAddress: battles.maxOfAddress ?? {},
    store: battles.store,
    newBattleId: newPublicId,
    newSeed: () => randomInt(SEEDS),
    allowedNickname: (text) => (needs.isFriendlyNickname(text) ? text : null),
    tokenHash,
    newPublicId,
    isDeleted: needs.isDeleted,
    now,
    counts: {
      refused: counted.refused,
      answered: counted.answered,
      flooded: counted.flooded,
      waited: counted.waited,
      lost: (error) => {
        counted.lost()
        log.error({ event: 'battle_lost', err: error }, 'a finished battle could not be stored')
      },
      failed: (name, error) =>
        log.error({ event: 'battle_event_failed', name, err: error }, 'handling a battle event failed'),
    },
  })
  counted.readLevels(arena.levels)
  const sockets = battleSockets(app.server, {
    gateway: withLookUp(
      arena.gateway,
      (token, said) => needs.lookUp(tokenHash(token), said),
      needs.listedPlace,
    ),
    shares: arena.shares,
    callers: needs.callers,
    maxConnections: battles.maxConnections ?? MAX_CONNECTIONS,
    pingEveryMs: battles.pingEveryMs ?? PING_EVERY_MS,
    isStopping: () => drain.draining,
    refused: counted.refusedHandshake,
    flooded: counted.flooded,
  })
  app.addHook('onReady', () => arena.start())
  app.addHook('preClose', async () => {
    await arena.drain()
    await sockets.close()
  })
  return arena
}
