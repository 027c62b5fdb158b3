import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startBuilt } from '../../factories/built-server.ts'
import { describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { describeOwnRedis, freshOwnRedis, type OwnRedis } from '../../factories/redis-server.ts'
import { roamingPage, type RoamingPage } from '../../factories/roaming-page.ts'
import { allEndWhole } from '../../factories/whole-battles.ts'

/** Resolves once so many battles are in the Redis. */
async function battlesIn({ url }: OwnRedis, count: number): Promise<void> {
  const looking = new Redis(url)
  onTestFinished(() => looking.disconnect())
  await expect.poll(() => looking.hlen('tenfold:arena:owners')).toBe(count)
}

describePostgres('servers whose Redis has lost everything', () => {
  describeOwnRedis('because it was restarted', () => {
    test('[ARE-5] write all their battles again: one of them may then die, and waiting players still wait', async () => {
      const redis = await freshOwnRedis()
      const database = await freshDatabase()
      const settings = {
        DATABASE_URL: database,
        REDIS_URL: redis.url,
        BATTLE_SECONDS: '15',
        BATTLE_COUNTDOWN_SECONDS: '1',
        LOG_LEVEL: 'warn',
      }
      const servers = await Promise.all([startBuilt(settings), startBuilt(settings)])
      const origins = servers.map(({ origin }) => origin)
      const pageAt = (first: number): Promise<RoamingPage> => roamingPage(origins, { first })
      const players: RoamingPage[] = []
      // One battle at the first process, and one across both.
      for (const places of [
        [0, 0],
        [0, 1],
      ]) {
        const pair = await Promise.all(places.map(pageAt))
        for (const page of pair) page.join()
        await Promise.all(pair.map((page) => page.started))
        players.push(...pair)
      }
      await Promise.all(players.map((page) => page.reached(10)))
      const waiting = await pageAt(1)
      waiting.join()
      await battlesIn(redis, 2)

      await redis.kill()
      await redis.start()
      await battlesIn(redis, 2)
      await servers[0]?.kill()

      const late = await pageAt(1)
      late.join()
      await Promise.all([waiting.started, late.started])
      await allEndWhole([...players, waiting, late], database)
    }, 180_000)
  })
})
