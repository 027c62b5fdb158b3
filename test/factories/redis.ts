import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import { describeUnless } from './describe-unless.ts'
import { NO_OWN_REDIS, redisServer } from './redis-server.ts'

const NAMED = process.env['REDIS_URL_TEST'] || null

/** The first is never taken: an installation may be about to begin there. */
const FIRST_DATABASE = 1
/** Longer than any test takes. Data of a killed run may be cleared after it. */
const HELD_SECONDS = 600
const MARK = 'tenfold-test'
const HOLD = 'tenfold-test:hold'

/** Takes the selected database if it is empty or contains only data of finished tests. */
const TAKE = `
if redis.call('EXISTS', KEYS[1]) == 0 and redis.call('DBSIZE') > 0 then return 0 end
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('FLUSHDB')
redis.call('SET', KEYS[1], 'what is here is of tests and may be removed')
redis.call('SET', KEYS[2], ARGV[1], 'EX', ${HELD_SECONDS})
return 1
`
/** Empties the database that is selected, where it is still held under that name. */
const GIVE_BACK = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('FLUSHDB') end
`

async function withRedis<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 2_000, retryStrategy: () => null })
  let fault: Error | null = null
  redis.on('error', (error: Error) => {
    fault = error
  })
  try {
    await redis.connect()
    return await work(redis)
  } catch (error) {
    throw fault ?? error
  } finally {
    redis.disconnect()
  }
}

/** Why the tests cannot use that Redis; null when they can. */
function refusalOf(url: string): Promise<string | null> {
  return withRedis(url, async (redis) => void (await redis.select(FIRST_DATABASE))).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.message || String(error.code),
  )
}

async function missing(): Promise<string | null> {
  // A Redis named in the environment must be the one used.
  if (NAMED === null) return NO_OWN_REDIS && `REDIS_URL_TEST names no Redis, and ${NO_OWN_REDIS}`
  const refusal = await refusalOf(NAMED)
  return refusal && `the Redis that REDIS_URL_TEST names cannot be used: ${refusal}`
}

const MISSING = await missing()

/** A suite that needs a Redis, whichever one. */
export function describeRedis(name: string, suite: () => void): void {
  describeUnless(MISSING, name, suite)
}

/** Where processes meet whom nobody else disturbs. */
export type AnyRedis = { readonly url: string }

/** A database of a Redis that others use too: its number is this test's until it has ended. */
async function databaseIn(url: string): Promise<AnyRedis> {
  const holder = randomBytes(8).toString('hex')
  return withRedis(url, async (redis) => {
    for (let database = FIRST_DATABASE; ; database += 1) {
      // Rejects when there are no more.
      await redis.select(database)
      if ((await redis.eval(TAKE, 2, MARK, HOLD, holder)) !== 1) continue
      const own = new URL(url)
      own.pathname = `/${database}`
      onTestFinished(() =>
        withRedis(own.href, async (there) => void (await there.eval(GIVE_BACK, 1, HOLD, holder))),
      )
      return { url: own.href }
    }
  })
}

/** An empty place in the Redis that REDIS_URL_TEST names, or a Redis that is started for it; removed when the test has ended. */
export async function freshRedis(): Promise<AnyRedis> {
  if (NAMED !== null) return databaseIn(NAMED)
  const redis = await redisServer()
  onTestFinished(() => redis.remove())
  return redis
}

/** The keys of a Redis, sorted. */
export async function redisKeys(url: string): Promise<readonly string[]> {
  return withRedis(url, async (redis) => (await redis.keys('*')).toSorted())
}
