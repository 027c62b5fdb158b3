import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { LedgerBatch } from '../../server/battle/shared/ledger-batch.ts'
import type { SharedStore } from '../../server/battle/shared/shared-port.ts'
import { describeRedis, freshRedis } from '../factories/redis.ts'
import { RedisUrlError } from '../../server/storage/redis/redis-url-error.ts'
import { redisSharedStore } from '../../server/storage/redis/shared-store.ts'
import { describeOwnRedis, freshOwnRedis } from '../factories/redis-server.ts'
import { sharedStore } from '../factories/shared-arena.ts'

const TYPE = { division: 'addition_subtraction', preference: 'addition' } as const
const MOST = 50

/** Two processes that are known in one Redis. */
async function two(): Promise<readonly [SharedStore, SharedStore]> {
  const redis = await freshRedis()
  const stores = [await sharedStore(redis), await sharedStore(redis)] as const
  await stores[0].register('p1')
  await stores[1].register('p2')
  return stores
}

function batch(fill: (batch: LedgerBatch) => void, from = 'p1'): string[] {
  const made = new LedgerBatch()
  fill(made)
  return made.words(from)
}

const opened = (battleId: string, people: readonly string[]) =>
  batch((made) => made.opened(battleId, 1, ['header', 'opening'], people))

function waiting(playerId: string) {
  return { playerId, sinceMs: 1, nickname: 'SwiftFox42', location: '' }
}

async function saidLast(store: SharedStore, process: string): Promise<string> {
  return (await store.beat('somebody')).beats.get(process) ?? ''
}

describeRedis('what processes have in common, in a Redis', () => {
  test('[ARE-7] a battle is written in order, found by its players, and deleted when it is over', async () => {
    const [one, other] = await two()
    expect(await one.append('p1', opened('b1', ['ada', 'bob']))).toEqual({ kind: 'done' })
    await one.append(
      'p1',
      batch((made) => made.happened('b1', '1', 'first')),
    )
    await one.append(
      'p1',
      batch((made) => made.happened('b1', '1', 'second')),
    )
    expect(await other.place('p2', 'ada')).toEqual({ battleId: 'b1', owner: 'p1' })
    expect(await other.written(['b1'])).toEqual([
      { battleId: 'b1', epoch: 1, entries: ['header', 'opening', 'first', 'second'] },
    ])
    await one.append(
      'p1',
      batch((made) => made.left('b1', 'bob')),
    )
    expect(await other.place('p2', 'bob')).toBe(null)
    await one.append(
      'p1',
      batch((made) =>
        made.ended(
          { battleId: 'b1', epochText: '1', seated: new Set(['ada']) },
          { end: 'the end', isStored: false },
        ),
      ),
    )
    expect(await other.place('p2', 'ada')).toBe(null)
    expect(await other.written(['b1'])).toEqual([])
    expect(await other.ends(['b1', 'b2'])).toEqual(['the end', null])
    expect(await one.unsavedOf('p1')).toEqual(['b1'])
    await one.append(
      'p1',
      batch((made) => made.stored('b1')),
    )
    expect(await one.unsavedOf('p1')).toEqual([])
  })

  test('[ARE-7] nobody is in two battles: the second is not written, nor anything sent with it', async () => {
    const [one, other] = await two()
    await one.append('p1', opened('b1', ['ada']))
    const second = batch((made) => {
      made.opened('b2', 1, ['header', 'opening'], ['cyd'])
      made.opened('b3', 1, ['header', 'opening'], ['ada', 'bob'])
    }, 'p2')
    expect(await other.append('p2', second)).toEqual({ kind: 'lost', battleIds: ['b3'] })
    expect(await other.written(['b2', 'b3'])).toEqual([])
    expect(await other.place('p2', 'cyd')).toBe(null)
  })

  test('[ARE-7] of many processes that try to take over a silent one, one succeeds, and the silent one writes and publishes nothing more', async () => {
    const [one, other] = await two()
    const received: string[] = []
    other.setListener({
      message: (text) => received.push(text),
      unavailable: () => undefined,
      back: () => undefined,
    })
    await other.subscribe('p2')
    await one.append('p1', opened('b1', ['ada', 'bob']))
    const said = await saidLast(one, 'p1')
    const adopted = await Promise.all([1, 2, 3].map(() => other.adopt('p2', 'p1', said)))
    expect(adopted.filter((taken) => taken !== null)).toEqual([{ battleIds: ['b1'], unsaved: [] }])
    const late = batch((made) => {
      made.happened('b1', '1', 'late')
      made.send(null, 'p2', { type: 'packet', playerId: 'ada', packet: 'late' })
    })
    expect(await one.append('p1', late)).toEqual({ kind: 'unregistered' })
    expect(await one.register('p1')).toBe('gone')
    // Under a new id neither: the battle is of another epoch.
    await one.register('p3')
    expect(await one.append('p3', late)).toEqual({ kind: 'lost', battleIds: ['b1'] })
    expect(await other.written(['b1'])).toEqual([
      { battleId: 'b1', epoch: 2, entries: ['header', 'opening'] },
    ])
    expect(
      await other.append(
        'p2',
        batch((made) => made.happened('b1', '2', 'on'), 'p2'),
      ),
    ).toEqual({ kind: 'done' })
    expect(received).toEqual([])
  })

  test('[ARE-7] a process that has responded since is not taken over, and an unregistered process takes over none', async () => {
    const [one, other] = await two()
    const said = await saidLast(one, 'p1')
    await one.beat('p1')
    expect(await other.adopt('p2', 'p1', said)).toBe(null)
    expect(await other.adopt('p9', 'p1', await saidLast(one, 'p1'))).toBe(null)
    expect(await other.adopt('p2', 'p1', await saidLast(one, 'p1'))).toEqual({ battleIds: [], unsaved: [] })
  })

  test('[ARE-25] an ended process is no longer alive, and is kept with its end time as long as it has left something', async () => {
    const [one, other] = await two()
    await one.append('p1', opened('b1', ['ada']))
    const { nowMs: beforeMs } = await other.beat('p2')
    await one.resign('p1')
    const { beats, endedAtMs, nowMs } = await other.beat('p2')
    expect([...beats.keys()]).toEqual(['p2'])
    // The end is written in whole milliseconds.
    expect(endedAtMs.get('p1')).toBeGreaterThanOrEqual(Math.floor(beforeMs))
    expect(endedAtMs.get('p1')).toBeLessThanOrEqual(nowMs)
    expect(await other.adopt('p2', 'p1', '')).toEqual({ battleIds: ['b1'], unsaved: [] })
    await one.resign('p1')
    expect((await other.beat('p2')).endedAtMs).toEqual(new Map())
  })

  test('[ARE-6] a place in the queue is kept, moved to another type or process, bounded, and given up', async () => {
    const [one, other] = await two()
    expect(await one.join('p1', TYPE, waiting('ada'), 2)).toEqual({
      kind: 'waits',
      position: 1,
      isToGather: false,
    })
    expect(await other.join('p2', TYPE, waiting('bob'), 2)).toEqual({
      kind: 'waits',
      position: 2,
      isToGather: true,
    })
    expect(await other.join('p2', TYPE, waiting('ada'), 2)).toMatchObject({ position: 1, isToGather: false })
    expect(await one.join('p1', TYPE, waiting('cyd'), 2)).toEqual({ kind: 'full' })
    // The player waits at another process by now.
    await one.leave('p1', 'ada')
    expect(await one.positions('p1', TYPE, ['ada', 'bob', 'cyd'])).toEqual([1, 2, 0])
    await other.join('p2', { ...TYPE, preference: 'mixed' }, waiting('ada'), 2)
    expect(await one.positions('p1', TYPE, ['ada', 'bob'])).toEqual([0, 1])
    await other.leave('p2', 'bob')
    expect(await one.waiting('p1', TYPE)).toEqual([])
  })

  test('[ARE-6] of two groups that want the same player one is made, as a whole', async () => {
    const [one, other] = await two()
    for (const player of ['ada', 'bob', 'cyd']) await one.join('p1', TYPE, waiting(player), MOST)
    const [ada, bob, cyd] = await one.waiting('p1', TYPE)
    if (!ada || !bob || !cyd) throw new Error('three who wait')
    const claims = await Promise.all([
      one.claim('p1', TYPE, [{ battleId: 'b1', owner: 'p1', header: 'h', members: [ada, bob] }]),
      other.claim('p2', TYPE, [{ battleId: 'b2', owner: 'p2', header: 'h', members: [bob, cyd] }]),
    ])
    expect(claims.flat()).toHaveLength(1)
    expect(await one.waiting('p1', TYPE)).toHaveLength(1)
    expect(await one.join('p1', TYPE, waiting('bob'), MOST)).toEqual({ kind: 'playing' })
    const [left] = await one.waiting('p1', TYPE)
    if (!left) throw new Error('one who waits')
    const ofDead = { battleId: 'b3', owner: 'p9', header: 'h', members: [left] }
    expect(await one.claim('p1', TYPE, [ofDead])).toEqual([])
  })

  test('[ARE-6] players of a process that has ended no longer wait', async () => {
    const [one, other] = await two()
    await one.join('p1', TYPE, waiting('ada'), MOST)
    await other.join('p2', TYPE, waiting('bob'), MOST)
    await other.adopt('p2', 'p1', await saidLast(other, 'p1'))
    expect((await other.waiting('p2', TYPE)).map(({ playerId }) => playerId)).toEqual(['bob'])
  })
})

describeOwnRedis('what processes have in common, in a Redis of their own', () => {
  test('[ARE-7] a Redis that lost its data accepts whole battles again, except those that another process has by now', async () => {
    const redis = await freshOwnRedis()
    const one = await sharedStore(redis)
    await one.register('p1')
    await redis.kill()
    await redis.start()
    await expect.poll(() => one.isUnavailable()).toBe(false)
    expect(await one.append('p1', opened('b1', ['ada']))).toEqual({ kind: 'unregistered' })
    expect(await one.register('p1')).toBe('registered')
    const battle = { battleId: 'b1', epoch: 2, people: ['ada'], entries: ['header', 'opening', 'first'] }
    expect(await one.restore('p1', [battle])).toEqual([])
    expect(await one.restore('p1', [battle])).toEqual([])
    expect(await one.written(['b1'])).toEqual([{ battleId: 'b1', epoch: 2, entries: battle.entries }])
    expect(await one.place('p1', 'ada')).toEqual({ battleId: 'b1', owner: 'p1' })
    expect(await one.restore('p2', [{ ...battle, epoch: 1 }])).toEqual(['b1'])
    expect(await one.append('p1', ['e', 'b1', '2', '', '0', '1', 'ada'])).toEqual({ kind: 'done' })
    expect(await one.battlesOf('p1')).toEqual([])
    expect(await one.place('p1', 'ada')).toBe(null)
  })

  test('[ARE-26] installations with separate databases of one Redis see and receive nothing of each other', async () => {
    const redis = await freshOwnRedis()
    const [ours, theirs] = [
      await sharedStore({ url: `${redis.url}/1` }),
      await sharedStore({ url: `${redis.url}/2` }),
    ]
    const received: string[] = []
    ours.setListener({
      message: (text) => received.push(text),
      unavailable: () => undefined,
      back: () => undefined,
    })
    for (const store of [ours, theirs]) {
      await store.subscribe('p1')
      await store.register('p1')
    }
    expect(await theirs.append('p1', opened('b1', ['ada']))).toEqual({ kind: 'done' })
    expect(await ours.place('p1', 'ada')).toBe(null)
    for (const channel of ['all', 'to:p1']) await theirs.publish(channel, 'theirs')
    await theirs.append(
      'p1',
      batch((made) => made.send(null, 'p1', { type: 'packet', playerId: 'ada', packet: 'theirs' })),
    )
    await ours.publish('all', 'ours')
    await expect.poll(() => received).toEqual(['ours'])
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
