import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { RedisUrlError } from '../../server/storage/redis/redis-url-error.ts'
import type { SharedStore } from '../../server/battle/shared/arena-store.ts'
import { redisSharedStore } from '../../server/storage/redis/shared-store.ts'
import { describeRedis, freshRedis, type AnyRedis } from '../factories/redis.ts'
import { describeOwnRedis, freshOwnRedis } from '../factories/redis-server.ts'
import { sharedStore } from '../factories/shared-arena.ts'

const TYPE = { division: 'addition_subtraction', preference: 'addition' } as const
const MOST = 50

/** Two processes that are known in one Redis. */
async function two(given?: AnyRedis): Promise<readonly [SharedStore, SharedStore]> {
  const redis = given ?? (await freshRedis())
  const stores = [await sharedStore(redis), await sharedStore(redis)] as const
  for (const store of stores) await store.beat(false)
  return stores
}

async function placeOf(store: SharedStore, playerId: string): Promise<string | null> {
  return (await store.place(playerId, null))[0]
}

/** What the process takes over with its next beat. */
async function takenBy(store: SharedStore): Promise<string[]> {
  return (await store.beat(false)).taken.map(([battleId]) => battleId)
}

/** Redis heard these processes last so long ago. */
async function wereHeard({ url }: AnyRedis, processes: readonly SharedStore[], agoMs: number): Promise<void> {
  const admin = new Redis(url)
  for (const { me } of processes) await admin.zadd('tenfold:arena:processes', Date.now() - agoMs, me)
  admin.disconnect()
}

/** Everything that arrives on channels of this process. */
function receivedBy(store: SharedStore): string[] {
  const received: string[] = []
  store.onMessage((channel, text) => received.push(`${channel} ${text}`))
  return received
}

const PEOPLE = (...ids: readonly string[]) =>
  ids.map((playerId) => ({ playerId, nickname: 'A', location: '', sinceMs: 0 }))

describeRedis('what processes have in common, in a Redis', () => {
  test('[ARE-7] a battle is written in order, found by its players, and deleted when it is stored', async () => {
    const [one, other] = await two()
    expect(await one.claim('b1', 'header', ['ada', 'bob'])).toBe(true)
    expect(await one.write('b1', [['log', '', 'opening']])).toBe(true)
    await one.write('b1', [
      ['log', '', 'first'],
      ['free', 'bob', ''],
    ])
    expect(await other.log('b1')).toEqual(['header', 'opening', 'first'])
    expect([await placeOf(other, 'ada'), await placeOf(other, 'bob')]).toEqual(['b1', null])
    await one.write('b1', [
      ['end', 60_000, 'the end'],
      ['free', 'ada', ''],
    ])
    expect([
      await placeOf(other, 'ada'),
      (await other.place('ada', 'b1'))[1],
      (await other.place('ada', 'b2'))[1],
    ]).toEqual([null, 'the end', null])
    expect((await one.beat(true)).own).toEqual(['b1'])
    await one.write('b1', [['forget', '', '']])
    expect([(await one.beat(true)).own, await one.log('b1')]).toEqual([[], []])
  })

  test('[ARE-7] nobody is in two battles', async () => {
    const [one, other] = await two()
    expect(await one.claim('b1', 'header', ['ada'])).toBe(true)
    expect(await other.claim('b2', 'header', ['ada', 'bob'])).toBe(false)
    expect([await placeOf(other, 'ada'), await placeOf(other, 'bob')]).toEqual(['b1', null])
  })

  test('[ARE-25] a process that stops leaves its battles to the others, and the last one to the next that starts', async () => {
    const [one, other] = await two()
    await one.claim('b1', 'header', ['ada'])
    expect(await one.resign()).toBe(true)
    expect(await other.resign()).toBe(false)
    expect((await other.beat(false)).taken).toEqual([['b1', 0]])
    await other.claim('b2', 'header', ['bob'])
    expect(await other.resign()).toBe(false)
    expect(await takenBy(one)).toEqual(['b1', 'b2'])
  })

  test('[ARE-6] a place in the queue is kept, moved to another process, bounded, and given up', async () => {
    const [one, other] = await two()
    const answers = async (store: SharedStore, player: string): Promise<string[]> =>
      (await store.wait(TYPE, 2, PEOPLE(player))).answers
    expect(await answers(one, 'ada')).toEqual(['1'])
    expect(await answers(other, 'bob')).toEqual(['2'])
    expect(await answers(other, 'ada')).toEqual(['1'])
    expect(await answers(one, 'cyd')).toEqual(['full'])
    // The player waits at another process by now.
    await one.leaveQueue(TYPE, 'ada')
    expect(await answers(other, 'bob')).toEqual(['2'])
    await other.leaveQueue(TYPE, 'ada')
    expect(await answers(other, 'bob')).toEqual(['1'])
  })

  test('[ARE-6] of two groups that want the same player one is made, as a whole', async () => {
    const [one, other] = await two()
    await one.wait(TYPE, MOST, PEOPLE('ada', 'bob', 'cyd'))
    const at = ({ me: process }: SharedStore, ...ids: readonly string[]) =>
      PEOPLE(...ids).map((person) => ({ ...person, process }))
    expect(await one.claimWaiting(TYPE, 'b0', 'header', at(other, 'ada', 'bob'))).toBe(false)
    const claims = await Promise.all([
      one.claimWaiting(TYPE, 'b1', 'header', at(one, 'ada', 'bob')),
      other.claimWaiting(TYPE, 'b2', 'header', at(one, 'bob', 'cyd')),
    ])
    expect(claims.toSorted()).toEqual([false, true])
    const { answers } = await one.wait(TYPE, MOST, PEOPLE('ada', 'bob', 'cyd'))
    expect(answers.toSorted()).toEqual(['1', 'plays', 'plays'])
    expect(await one.claimWaiting(TYPE, 'b3', 'header', at(one, 'dan'))).toBe(false)
  })
})

describeOwnRedis('what processes have in common, in a Redis of their own', () => {
  test('[ARE-7] of many that try to take over a silent process, one succeeds, and the silent one writes and sends nothing more', async () => {
    const redis = await freshOwnRedis()
    const [one, other] = await two(redis)
    const received = receivedBy(other)
    await other.subscribe('player:ada')
    await one.claim('b1', 'header', ['ada', 'bob'])
    await wereHeard(redis, [one], 4_100)
    expect((await Promise.all([1, 2, 3].map(() => takenBy(other)))).flat()).toEqual(['b1'])
    expect(
      await one.write('b1', [
        ['log', '', 'late'],
        ['send', 'ada', 'late'],
      ]),
    ).toBe(false)
    expect(await one.restore('b1', true, ['ada'], ['header', 'late'])).toBe(false)
    expect(await other.write('b1', [['send', 'ada', 'on']])).toBe(true)
    await expect.poll(() => received).toEqual(['player:ada on'])
    expect(await other.log('b1')).toEqual(['header'])
    expect((await one.beat(false)).isKnown).toBe(false)
    expect((await other.beat(true)).own).toEqual(['b1'])
  })

  test('[ARE-7] a process is not taken over because Redis was away, until it is not heard again either', async () => {
    const redis = await freshOwnRedis()
    const [one, other] = await two(redis)
    await one.claim('b1', 'header', ['ada'])
    await wereHeard(redis, [one, other], 10_000)
    expect(await takenBy(other)).toEqual([])
    await expect.poll(() => takenBy(other), { interval: 500, timeout: 6_000 }).toEqual(['b1'])
  })

  test('[ARE-7] a Redis that lost its data accepts whole battles again, except those that another process has by now', async () => {
    const redis = await freshOwnRedis()
    const [one, other] = [await sharedStore(redis), await sharedStore(redis)]
    const { began } = await one.beat(false)
    await redis.kill()
    await redis.start()
    await expect.poll(() => one.isUnavailable() || other.isUnavailable()).toBe(false)
    expect((await one.beat(false)).began).not.toBe(began)
    expect(await one.write('b1', [['log', '', 'first']])).toBe(false)
    const log = ['header', 'opening', 'first']
    expect(await one.restore('b1', false, ['ada'], log)).toBe(true)
    expect(await one.restore('b1', true, ['ada'], log)).toBe(true)
    expect(await other.log('b1')).toEqual(log)
    expect(await placeOf(other, 'ada')).toBe('b1')
    expect(await other.restore('b1', false, ['ada'], ['header'])).toBe(false)
    // One that had it before and does not any more: it has ended meanwhile.
    expect(await other.restore('b2', true, ['bob'], ['header'])).toBe(false)
  })

  test('[ARE-26] installations with separate databases of one Redis see and receive nothing of each other', async () => {
    const redis = await freshOwnRedis()
    const [ours, theirs] = [
      await sharedStore({ url: `${redis.url}/1` }),
      await sharedStore({ url: `${redis.url}/2` }),
    ]
    const received = receivedBy(ours)
    for (const store of [ours, theirs])
      for (const channel of ['all', 'player:ada']) await store.subscribe(channel)
    expect(await theirs.claim('b1', 'header', ['ada'])).toBe(true)
    expect(await placeOf(ours, 'ada')).toBe(null)
    await theirs.write('b1', [['send', 'ada', 'theirs']])
    await theirs.publish('all', 'theirs')
    await ours.publish('all', 'ours')
    await expect.poll(() => received).toEqual(['all ours'])
  })
})

async function sentenceOf(url: string): Promise<string> {
  const opening = redisSharedStore({ url, onUnavailable: () => undefined, onBack: () => undefined })
  return opening.then(
    (store) => {
      store.close()
      return 'it was taken'
    },
    (error: unknown) => (error instanceof RedisUrlError ? error.message : `not a sentence: ${String(error)}`),
  )
}

describeOwnRedis('an address of a Redis that cannot be used', () => {
  test('[ARE-26] a database that the Redis does not have is refused, and not taken for another', async () => {
    const { url } = await freshOwnRedis()
    expect(await sentenceOf(`${url}/15`)).toBe('it was taken')
    expect(await sentenceOf(`${url}/99`)).toBe(
      'REDIS_URL names a Redis that cannot be used: ERR DB index is out of range.',
    )
  })

  test('[RUN-5] a missing or wrong password is reported in one sentence', async () => {
    const { url } = await freshOwnRedis()
    const admin = new Redis(url)
    await admin.config('SET', 'requirepass', 'hunter2')
    admin.disconnect()
    expect(await sentenceOf(url)).toBe(
      'REDIS_URL names a Redis that cannot be used: it wants a password (redis://:password@host:6379).',
    )
    const wrong = await sentenceOf(url.replace('redis://', 'redis://:opensesame@'))
    expect(wrong).toMatch(/^REDIS_URL names a Redis that cannot be used: WRONGPASS [^.]*\.$/)
    expect(wrong).not.toContain('opensesame')
  })
})
