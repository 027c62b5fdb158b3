import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import type { ServerPayload } from '../../../contract/battle-events.ts'
import { tokenHash } from '../../../server/guest/token.ts'
import { battlePlayer, type BattlePlayer } from '../../factories/battle-player.ts'
import { describeOwnRedis, freshOwnRedis, type OwnRedis } from '../../factories/redis-server.ts'
import {
  acrossProcesses,
  hearingConnections,
  sharedStore,
  startSharedArenas,
} from '../../factories/shared-arena.ts'

const ADDITION = { division: 'addition_subtraction', preference: 'addition' } as const

/** Redis is killed and comes back empty, or is paused and keeps its data. */
const OUTAGES = [
  {
    outage: 'it ends',
    begin: (redis: OwnRedis) => redis.kill(),
    end: (redis: OwnRedis) => redis.start(),
  },
  {
    outage: 'it is paused',
    begin: async (redis: OwnRedis) => {
      redis.signal('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, 2_500))
    },
    end: async (redis: OwnRedis) => redis.signal('SIGCONT'),
  },
]

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300))
}

/** Whether the player received that somebody else has left. */
function sawLeaving({ received }: BattlePlayer): boolean {
  return received.some(({ payload }) => {
    const { scores = [] } = payload as Partial<ServerPayload<'battle-score-update'>>
    return scores.some(({ you, left }) => !you && left)
  })
}

function starts({ received }: BattlePlayer): number {
  return received.filter(({ name }) => name === 'battle-start').length
}

describeOwnRedis('who leaves a battle of many processes', () => {
  test.each(OUTAGES)(
    '[ARE-23] has left it even while Redis is unreachable ($outage): the others are notified when it is back, and the page may wait for another',
    async ({ begin, end }) => {
      const { redis, near, far } = await acrossProcesses()
      await begin(redis)
      far.send('leave-battle-queue')
      await pause()
      await end(redis)
      await expect.poll(() => sawLeaving(near)).toBe(true)
      far.join()
      expect(await far.next('queue-joined')).toEqual({ position: 1 })
      expect(starts(far)).toBe(1)
    },
  )

  test.each(OUTAGES)(
    '[ARE-23] at its own process while Redis is unreachable ($outage) may wait for another when it is back',
    async ({ begin, end }) => {
      const { redis, near, far } = await acrossProcesses()
      await begin(redis)
      near.send('leave-battle-queue')
      await pause()
      await end(redis)
      await expect.poll(() => sawLeaving(far)).toBe(true)
      near.join()
      expect(await near.next('queue-joined')).toEqual({ position: 1 })
      expect(starts(near)).toBe(1)
    },
  )

  test.each(OUTAGES)(
    '[ARE-23] stays out of it after Redis was unreachable ($outage) and another page returns to it',
    async ({ begin, end }) => {
      const { redis, third, near, far, start } = await acrossProcesses()
      await begin(redis)
      far.send('leave-battle-queue')
      far.close()
      await pause()
      const page = await battlePlayer(third.url, { playerId: far.playerId })
      page.send('battle-ready', { battleId: start.battleId, playerId: far.playerId })
      await end(redis)
      expect(await page.next('battle-error')).toMatchObject({ code: 'unknown_battle' })
      await expect.poll(() => sawLeaving(near)).toBe(true)
      page.join()
      expect(await page.next('queue-joined')).toEqual({ position: 1 })
    },
  )

  test.each(OUTAGES)(
    '[ARE-23] after trying to return to it while Redis is unreachable ($outage) has left it',
    async ({ begin, end }) => {
      const { redis, third, near, far, start } = await acrossProcesses()
      await begin(redis)
      far.close()
      const page = await battlePlayer(third.url, { playerId: far.playerId })
      page.send('battle-ready', { battleId: start.battleId, playerId: far.playerId })
      page.send('leave-battle-queue')
      await pause()
      await end(redis)
      await expect.poll(() => sawLeaving(near)).toBe(true)
      page.join()
      expect(await page.next('queue-joined')).toEqual({ position: 1 })
      expect(starts(page)).toBe(0)
    },
  )

  test('[ARE-23] while the process that has it receives nothing has left it', async () => {
    const { redis, near, far } = await acrossProcesses()
    const admin = new Redis(redis.url)
    onTestFinished(() => admin.disconnect())
    const [ofOwner = ''] = await hearingConnections(admin)
    await admin.call('CLIENT', 'KILL', 'ID', ofOwner)
    far.send('leave-battle-queue')
    await expect.poll(() => sawLeaving(near)).toBe(true)
  })

  test('[ARE-23] is out of one that was matched when the way to its process was lost', async () => {
    const redis = await freshOwnRedis()
    const [arena] = await startSharedArenas(1, {}, redis)
    const player = await battlePlayer(arena?.url ?? '')
    player.join()
    await player.next('queue-joined')
    const store = await sharedStore(redis)
    const playerId = tokenHash(player.playerId)
    const { heard } = await store.beat(false)
    const process = heard.map(([id]) => id).find((id) => id !== store.me) ?? ''
    const waiting = { playerId, nickname: '', location: '', sinceMs: 0, process }
    expect(await store.claimWaiting(ADDITION, 'b', 'never read', [waiting])).toBe(true)
    player.send('leave-battle-queue')
    await expect.poll(() => store.place(playerId, null)).toEqual([null, null])
    player.join()
    expect(await player.next('queue-joined')).toEqual({ position: 1 })
    expect(starts(player)).toBe(0)
  })

  test('[ARE-23] and at once looks for another one waits for it', async () => {
    const { far } = await acrossProcesses()
    far.send('leave-battle-queue')
    far.join()
    expect(await far.next('queue-joined')).toEqual({ position: 1 })
    expect(starts(far)).toBe(1)
    expect(far.received.filter(({ name }) => name === 'battle-error')).toEqual([])
  })
})
