import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import type { ServerPayload } from '../../../contract/battle-events.ts'
import { StorageUnavailable } from '../../../server/http/errors.ts'
import { answerRight } from '../../factories/battle-server.ts'
import { battlePlayer, type BattlePlayer } from '../../factories/battle-player.ts'
import { describeOwnRedis, freshOwnRedis } from '../../factories/redis-server.ts'
import { acrossProcesses, hearingConnections, startSharedArenas } from '../../factories/shared-arena.ts'

/** Answers as quick as a person can be. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300))
}

/** The player is directed to the battle again. */
function led(player: BattlePlayer): Promise<ServerPayload<'battle-start'>> {
  return player.next('battle-start')
}

/** Gives the battle to another process, which does not hear of it. */
async function giveAway(admin: Redis, battleId: string): Promise<void> {
  const owner = await admin.hget('tenfold:arena:owners', battleId)
  const others = (await admin.zrange('tenfold:arena:processes', '0', '-1')).filter(
    (process) => process !== owner,
  )
  await admin.hset('tenfold:arena:owners', battleId, others[0] ?? '')
}

function ownScore({ scores }: Pick<ServerPayload<'battle-start'>, 'scores'>): number | undefined {
  return scores?.find(({ you }) => you)?.score
}

/** The highest score that the player received. */
function maxPoints({ received }: BattlePlayer): number {
  return Math.max(...received.map(({ payload }) => ownScore(payload as ServerPayload<'battle-start'>) ?? 0))
}

describeOwnRedis('one arena of processes whose Redis is unreachable', () => {
  test('[ARE-15] one process loses its connection to the others: what was sent to it meanwhile is sent again', async () => {
    const { redis, far, start } = await acrossProcesses()
    const admin = new Redis(redis.url)
    onTestFinished(() => admin.disconnect())
    const [ofOwner = ''] = await hearingConnections(admin)
    await pause()
    answerRight(far, start, 0, 300)
    expect(ownScore(await far.next('battle-score-update'))).toBe(5)
    await pause()
    await admin.call('CLIENT', 'KILL', 'ID', ofOwner)
    answerRight(far, start, 1, 300)
    const { problemIndex: at = 0 } = await led(far)
    // Lost, unless it came just when the process was there again.
    expect([1, 2]).toContain(at)
    await pause()
    for (const index of [1, 2].filter((one) => one >= at)) answerRight(far, start, index, 300)
    await expect.poll(() => maxPoints(far)).toBe(15)
  })

  test('[ARE-15] a player directed back before the battle’s process has returned is directed back again', async () => {
    const { redis, far, start } = await acrossProcesses()
    await pause()
    answerRight(far, start, 0, 300)
    expect(ownScore(await far.next('battle-score-update'))).toBe(5)
    redis.signal('SIGSTOP')
    answerRight(far, start, 1, 300)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    redis.signal('SIGCONT')
    expect(await led(far)).toMatchObject({ battleId: start.battleId, problemIndex: 1 })
    // It was answered in time, and came late for no fault of the player's. Led back again, a page sends again what was lost.
    let starts = 0
    const sendLost = (): void => {
      const all = far.received.filter(({ name }) => name === 'battle-start')
      const newest = all.at(-1)
      if (all.length === starts || !newest) return
      starts = all.length
      const { problemIndex: at = 0 } = newest.payload as ServerPayload<'battle-start'>
      for (const index of [1, 2].filter((one) => one >= at)) answerRight(far, start, index, 300)
    }
    await expect
      .poll(() => {
        sendLost()
        return maxPoints(far)
      })
      .toBe(15)
  })

  test('[ARE-16] a player who returns to a battle of another process while Redis is unreachable gets no event, and is directed to it when Redis is back', async () => {
    const { redis, third, far, start } = await acrossProcesses()
    await pause()
    answerRight(far, start, 0, 300)
    await far.next('battle-score-update')
    await redis.kill()
    far.close()
    const page = await battlePlayer(third.url, { playerId: far.playerId })
    page.send('battle-ready', { battleId: start.battleId, playerId: far.playerId })
    await pause()
    expect(page.received).toEqual([])
    await redis.start()
    expect(await led(page)).toMatchObject({ battleId: start.battleId, problemIndex: 1 })
  })

  test('[ARE-17] a battle that ended while Redis was unreachable ends for players at other processes when it is back, and is stored once', async () => {
    const { redis, owner, near, far, start } = await acrossProcesses()
    await pause()
    answerRight(far, start, 0, 300)
    await far.next('battle-score-update')
    await redis.kill()
    await pause()
    owner.time.forward(40_000)
    const { results } = await near.next('battle-end')
    await redis.start()
    const received = await far.next('battle-end')
    const shared = ({ you: _you, ...result }: (typeof results)[number]): object => result
    expect(received.results.map(shared)).toEqual(results.map(shared))
    expect(owner.kept.map(({ battleId }) => battleId)).toEqual([start.battleId])
  })

  test('[ARE-17] a process that took battles over without hearing of it has them when it is back', async () => {
    const { redis, far, start } = await acrossProcesses()
    await pause()
    answerRight(far, start, 0, 300)
    await far.next('battle-score-update')
    const admin = new Redis(redis.url)
    onTestFinished(() => admin.disconnect())
    await giveAway(admin, start.battleId)
    for (const id of await hearingConnections(admin)) await admin.call('CLIENT', 'KILL', 'ID', id)
    expect(await led(far)).toMatchObject({ battleId: start.battleId, problemIndex: 1 })
    // Its page is at the process that has the battle now.
    await pause()
    const { received } = far
    const updates = (): number => received.filter(({ name }) => name === 'battle-score-update').length
    const before = updates()
    answerRight(far, start, 1, 300)
    await expect.poll(updates).toBeGreaterThan(before)
  })

  test('[ARE-14] a battle that waits for the database is in Redis again, with its result, after Redis lost its data', async () => {
    const redis = await freshOwnRedis()
    const withoutDatabase = { battleSeconds: 1, onSave: () => Promise.reject(new StorageUnavailable()) }
    const arenas = await startSharedArenas(2, withoutDatabase, redis)
    const one = await battlePlayer(arenas[0]?.url ?? '')
    const two = await battlePlayer(arenas[1]?.url ?? '')
    one.join()
    two.join()
    const start = await one.next('battle-start')
    await pause()
    answerRight(one, start, 0, 300)
    await one.next('battle-end')
    const admin = new Redis(redis.url)
    onTestFinished(() => admin.disconnect())
    const unsaved = (): Promise<string[]> => admin.hkeys('tenfold:arena:owners')
    await expect.poll(unsaved).toEqual([start.battleId])
    await redis.kill()
    await redis.start()
    await expect.poll(() => unsaved().catch(() => [])).toEqual([start.battleId])
    expect(await admin.lrange(`tenfold:arena:log:${start.battleId}`, 0, -1)).toContainEqual(
      expect.stringContaining('answer'),
    )
    await expect.poll(() => admin.exists(`tenfold:arena:end:${start.battleId}`)).toBe(1)
  })

  test('[ARE-16] a player who answers at a process that has just lost its battles to another is directed there, without unknown_battle', async () => {
    const { redis, near, start } = await acrossProcesses()
    const admin = new Redis(redis.url)
    onTestFinished(() => admin.disconnect())
    await giveAway(admin, start.battleId)
    // At every moment from the notification until the process knows where the battle is, and no more than a connection may send.
    for (let index = 0; index < 150; index += 1) {
      answerRight(near, start, index, 300)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await pause()
    expect(near.received.filter(({ name }) => name === 'battle-error')).toEqual([])
  })
})
