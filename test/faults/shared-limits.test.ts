import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestRoutes } from '../../contract/guest.ts'
import { bundle, removeBundle, startBundle } from '../factories/bundled-server.ts'
import { sessionBody } from '../factories/guest-calls.ts'
import { describePostgres, freshDatabase } from '../factories/postgres.ts'
import { describeOwnRedis, redisServer } from '../factories/redis-server.ts'
import type { ServerProcess } from '../factories/server-process.ts'

let outfile = ''
beforeAll(async () => {
  outfile = await bundle('server/main.ts')
})
afterAll(() => removeBundle(outfile))

const { calls } = guestRoutes.saveSession.rateLimit

async function save({ origin }: ServerProcess, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(`${origin}/api/guest/session`, sent)).status
}

describePostgres('limits of two processes', () => {
  describeOwnRedis('that share a Redis', () => {
    test('[SEC-12] a player is counted across processes; while Redis is away each process counts for itself', async () => {
      const redis = await redisServer()
      const settings = { DATABASE_URL: await freshDatabase(), REDIS_URL: redis.url }
      const [one, two] = [await startBundle(outfile, settings), await startBundle(outfile, settings)]
      const player = sessionBody()
      for (let call = 0; call < calls; call += 1) {
        expect(await save(call % 2 === 0 ? one : two, player)).toBe(200)
      }
      expect([await save(one, player), await save(two, player)]).toEqual([429, 429])
      expect(await save(two, sessionBody())).toBe(200)

      await redis.kill()
      // This process has had half of the calls.
      expect(await save(one, player)).toBe(200)
      await redis.remove()
    }, 60_000)
  })
})
