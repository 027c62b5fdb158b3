import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { battlePlayer, type BattlePlayer } from '../../factories/battle-player.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { describeOwnRedis, freshOwnRedis, type OwnRedis } from '../../factories/redis-server.ts'
import { startSharedArenas } from '../../factories/shared-arena.ts'

/** Somebody waits at that server alone. */
async function waitsAt(url: string): Promise<BattlePlayer> {
  const player = await battlePlayer(url)
  player.join()
  expect(await player.next('queue-joined')).toEqual({ position: 1 })
  return player
}

/** Asks how many wait by what is in the Redis. */
async function waitingIn(redis: OwnRedis): Promise<() => Promise<number>> {
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  return () => client.zcard('tenfold:arena:queue:addition_subtraction/addition')
}

/** Every process counts Redis as unreachable by then. */
function countedAsAway(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2_500))
}

/** What a page has sent is read by then. */
function read(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300))
}

describeOwnRedis('leaving the queue of many processes while Redis is unreachable', () => {
  test.each([
    { how: 'by saying so', leave: (player: BattlePlayer) => player.send('leave-battle-queue') },
    { how: 'by closing the page', leave: (player: BattlePlayer) => player.close() },
  ])('[ARE-24] is out of it when Redis is back, $how', async ({ leave }) => {
    const redis = await freshOwnRedis()
    const arenas = await startSharedArenas(2, {}, redis)
    const [here = '', there = ''] = arenas.map(({ url }) => url)
    const waiting = await waitingIn(redis)
    const leaving = await waitsAt(here)
    redis.signal('SIGSTOP')
    await countedAsAway()
    leave(leaving)
    await read()
    redis.signal('SIGCONT')
    await expect.poll(waiting).toBe(0)
    await waitsAt(there)
  })
})

describePostgres('servers of one queue', () => {
  describeOwnRedis('that is unreachable', () => {
    test('[ARE-24] a player who left it at a server that died meanwhile is out of it when Redis is back', async () => {
      const redis = await freshOwnRedis()
      const settings = { DATABASE_URL: await freshDatabase(), REDIS_URL: redis.url, LOG_LEVEL: 'warn' }
      const [here, there] = await Promise.all([startBuilt(settings), startBuilt(settings)])
      const waiting = await waitingIn(redis)
      const leaving = await waitsAt(here.origin)
      redis.signal('SIGSTOP')
      await countedAsAway()
      leaving.send('leave-battle-queue')
      await read()
      await here.kill()
      redis.signal('SIGCONT')
      await expect.poll(waiting).toBe(0)
      await waitsAt(there.origin)
    }, 180_000)
  })
})
