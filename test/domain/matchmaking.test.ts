import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { join, leave, match, matchNear, movedPositions } from '../../domain/matchmaking.ts'

type Waiting = { readonly playerId: string; readonly tab: number }

const waiting = (playerId: string, tab = 1): Waiting => ({ playerId, tab })
const queueOf = (count: number) => Array.from({ length: count }, (_, at) => waiting(`player-${at}`))
const MOST = 100

describe('a queue', () => {
  test('[BAT-12] a player joins at the end and gets the position, starting at 1', () => {
    expect(join([], waiting('ada'), MOST)).toEqual({ ok: true, queue: [waiting('ada')], position: 1 })
    expect(join(queueOf(4), waiting('ada'), MOST)).toMatchObject({ ok: true, position: 5 })
  })

  test('[BAT-11] joining again replaces the first join and keeps the place', () => {
    const joined = join([waiting('ada'), waiting('bob')], waiting('ada', 2), MOST)
    expect(joined).toEqual({ ok: true, queue: [waiting('ada', 2), waiting('bob')], position: 1 })
  })

  test('[BAT-14] a full queue rejects new players, but those in it may join again', () => {
    const full = queueOf(3)
    expect(join(full, waiting('ada'), 3)).toEqual({ ok: false, code: 'full' })
    expect(join(full, waiting('player-1', 2), 3)).toMatchObject({ ok: true, position: 2 })
  })

  test('[BAT-13] leaving removes a player; a player not in the queue changes nothing', () => {
    const queue = [waiting('ada'), waiting('bob')]
    expect(leave(queue, 'ada')).toEqual([waiting('bob')])
    expect(leave(queue, 'eve')).toBe(queue)
  })

  test('[BAT-12] notifies only the players whose position has changed', () => {
    const before = [waiting('ada'), waiting('bob'), waiting('cyd')]
    expect(movedPositions(before, leave(before, 'bob'))).toEqual([{ waiting: waiting('cyd'), position: 2 }])
    expect(movedPositions(before, before)).toEqual([])
  })
})

describe('a match', () => {
  test.each([
    [0, [], 0],
    [1, [], 1],
    [2, [2], 0],
    [3, [3], 0],
    [4, [2, 2], 0],
    [5, [3, 2], 0],
    [7, [3, 2, 2], 0],
  ])('[BAT-10] of %i waiting players, groups of %j play and %i keep waiting', (count, sizes, left) => {
    const { groups, queue } = match(queueOf(count))
    expect(groups.map((group) => group.length)).toEqual(sizes)
    expect(queue).toHaveLength(left)
  })

  test('[BAT-10, BAT-11] after any joins and leaves everybody is in exactly one place, in order of arrival', () => {
    const move = fc.record({ leaves: fc.boolean(), who: fc.integer({ min: 0, max: 9 }), tab: fc.nat() })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        let queue: readonly Waiting[] = []
        const expected: string[] = []
        for (const { leaves, who, tab } of moves) {
          const playerId = `player-${who}`
          const place = expected.indexOf(playerId)
          if (leaves && place >= 0) expected.splice(place, 1)
          if (!leaves && place < 0) expected.push(playerId)
          const joined = leaves ? undefined : join(queue, waiting(playerId, tab), MOST)
          queue = joined?.ok ? joined.queue : leave(queue, leaves ? playerId : '')
        }
        const matched = match(queue)
        expect([...matched.groups.flat(), ...matched.queue].map(({ playerId }) => playerId)).toEqual(expected)
        expect(matched.groups.every(({ length }) => length === 2 || length === 3)).toBe(true)
        expect(matched.queue.length).toBe(expected.length === 1 ? 1 : 0)
      }),
    )
  })
})

const placed = (places: readonly number[]) =>
  places.map((place, at) => ({ playerId: `player-${at}`, place: `process-${place}` }))
const placeOf = ({ place }: { readonly place: string }): string => place

describe('matching nearby players', () => {
  const ofPlace = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 })

  test('[ARE-8] everybody plays in groups of 2 or 3, except a single remaining player', () => {
    fc.assert(
      fc.property(ofPlace, (places) => {
        const queue = placed(places)
        const { groups, queue: rest } = matchNear(queue, placeOf)
        expect([...groups.flat(), ...rest].map(({ playerId }) => playerId).toSorted()).toEqual(
          queue.map(({ playerId }) => playerId).toSorted(),
        )
        expect(groups.every(({ length }) => length === 2 || length === 3)).toBe(true)
        expect(rest.length).toBe(queue.length === 1 ? 1 : 0)
      }),
    )
  })

  test('[ARE-8] at most one group mixes two places although its players could have played at their own', () => {
    fc.assert(
      fc.property(ofPlace, (places) => {
        const queue = placed(places)
        const several = new Set(
          queue.map(placeOf).filter((place) => queue.filter((one) => placeOf(one) === place).length > 1),
        )
        const mixed = matchNear(queue, placeOf).groups.filter(
          (group) => new Set(group.map(placeOf)).size > 1 && group.some((one) => several.has(placeOf(one))),
        )
        expect(mixed.length).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('[ARE-8] at one place it works like the usual match', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), (count) => {
        const queue = queueOf(count)
        expect(matchNear(queue, () => 'here')).toEqual(match(queue))
      }),
    )
  })
})
