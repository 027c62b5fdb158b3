import { onTestFinished } from 'vitest'
import type { BattleErrorCode } from '../../contract/battle-events.ts'
import type { ServerEventName, ServerPayload } from '../../contract/battle-events.ts'
import type { BattleType } from '../../domain/division.ts'
import { systemClock, type ArenaClock } from '../../server/battle/referee/clock.ts'
import type { EndedBattle } from '../../server/battle/referee/ended-battles.ts'
import {
  LocalLiveBattles,
  type BattleListener,
  type LiveBattles,
} from '../../server/battle/referee/live-battles.ts'
import { sharedClock } from '../../server/battle/shared/shared-clock.ts'
import { sharedArena } from '../../server/battle/shared/shared-arena.ts'
import { fakeClock } from './fake-clock.ts'
import { freshRedis, type AnyRedis } from './redis.ts'
import { sharedStore } from './shared-arena.ts'

const ADDING: BattleType = { division: 'addition_subtraction', preference: 'addition' }

/** Everything that came of battles, in order. */
type Received = { readonly playerId: string; readonly name: string; readonly payload: unknown }

export type BattlesOptions = { readonly durationMs?: number; readonly most?: number }

/** Live battles, and players with a page each. */
export type BattlesOfTest = {
  /** Begins a battle of these people; resolves when each of them was notified or refused. */
  begin(...playerIds: readonly string[]): Promise<void>
  /** The battles as the process has them at which the player's page is. */
  at(playerId: string): LiveBattles
  /** The player's page is closed. */
  lose(playerId: string): void
  /** A new page of the player's is there, elsewhere where it can be; it has said nothing yet. */
  comeBack(playerId: string): void
  /** Every event of that name that the player received. */
  received<Name extends ServerEventName>(playerId: string, name: Name): ServerPayload<Name>[]
  refusals(playerId: string): readonly BattleErrorCode[]
  /** The people of every battle that began. */
  readonly began: readonly (readonly string[])[]
  readonly ended: readonly EndedBattle[]
  /** So much time passes: on the clock alone where there is one process, which has no other. */
  pass(ms: number): Promise<void>
  /** How many go on, at all processes. */
  count(): number
  stopAll(): void
}

export type LiveBattlesAdapter = {
  readonly name: string
  readonly open: (options?: BattlesOptions) => Promise<BattlesOfTest>
}

/** One process: its battles, and how it learns of pages. */
type Process = {
  readonly battles: LiveBattles
  came(playerId: string, sinceMs: number): void
  went(playerId: string): void
}

type Pages = {
  readonly listener: BattleListener
  /** Whether the player's page is at this of the processes. */
  isAt(playerId: string, place: number): boolean
  serve(needs: {
    readonly processes: readonly Process[]
    /** Where the pages of the players are, the first one's first. */
    readonly places: readonly number[]
    readonly open: (playerIds: readonly string[]) => Promise<void>
    readonly pass: (ms: number) => Promise<void>
  }): BattlesOfTest
}

function pages(clock: ArenaClock): Pages {
  const all: Received[] = []
  const refused: { readonly playerId: string; readonly code: BattleErrorCode }[] = []
  const began: (readonly string[])[] = []
  const ended: EndedBattle[] = []
  const here = new Map<string, number>()
  const lastAt = new Map<string, number>()

  return {
    listener: {
      send: (playerId, packet) => {
        const [name, payload] = JSON.parse(packet.slice(1)) as [string, unknown]
        all.push({ playerId, name, payload })
      },
      refuse: (playerId, code) => void refused.push({ playerId, code }),
      shown: () => undefined,
      began: (_battleId, people) => void began.push(people),
      ended: (battle) => void ended.push(battle),
    },
    isAt: (playerId, place) => here.get(playerId) === place,
    serve: ({ processes, places, open, pass }) => {
      const at = (playerId: string): Process => {
        const process = processes[lastAt.get(playerId) ?? 0]
        if (!process) throw new Error(`${playerId} has no page`)
        return process
      }
      const connect = (playerId: string, place: number): void => {
        here.set(playerId, place)
        lastAt.set(playerId, place)
        at(playerId).came(playerId, clock.nowMs())
      }
      return {
        begin: async (...playerIds) => {
          playerIds.forEach((playerId, seat) => connect(playerId, places[seat] ?? 0))
          await open(playerIds)
        },
        at: (playerId) => at(playerId).battles,
        lose: (playerId) => {
          here.delete(playerId)
          at(playerId).battles.drop(playerId, clock.nowMs())
          at(playerId).went(playerId)
        },
        comeBack: (playerId) => {
          const elsewhere = ((lastAt.get(playerId) ?? 0) + 1) % (Math.max(...places) + 1)
          connect(playerId, elsewhere)
          at(playerId).battles.drop(playerId, clock.nowMs())
        },
        received: <Name extends ServerEventName>(playerId: string, name: Name) =>
          all.flatMap((one) =>
            one.playerId === playerId && one.name === name ? [one.payload as ServerPayload<Name>] : [],
          ),
        refusals: (playerId) => refused.flatMap((one) => (one.playerId === playerId ? [one.code] : [])),
        began,
        ended,
        pass,
        count: () => processes.reduce((sum, { battles }) => sum + battles.count(), 0),
        stopAll: () => {
          for (const { battles } of processes) battles.stopUnlessOverBy(-Infinity)
        },
      }
    },
  }
}

function needsOf(
  { durationMs = 60_000, most = 100 }: BattlesOptions,
  withProcessMetrics: string,
  clock: ArenaClock,
) {
  let made = 0
  return {
    clock,
    length: { durationMs, countdownSeconds: 1, problemCount: 20 },
    maxBattles: most,
    newBattleId: () => `battle-${withProcessMetrics}-${(made += 1)}`,
    newSeed: () => made,
  }
}

function none(): undefined {
  return undefined
}

function person(playerId: string) {
  return { kind: 'person', playerId, nickname: playerId, location: '' } as const
}

/** The battles of a process that is alone. */
export const LOCAL_BATTLES: LiveBattlesAdapter = {
  name: 'the battles of one process',
  open: async (options = {}) => {
    const clock = fakeClock(1_789_000_000_000)
    const { listener, serve } = pages(clock)
    const battles = new LocalLiveBattles(needsOf(options, 'p1', clock), listener)
    const process = { battles, came: () => undefined, went: () => undefined }
    const open = async (playerIds: readonly string[]): Promise<void> =>
      battles.open(ADDING, playerIds.map(person))
    const pass = async (ms: number): Promise<void> => clock.forward(ms)
    return serve({ processes: [process], places: [0, 0], open, pass })
  },
}

type SharedArena = ReturnType<typeof sharedArena>

async function arenaOf(
  redis: AnyRedis,
  place: number,
  needs: ReturnType<typeof needsOf>,
  { listener, isAt }: Pick<Pages, 'listener' | 'isAt'>,
  onPosition: (playerId: string) => void,
): Promise<SharedArena> {
  const side: SharedArena = sharedArena(
    {
      ...needs,
      clock: sharedClock(needs.clock),
      store: await sharedStore(redis),
      maxWaiting: 100,
      waited: none,
      counts: {
        tookOver: none,
        lostBattles: none,
        failed: (error) => {
          throw error
        },
      },
      gateway: () => ({ has: (playerId) => isAt(playerId, place), announcePages: none, takenOver: none }),
      dropped: none,
      deleted: none,
    },
    listener,
    {
      position: onPosition,
      full: none,
      ping: (playerId) => void setImmediate(() => side.queue.alive(playerId)),
      gone: none,
    },
  )
  await side.start()
  onTestFinished(() => side.stop())
  return side
}

function realTime(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** The battles of two processes in a Redis, with the pages of the first and of the second player at these of them. */
export function battlesInRedis(name: string, places: readonly [number, number]): LiveBattlesAdapter {
  return {
    name,
    open: async (options = {}) => {
      const clock = systemClock()
      const made = pages(clock)
      const waiting = new Map<string, () => void>()
      const redis = await freshRedis()
      const all: SharedArena[] = []
      for (const place of [0, 1]) {
        const needs = needsOf(options, `p${place}`, clock)
        all.push(await arenaOf(redis, place, needs, made, (playerId) => waiting.get(playerId)?.()))
      }
      const open = async (playerIds: readonly string[]): Promise<void> => {
        // Only who waits can be matched with somebody at another process.
        for (const [seat, playerId] of playerIds.entries()) {
          const waits = new Promise<void>((resolve) => waiting.set(playerId, resolve))
          const wish = { ...person(playerId), sinceMs: clock.nowMs() }
          all[places[seat] ?? 0]?.queue.join(ADDING, wish)
          if (seat === 0) await waits
        }
      }
      const processes = all.map(({ battles, cluster }) => ({
        battles,
        came: cluster.connected,
        went: cluster.disconnected,
      }))
      return made.serve({ processes, places, open, pass: realTime })
    },
  }
}
