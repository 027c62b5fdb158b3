import { onTestFinished } from 'vitest'
import type { SharedStore } from '../../server/battle/shared-port.ts'
import { redisSharedStore } from '../../server/storage/redis/shared-store.ts'
import { startArena, type ArenaOptions, type RunningArena } from './battle-server.ts'
import { freshRedis, type OwnRedis } from './redis-server.ts'

/** What one process has of an arena in a Redis; closed when the test has ended. */
export async function sharedStore({ url }: Pick<OwnRedis, 'url'>): Promise<SharedStore> {
  const store = await redisSharedStore({ url, onAway: () => undefined, onBack: () => undefined })
  onTestFinished(() => store.close())
  return store
}

/** Servers that share one arena in a Redis of their own. */
export async function startSharedArenas(
  count: number,
  options: ArenaOptions = {},
): Promise<{ readonly redis: OwnRedis; readonly arenas: readonly RunningArena[] }> {
  const redis = await freshRedis()
  const arenas: RunningArena[] = []
  while (arenas.length < count) {
    const shared = await sharedStore(redis)
    arenas.push(await startArena({ ...options, bounds: { ...options.bounds, shared } }))
  }
  return { redis, arenas }
}
