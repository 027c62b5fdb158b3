import { randomBytes } from 'node:crypto'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { memoryLimiter, type NewLimiter } from '../../account/sign-in-limits.ts'
import type { SharedLimits } from '../../http/rate-limit.ts'
import { ARENA_SCRIPTS } from '../../battle/shared/arena-scripts.ts'
import { arenaStore, type SharedStore } from '../../battle/shared/arena-store.ts'
import { connectRedis } from './redis-connection.ts'

/** Counts under a key that ends by itself; the count and the milliseconds that are left of it. */
const COUNT = `
local key = ARGV[1]..'limit:'..ARGV[2]
local count = redis.call('INCR', key)
if count == 1 then redis.call('PEXPIRE', key, ARGV[3]) end
return {count, redis.call('PTTL', key)}
`

/** What processes share: the arena, and counts of calls and of sign-ins. */
export type Shared = SharedStore & SharedLimits & { readonly newLimiter: NewLimiter }

type SharedStoreNeeds = {
  readonly url: string
  readonly onUnavailable: (error: unknown) => void
  readonly onBack: () => void
}

/** The state that processes share, in Redis. Rejects with RedisUrlError if that cannot be used. */
export async function redisSharedStore({ url, onUnavailable, onBack }: SharedStoreNeeds): Promise<Shared> {
  const redis = await connectRedis(url, { ...ARENA_SCRIPTS, tenfoldCount: COUNT })
  redis.events.on('unavailable', onUnavailable).on('back', onBack)
  // Keys belong to one database, but a channel reaches all of them, so each has channels of its own.
  const { db = 0 } = redis.client.options
  const prefix = db === 0 ? 'tenfold:' : `tenfold:${db}:`
  return {
    ...arenaStore(redis, `${prefix}arena:`, randomBytes(9).toString('base64url')),
    count: async (key, windowMs) => {
      const [count = 0, leftMs = 0] = (await redis.call('tenfoldCount', prefix, key, windowMs)) as number[]
      return { count, leftMs }
    },
    newLimiter: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `${prefix}${options.keyPrefix}`,
        storeClient: redis.client,
        // While Redis is unreachable, each process counts for itself.
        rejectIfRedisNotReady: true,
        insuranceLimiter: memoryLimiter(options),
      }),
  }
}
