import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { nickname, place } from '../../contract/guest.ts'
import type { BattleMetrics } from '../operations/battle-metrics.ts'
import type { Callers } from '../operations/callers.ts'
import type { Drain } from '../operations/drain.ts'
import type { Log } from '../operations/log.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { AddressShare } from './address-shares.ts'
import { battleArena, type Arena, type ArenaNeeds } from './arena.ts'
import { systemClock, type Clock } from './clock.ts'
import type { FinishedNeeds } from './finished-battles.ts'
import type { BattleLength } from './live-battles.ts'
import { MOST_CONNECTIONS } from './overload.ts'
import type { SharedCounts } from './shared-grounds.ts'
import type { BattleStore } from './port.ts'
import type { SharedStore } from './shared-port.ts'
import { battleSockets, PING_EVERY_MS } from './socket-server.ts'
import { withStudentNames } from './student-names.ts'

/** What an app says of its battles. */
export type BattlesOfApp = {
  readonly store: Pick<BattleStore, 'save'>
  readonly length: BattleLength
  /** What this process has in common with others; without it, it is alone. */
  readonly shared?: SharedStore
  /** Node's own unless a test moves it. */
  readonly clock?: Clock
  /** Less than what stands in `overload.ts`. */
  readonly mostConnections?: number
  readonly mostOfAddress?: Partial<AddressShare>
  /** Engine.IO's ping, more often than it needs to be. */
  readonly pingEveryMs?: number
}

export type BindNeeds = FinishedNeeds & {
  readonly battles: BattlesOfApp
  /** Another process has deleted the player of this hash of a token. */
  readonly forgotten: (tokenHash: string) => void
  /** The nickname that is kept of a student, by the stored form of the token; null for a guest. */
  readonly studentNickname: (tokenHash: string) => Promise<string | null>
  readonly callers: Callers
  readonly nicknameFault: (nickname: string) => string | null
  readonly placeFault: (place: string) => string | null
  readonly log: Log
  readonly metrics: Metrics
  readonly drain: Drain
}

const SEEDS = 2 ** 32

/** A name and a place as others may see them, judged as the calls judge them (decisions §3). */
function fitWords({ nicknameFault, placeFault }: BindNeeds): Pick<ArenaNeeds, 'fitNickname' | 'fitPlace'> {
  return {
    fitNickname: (text) =>
      nickname.safeParse(text).success && nicknameFault(text) === null ? text.trim() : null,
    fitPlace: (text) => (place.safeParse(text).success && placeFault(text) === null ? text.trim() : null),
  }
}

function sharedCounts(log: Log, counted: BattleMetrics): SharedCounts {
  return {
    tookOver: (from, battles) => {
      counted.tookOver(from, battles)
      const level = from === 'silent' ? 'warn' : 'info'
      log[level]({ event: 'battles_taken_over', from, battles }, 'battles of another process go on here')
    },
    lostBattles: (battles) => {
      counted.letGo(battles)
      log.warn({ event: 'battles_let_go', battles }, 'battles of this process go on in another')
    },
    failed: (error) => {
      counted.sharedFailed()
      log.error({ event: 'shared_arena_failed', err: error }, 'something failed among processes')
    },
  }
}

/** Puts Math Battles on the app's own server. When the app closes, battles end first (BAT-65). */
export function bindBattles(app: FastifyInstance, needs: BindNeeds): Pick<Arena, 'forget'> {
  const { battles, log, metrics, drain, tokenHash, newPublicId, now } = needs
  const { clock = systemClock() } = battles
  const counted = metrics.battles
  const { shared } = battles
  const arena = battleArena({
    clock,
    ...(shared
      ? { shared: { store: shared, counts: sharedCounts(log, counted), forgotten: needs.forgotten } }
      : {}),
    length: battles.length,
    mostOfAddress: battles.mostOfAddress ?? {},
    store: battles.store,
    newBattleId: newPublicId,
    newSeed: () => randomInt(SEEDS),
    tokenHash,
    newPublicId,
    isForgotten: needs.isForgotten,
    now,
    ...fitWords(needs),
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
        log.error({ event: 'battle_event_failed', name, err: error }, 'an event of a battle failed'),
    },
  })
  counted.readLevels(arena.levels)
  const sockets = battleSockets(app.server, {
    gateway: withStudentNames(arena.gateway, (token) => needs.studentNickname(tokenHash(token))),
    shares: arena.shares,
    callers: needs.callers,
    mostConnections: battles.mostConnections ?? MOST_CONNECTIONS,
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
