import { expect, test, vi } from 'vitest'
import { metricOf } from '../../factories/metric.ts'
import { describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { describeRedis, freshRedis } from '../../factories/redis.ts'
import { allFinishWhole, threeBattles, twoSharing, type Sharing } from '../../factories/three-battles.ts'

// A battle is played to its end after whatever has happened.
vi.setConfig({ testTimeout: 90_000 })

async function sharingFor(battleSeconds: number): Promise<Sharing> {
  const { url } = await freshRedis()
  return twoSharing({ battleSeconds, database: await freshDatabase(), redis: url })
}

describePostgres('server processes that share an arena', () => {
  describeRedis('through a Redis', () => {
    test('[ARE-2] a process is killed in battles of its own, with players of its own, and in both', async () => {
      const sharing = await sharingFor(14)
      const { servers } = sharing
      const pairs = await threeBattles(sharing)
      await servers[0]?.kill()
      await allFinishWhole(pairs, sharing)
    })

    test('[ARE-3] a process is stopped in battles of its own, with players of its own, and in both', async () => {
      const sharing = await sharingFor(14)
      const { servers } = sharing
      const pairs = await threeBattles(sharing)
      expect(await servers[0]?.end('SIGTERM')).toBe(0)
      await allFinishWhole(pairs, sharing)
    })

    test('[ARE-4, ARE-20] a process pauses and resumes; both count the battles that it lost', async () => {
      const sharing = await sharingFor(16)
      const [stopped, other] = sharing.servers
      if (!stopped || !other) throw new Error('two servers')
      const pairs = await threeBattles(sharing)
      const had = await metricOf(stopped, 'battle_live')
      expect(had).toBeGreaterThan(0)
      process.kill(stopped.pid(), 'SIGSTOP')
      setTimeout(() => process.kill(stopped.pid(), 'SIGCONT'), 6_000)
      await allFinishWhole(pairs, sharing)
      expect(await metricOf(stopped, 'battle_let_go_total')).toBe(had)
      expect(await metricOf(other, 'battle_taken_over_total{from="silent"}')).toBe(had)
      expect(await metricOf(other, 'battle_let_go_total')).toBe(0)
    })
  })
})
