import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../domain/seeded-random.ts'
import { RESPONSE_WITHIN_MS } from '../../server/battle/socket/liveness.ts'
import { GATHER_MS } from '../../server/battle/socket/overload.ts'
import type { QueueAdapter, QueueOfTest } from '../factories/battle-queues.ts'

const MIXED = { division: 'addition_subtraction', preference: 'mixed' } as const

/** Everybody who was matched, group by group. */
function groupsOf({ heard }: QueueOfTest): string[][] {
  return heard.groups.map(({ members }) => members.map(({ playerId }) => playerId).toSorted())
}

function lastPosition({ heard }: QueueOfTest, playerId: string): number | undefined {
  return heard.positionsOf(playerId).at(-1)
}

/** Until a match that there is none of would have been made. */
function whatWouldBeMatched(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RESPONSE_WITHIN_MS + 3 * GATHER_MS))
}

/** Two who wait side by side, because the first says nothing to who asks. */
async function twoWaiting(queue: QueueOfTest): Promise<void> {
  queue.silence('ada')
  queue.join('ada')
  await expect.poll(() => lastPosition(queue, 'ada')).toBe(1)
  queue.join('bob')
  await expect.poll(() => lastPosition(queue, 'bob')).toBe(2)
}

/** What every queue of players does, whether it is in one process or shared by many. */
export function battleQueueSuite({ name, open }: QueueAdapter): void {
  describe(name, () => {
    test('[BAT-10, BAT-12] who comes is told the place, and two who wait are matched, as they are named', async () => {
      const queue = await open()
      queue.join('ada', { nickname: 'BraveOwl7' })
      await expect.poll(() => queue.heard.positionsOf('ada')).toEqual([1])
      expect(queue.length()).toBe(1)
      queue.join('bob', { nickname: 'CalmBear5' })
      await expect.poll(() => queue.heard.groups).toHaveLength(1)
      const [group] = queue.heard.groups
      expect(group?.type).toMatchObject({ division: 'addition_subtraction', preference: 'addition' })
      expect(group?.members.toSorted((a, b) => (a.playerId < b.playerId ? -1 : 1))).toEqual([
        { playerId: 'ada', nickname: 'BraveOwl7' },
        { playerId: 'bob', nickname: 'CalmBear5' },
      ])
      await expect.poll(() => queue.length()).toBe(0)
    })

    test.each([
      [2, [2]],
      [3, [3]],
      [4, [2, 2]],
      [5, [2, 3]],
      [7, [2, 2, 3]],
    ])('[BAT-10] %i who come at once play in groups of two or three: %j', async (count, sizes) => {
      const queue = await open()
      const players = Array.from({ length: count }, (_, place) => `player-${place}`)
      for (const playerId of players) queue.join(playerId)
      await expect.poll(() => groupsOf(queue).flat().toSorted()).toEqual(players)
      expect(
        groupsOf(queue)
          .map(({ length }) => length)
          .toSorted(),
      ).toEqual(sizes)
    })

    test('[BAT-10] who waits for one thing is not matched with who waits for another', async () => {
      const queue = await open()
      queue.join('ada')
      queue.join('bob', { type: MIXED })
      await expect.poll(() => ['ada', 'bob'].map((player) => lastPosition(queue, player))).toEqual([1, 1])
      await whatWouldBeMatched()
      expect(queue.heard.groups).toEqual([])
    })

    test('[BAT-11] who joins again keeps the place, moves from one queue to another, and never meets itself', async () => {
      const queue = await open()
      queue.join('ada')
      queue.join('ada')
      await whatWouldBeMatched()
      expect(queue.heard.groups).toEqual([])
      expect(queue.length()).toBe(1)
      expect(new Set(queue.heard.positionsOf('ada'))).toEqual(new Set([1]))
      queue.join('ada', { type: MIXED })
      queue.join('bob')
      await whatWouldBeMatched()
      expect(queue.heard.groups).toEqual([])
      queue.join('cyd', { type: MIXED })
      await expect.poll(() => groupsOf(queue)).toEqual([['ada', 'cyd']])
    })

    test('[BAT-61, ARE-10] who joins in another tab takes the own place over, and is known by what that tab says', async () => {
      const queue = await open()
      await twoWaiting(queue)
      queue.wake('ada')
      queue.joinFromNextTab('ada', { nickname: 'NewName1' })
      await expect.poll(() => groupsOf(queue)).toEqual([['ada', 'bob']])
      expect(queue.heard.groups[0]?.members).toContainEqual({ playerId: 'ada', nickname: 'NewName1' })
      await expect.poll(() => queue.length()).toBe(0)
    })

    test('[BAT-12, BAT-13] who leaves is matched with nobody, and whoever is behind moves up', async () => {
      const queue = await open()
      await twoWaiting(queue)
      queue.leave('ada', 'left')
      await expect.poll(() => lastPosition(queue, 'bob')).toBe(1)
      await whatWouldBeMatched()
      expect(queue.heard.groups).toEqual([])
      expect(queue.heard.gone).toMatchObject([{ to: 'left', playerId: 'ada' }])
      queue.leave('ada', 'left')
      queue.leave('nobody', 'left')
      expect(queue.heard.gone).toHaveLength(1)
      queue.join('cyd')
      await expect.poll(() => groupsOf(queue)).toEqual([['bob', 'cyd']])
    })

    test('[BAT-64] how long somebody waited is told with what came of it, also after joining again', async () => {
      const queue = await open()
      queue.join('ada', { agoMs: 5_000 })
      await expect.poll(() => lastPosition(queue, 'ada')).toBe(1)
      queue.join('ada')
      queue.join('bob')
      await expect.poll(() => queue.heard.waitedSeconds).toHaveLength(2)
      const [short = 0, long = 0] = queue.heard.waitedSeconds.toSorted((a, b) => a - b)
      expect(short).toBeLessThan(3)
      expect(long).toBeGreaterThanOrEqual(5)
      expect(long).toBeLessThan(8)
      queue.join('cyd', { agoMs: 5_000 })
      queue.leave('cyd', 'computer')
      expect(queue.heard.gone).toMatchObject([{ to: 'computer', playerId: 'cyd' }])
    })

    test('[BAT-14] a queue has a bound: who comes then is refused, and nobody who waits loses a place', async () => {
      const queue = await open(2)
      await twoWaiting(queue)
      queue.join('cyd')
      await expect.poll(() => queue.heard.full).toEqual(['cyd'])
      expect(queue.heard.positionsOf('cyd')).toEqual([])
      expect(lastPosition(queue, 'ada')).toBe(1)
      queue.wake('ada')
      await expect.poll(() => groupsOf(queue)).toEqual([['ada', 'bob']])
    })

    test('[BAT-16] nobody is matched with a page that says nothing; heard again it is back, at the end', async () => {
      const queue = await open()
      await twoWaiting(queue)
      await expect.poll(() => lastPosition(queue, 'bob'), { timeout: 3_000 }).toBe(1)
      expect(queue.heard.groups).toEqual([])
      queue.wake('ada')
      await expect.poll(() => queue.heard.positionsOf('ada')).toEqual([1, 2])
      await expect.poll(() => groupsOf(queue)).toEqual([['ada', 'bob']])
    })

    test('[BAT-16, BAT-13] who was silent and leaves is not put back', async () => {
      const queue = await open()
      await twoWaiting(queue)
      await expect.poll(() => lastPosition(queue, 'bob'), { timeout: 3_000 }).toBe(1)
      queue.leave('ada', 'left')
      queue.wake('ada')
      await whatWouldBeMatched()
      expect(queue.heard.groups).toEqual([])
    })

    test('[BAT-65] once it is emptied nobody who waited is matched', async () => {
      const queue = await open()
      await twoWaiting(queue)
      expect(queue.empty().toSorted()).toEqual(['ada', 'bob'])
      expect(queue.length()).toBe(0)
      queue.join('cyd')
      await expect.poll(() => lastPosition(queue, 'cyd')).toBe(1)
      await whatWouldBeMatched()
      expect(queue.heard.groups).toEqual([])
    })

    test.each([1, 2, 3])(
      '[BAT-10, ARE-6] however forty join, leave, come back and change tabs, all are matched, and each once (seed %i)',
      async (seed) => {
        const random = seededRandom(seed)
        const queue = await open()
        const players = Array.from({ length: 40 }, (_, place) => `player-${String(place).padStart(2, '0')}`)
        const isMatched = (playerId: string): boolean =>
          groupsOf(queue).some((group) => group.includes(playerId))
        const pause = (mostMs: number): Promise<void> =>
          new Promise((resolve) => setTimeout(resolve, random() * mostMs))
        await Promise.all(
          players.map(async (playerId) => {
            await pause(1_000)
            queue.join(playerId)
            const rest = random()
            if (rest < 0.3) {
              await pause(150)
              if (isMatched(playerId)) return
              queue.leave(playerId, 'left')
              await pause(150)
              if (!isMatched(playerId)) queue.join(playerId)
            } else if (rest < 0.6) {
              await pause(150)
              if (!isMatched(playerId)) queue.joinFromNextTab(playerId)
            }
          }),
        )
        // The one who may be left over plays with the last of all to come.
        await whatWouldBeMatched()
        const everybody = [...players]
        if (groupsOf(queue).flat().length < players.length) {
          queue.join('the-last')
          everybody.push('the-last')
        }
        await expect.poll(() => groupsOf(queue).flat().toSorted(), { timeout: 5_000 }).toEqual(everybody)
        for (const { length } of groupsOf(queue)) expect([2, 3]).toContain(length)
      },
      20_000,
    )
  })
}
