import { expect, test } from 'vitest'
import { accountRoutes, sessionRoutes } from '../../../contract/account.ts'
import { guestRoutes } from '../../../contract/guest.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { newToken, sessionBody } from '../../factories/guest-calls.ts'
import { describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { describeOwnRedis, redisServer } from '../../factories/redis-server.ts'
import type { ServerProcess } from '../../factories/server-process.ts'

const { calls } = guestRoutes.saveSession.rateLimit

async function save({ origin }: ServerProcess, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(`${origin}/api/guest/session`, sent)).status
}

/** The statuses of so many calls from one address, sent to the processes in turn, and how often each came. */
async function flood(
  servers: readonly ServerProcess[],
  count: number,
  path: string,
  body: object,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  const call = async ({ origin }: ServerProcess): Promise<void> => {
    const headers = { 'content-type': 'application/json', origin, 'x-forwarded-for': '203.0.113.7' }
    const { status } = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  for (let sent = 0; sent < count; sent += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const server = servers[at % servers.length]
        if (server) await call(server)
      }),
    )
  }
  return statuses
}

describePostgres('limits of two processes', () => {
  describeOwnRedis('that share a Redis', () => {
    test('[SEC-12] counts a player across processes; while Redis is unavailable each process counts for itself', async () => {
      const redis = await redisServer()
      const settings = { DATABASE_URL: await freshDatabase(), REDIS_URL: redis.url }
      const [one, two] = [await startBuilt(settings), await startBuilt(settings)]
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
    }, 180_000)

    test('[SEC-12, ACC-69] counts an address, and an address with an account or class, across processes', async () => {
      const redis = await redisServer()
      const settings = {
        DATABASE_URL: await freshDatabase(),
        REDIS_URL: redis.url,
        TRUST_PROXY: 'true',
        // Addresses are counted under keyed hashes, so processes that share counts share the secret.
        AUTH_SECRET: newToken().repeat(2),
      }
      const servers = [await startBuilt(settings), await startBuilt(settings)]
      const { calls: ofAddress } = sessionRoutes.signOut.rateLimit
      const signOuts = await flood(servers, ofAddress + 200, sessionRoutes.signOut.path, {})
      expect(signOuts).toEqual({ 200: ofAddress, 429: 200 })
      const { calls: ofClass } = accountRoutes.signInChild.rateLimit
      const child = { code: 'ZZZZZZ', name: 'Nobody', pin: { kind: 'digits', digits: '1234' } }
      const { path } = accountRoutes.signInChild
      await flood(servers, ofClass, path, child)
      for (const { origin } of servers) {
        const headers = { 'content-type': 'application/json', origin, 'x-forwarded-for': '203.0.113.7' }
        const refused = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(child) })
        // Not the wait of the class, which is counted separately.
        expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
      }
      await redis.remove()
    }, 180_000)
  })
})
