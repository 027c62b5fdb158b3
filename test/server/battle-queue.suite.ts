import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../domain/seeded-random.ts'
import { RESPONSE_WITHIN_MS } from '../../server/battle/socket/liveness.ts'
import { GATHER_MS } from '../../server/battle/socket/overload.ts'
import type { QueueAdapter, QueueOfTest } from '../factories/battle-queues.ts'

const MIXED = { division: 'addition_subtraction', preference: 'mixed' } as const

/** Everybody who was matched, group by group. */
function groupsOf({ received }: QueueOfTest): string[][] {
  return received.groups.map(({ members }) => members.map(({ playerId }) => playerId).toSorted())
}

function lastPosition({ received }: QueueOfTest, playerId: string): number | undefined {
  return received.positionsOf(playerId).at(-1)
}

/** Until a match that there is none of would have been made. */
function whatWouldBeMatched(queue: QueueOfTest): Promise<void> {
  return queue.after(RESPONSE_WITHIN_MS + 3 * GATHER_MS)
}

/** Two who wait side by side, because the first says nothing to who asks. */
async function twoWaiting(queue: QueueOfTest): Promise<void> {
  queue.silence('ada')
  queue.join('ada')
  await expect.poll(() => lastPosition(queue, 'ada')).toBe(1)
  queue.join('bob')
  // By now the first may have been taken out for being silent, so that the second is alone.
  await expect.poll(() => queue.received.positionsOf('bob')).toContain(2)
}

/** What every queue of players does, whether it is in one process or shared by many. */
export function battleQueueSuite({ name, open }: QueueAdapter): void {
  describe(name, () => {
    test('[BAT-10, BAT-12] a player who joins gets the position, and two waiting players are matched under their names', async () => {
      const queue = await open()
      queue.join('ada', { nickname: 'BraveOwl7' })
      await expect.poll(() => queue.received.positionsOf('ada')).toEqual([1])
      expect(queue.length()).toBe(1)
      queue.join('bob', { nickname: 'CalmBear5' })
      await expect.poll(() => queue.received.groups).toHaveLength(1)
      const [group] = queue.received.groups
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
    ])('[BAT-10] %i players who join at once play in groups of two or three: %j', async (count, sizes) => {
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

    test('[BAT-10] players are not matched across queues', async () => {
      const queue = await open()
      queue.join('ada')
      queue.join('bob', { type: MIXED })
      await expect.poll(() => ['ada', 'bob'].map((player) => lastPosition(queue, player))).toEqual([1, 1])
      await whatWouldBeMatched(queue)
      expect(queue.received.groups).toEqual([])
    })

    test('[BAT-11] a player who joins again keeps the place, moves from one queue to another, and never plays themselves', async () => {
      const queue = await open()
      queue.join('ada')
      queue.join('ada')
      await whatWouldBeMatched(queue)
      expect(queue.received.groups).toEqual([])
      expect(queue.length()).toBe(1)
      expect(new Set(queue.received.positionsOf('ada'))).toEqual(new Set([1]))
      queue.join('ada', { type: MIXED })
      queue.join('bob')
      await whatWouldBeMatched(queue)
      expect(queue.received.groups).toEqual([])
      queue.join('cyd', { type: MIXED })
      await expect.poll(() => groupsOf(queue)).toEqual([['ada', 'cyd']])
    })

    test('[BAT-61, ARE-10] joining in another tab takes over the player’s place, with what that tab sends', async () => {
      const queue = await open()
      await twoWaiting(queue)
      queue.joinFromNextTab('ada', { nickname: 'NewName1' })
      queue.wake('ada')
      await expect.poll(() => groupsOf(queue)).toEqual([['ada', 'bob']])
      expect(queue.received.groups[0]?.members).toContainEqual({ playerId: 'ada', nickname: 'NewName1' })
      await expect.poll(() => queue.length()).toBe(0)
    })

    test('[BAT-12, BAT-13] a player who leaves is not matched, and players behind move up', async () => {
      const queue = await open()
      await twoWaiting(queue)
      queue.leave('ada', 'left')
      await expect.poll(() => lastPosition(queue, 'bob')).toBe(1)
      await whatWouldBeMatched(queue)
      expect(queue.received.groups).toEqual([])
      expect(queue.received.gone).toMatchObject([{ to: 'left', playerId: 'ada' }])
      queue.leave('ada', 'left')
      queue.leave('nobody', 'left')
      expect(queue.received.gone).toHaveLength(1)
      queue.join('cyd')
      await expect.poll(() => groupsOf(queue)).toEqual([['bob', 'cyd']])
    })

    test('[BAT-64] the wait is reported with its outcome, also after joining again', async () => {
      const queue = await open()
      queue.join('ada', { agoMs: 120_000 })
      await expect.poll(() => lastPosition(queue, 'ada')).toBe(1)
      queue.join('ada')
      queue.join('bob')
      await expect.poll(() => queue.received.waitedSeconds).toHaveLength(2)
      const [short = 0, long = 0] = queue.received.waitedSeconds.toSorted((a, b) => a - b)
      expect(short).toBeLessThan(60)
      expect(long).toBeGreaterThanOrEqual(120)
      expect(long).toBeLessThan(180)
      queue.join('cyd', { agoMs: 5_000 })
      queue.leave('cyd', 'computer')
      expect(queue.received.gone).toMatchObject([{ to: 'computer', playerId: 'cyd' }])
    })

    test('[BAT-14] a full queue refuses more players, and no waiting player loses a place', async () => {
      // One alone is not asked whether it is still there, so that the queue stays full.
      const queue = await open(1)
      queue.join('ada')
      await expect.poll(() => lastPosition(queue, 'ada')).toBe(1)
      queue.join('bob')
      await expect.poll(() => queue.received.full).toEqual(['bob'])
      expect(queue.received.positionsOf('bob')).toEqual([])
      expect(lastPosition(queue, 'ada')).toBe(1)
      expect(queue.empty()).toEqual(['ada'])
    })

    test('[BAT-16] nobody is matched with a silent page; when it responds, it is back, at the end', async () => {
      const queue = await open()
      await twoWaiting(queue)
      await expect.poll(() => lastPosition(queue, 'bob')).toBe(1)
      expect(queue.received.groups).toEqual([])
      queue.wake('ada')
      await expect.poll(() => queue.received.positionsOf('ada')).toEqual([1, 2])
      await expect.poll(() => groupsOf(queue)).toEqual([['ada', 'bob']])
    })

    test('[BAT-16, BAT-13] a silent player who leaves is not put back', async () => {
      const queue = await open()
      await twoWaiting(queue)
      await expect.poll(() => lastPosition(queue, 'bob')).toBe(1)
      queue.leave('ada', 'left')
      queue.wake('ada')
      await whatWouldBeMatched(queue)
      expect(queue.received.groups).toEqual([])
    })

    test('[BAT-65] once it is emptied no waiting player is matched', async () => {
      const queue = await open()
      queue.join('ada')
      queue.join('bob', { type: MIXED })
      await expect.poll(() => ['ada', 'bob'].map((player) => lastPosition(queue, player))).toEqual([1, 1])
      expect(queue.empty().toSorted()).toEqual(['ada', 'bob'])
      expect(queue.length()).toBe(0)
      queue.join('cyd')
      queue.join('dan', { type: MIXED })
      await expect.poll(() => ['cyd', 'dan'].map((player) => lastPosition(queue, player))).toEqual([1, 1])
      await whatWouldBeMatched(queue)
      expect(queue.received.groups).toEqual([])
    })

    test.each([1, 2, 3])(
      '[BAT-10, ARE-6] however forty join, leave, come back and change tabs, all are matched, and each once (seed %i)',
      async (seed) => {
        const random = seededRandom(seed)
        const queue = await open()
        const players = Array.from({ length: 40 }, (_, place) => `player-${String(place).padStart(2, '0')}`)
        const isMatched = (playerId: string): boolean =>
          groupsOf(queue).some((group) => group.includes(playerId))
        const pause = (maxMs: number): Promise<void> => queue.after(random() * maxMs)
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
        await expect.poll(() => players.length - groupsOf(queue).flat().length).toBeLessThan(2)
        const everybody = [...players]
        if (groupsOf(queue).flat().length < players.length) {
          queue.join('the-last')
          everybody.push('the-last')
        }
        await expect.poll(() => groupsOf(queue).flat().toSorted()).toEqual(everybody)
        for (const { length } of groupsOf(queue)) expect([2, 3]).toContain(length)
      },
    )
  })
}
