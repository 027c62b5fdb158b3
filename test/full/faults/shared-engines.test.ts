import { Redis } from 'ioredis'
import { expect, onTestFinished, test, vi } from 'vitest'
import { battlePlayer } from '../../factories/battle-player.ts'
import { describeUnless } from '../../factories/describe-unless.ts'
import { metricOf } from '../../factories/metric.ts'
import { describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { ownServer, postgresPrograms } from '../../factories/postgres-server.ts'
import { describeRedis, freshRedis } from '../../factories/redis.ts'
import { describeOwnRedis, freshOwnRedis } from '../../factories/redis-server.ts'
import { allFinishWhole, threeBattles, twoSharing } from '../../factories/three-battles.ts'
import { storedScores } from '../../factories/whole-battles.ts'

// A battle is played to its end after whatever has happened.
vi.setConfig({ testTimeout: 90_000 })

const PROGRAMS = postgresPrograms()
const NO_PROGRAMS = PROGRAMS === null ? 'this machine has no PostgreSQL to start' : null

describeUnless(NO_PROGRAMS, 'server processes that share an arena and a PostgreSQL that fails', () => {
  describeRedis('through a Redis', () => {
    test('[ARE-14] the database is unreachable when battles end, and the process that has them is killed', async () => {
      const own = await ownServer(PROGRAMS ?? '')
      onTestFinished(() => own.remove())
      const { url } = await freshRedis()
      const sharing = await twoSharing({ battleSeconds: 8, database: own.url, redis: url })
      const pairs = await threeBattles(sharing)
      await own.stop()
      const ends = await Promise.all(pairs.flat().map((page) => page.ended))
      await sharing.servers[0]?.kill()
      await own.start()
      const scores = ends.map(({ results }) => results.find(({ you }) => you)?.score ?? -1)
      const sorted = scores.toSorted((a, b) => a - b)
      await expect.poll(() => storedScores(own.url), { timeout: 40_000 }).toEqual(sorted)
    })
  })
})

describePostgres('server processes that share an arena', () => {
  describeOwnRedis('through a Redis that fails', () => {
    test.each([
      ['and loses its data', 'kill'],
      ['because it is paused', 'stop'],
    ] as const)('[ARE-5] Redis is away for 8 s %s', async (_case, way) => {
      const redis = await freshOwnRedis()
      const database = await freshDatabase()
      const sharing = await twoSharing({ battleSeconds: 18, database, redis: redis.url })
      const pairs = await threeBattles(sharing)
      if (way === 'kill') await redis.kill()
      else redis.signal('SIGSTOP')
      setTimeout(() => void (way === 'kill' ? redis.start() : redis.signal('SIGCONT')), 8_000)
      // Who plays with somebody at the same process notices nothing.
      const near = pairs[0]?.[0]
      await near?.reached(near.acknowledged() + 15)
      await allFinishWhole(pairs, sharing)
    })

    test('[ARE-20] what a Redis refuses is counted and logged as a failure, and when it is mended all goes on', async () => {
      const redis = await freshOwnRedis()
      const database = await freshDatabase()
      const { servers } = await twoSharing({ battleSeconds: 2, database, redis: redis.url })
      const [first, second] = servers
      if (!first || !second) throw new Error('two servers')
      const failures = (): Promise<number> => metricOf(first, 'battle_shared_failures_total')
      const hand = new Redis(redis.url)
      onTestFinished(() => hand.disconnect())
      expect(await failures()).toBe(0)
      // Not what belongs there, as a mistake of ours would leave it.
      await hand.set('tenfold:arena:seats', 'no hash')
      const one = await battlePlayer(first.origin)
      one.join()
      await expect.poll(failures).toBeGreaterThan(0)
      // A process writes its log after it has counted.
      await expect.poll(() => first.output()).toContain('"event":"shared_arena_failed"')
      expect(await metricOf(second, 'battle_shared_failures_total')).toBe(0)
      await hand.del('tenfold:arena:seats')
      const two = await battlePlayer(second.origin)
      two.join()
      const ends = await Promise.all([one.next('battle-end'), two.next('battle-end')])
      expect(new Set(ends.map(({ battleId }) => battleId)).size).toBe(1)
    })
  })
})
