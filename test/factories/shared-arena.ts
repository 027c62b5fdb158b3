import type { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import type { ServerPayload } from '../../contract/battle-events.ts'
import type { SharedStore } from '../../server/battle/shared/arena-store.ts'
import { redisSharedStore } from '../../server/storage/redis/shared-store.ts'
import { battlePlayer, type BattlePlayer } from './battle-player.ts'
import { startArena, type ArenaOptions, type RunningArena } from './battle-server.ts'
import { movableClock } from './movable-clock.ts'
import type { AnyRedis } from './redis.ts'
import { freshOwnRedis, type OwnRedis } from './redis-server.ts'

/** What one process has of an arena in a Redis; closed when the test has ended. */
export async function sharedStore({ url }: AnyRedis): Promise<SharedStore> {
  const store = await redisSharedStore({ url, onUnavailable: () => undefined, onBack: () => undefined })
  onTestFinished(() => store.close())
  return store
}

/** Servers that share one arena in a Redis. */
export async function startSharedArenas(
  count: number,
  options: ArenaOptions,
  redis: AnyRedis,
): Promise<readonly RunningArena[]> {
  const arenas: RunningArena[] = []
  while (arenas.length < count) {
    const shared = await sharedStore(redis)
    // Processes compare their clocks, and what they share with Redis takes real time.
    const time = movableClock(() => performance.now())
    arenas.push(await startArena({ ...options, time, bounds: { ...options.bounds, shared } }))
  }
  return arenas
}

export type AcrossProcesses = {
  readonly redis: OwnRedis
  readonly owner: RunningArena
  readonly other: RunningArena
  /** Nobody of the battle is there. */
  readonly third: RunningArena
  /** At the process that has the battle, and at the other one. */
  readonly near: BattlePlayer
  readonly far: BattlePlayer
  readonly start: ServerPayload<'battle-start'>
}

/** A battle of two players, each at another process. */
export async function acrossProcesses(): Promise<AcrossProcesses> {
  const redis = await freshOwnRedis()
  const arenas = await startSharedArenas(3, { battleSeconds: 30 }, redis)
  const [owner, other, third] = arenas
  if (!owner || !other || !third) throw new Error('three processes')
  const near = await battlePlayer(owner.url)
  const far = await battlePlayer(other.url)
  // Who waits first is at the process that has the battle.
  near.join()
  await near.next('queue-joined')
  far.join()
  await far.next('queue-joined')
  const [start] = await Promise.all([near.next('battle-start'), far.next('battle-start')])
  return { redis, owner, other, third, near, far, start }
}

/** The subscriptions of the processes, those of the first process first. */
export async function hearingConnections(admin: Redis): Promise<string[]> {
  const list = String(await admin.call('CLIENT', 'LIST', 'TYPE', 'PUBSUB'))
  return [...list.matchAll(/^id=(\d+)/gm)].map(([, id = '']) => id).toSorted((a, b) => Number(a) - Number(b))
}
