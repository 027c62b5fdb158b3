import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { US_STATES } from '../../domain/location.ts'
import { STATE_TILES, shadeOf } from '../../web/features/leaderboard/state-tiles.ts'
import { isOwnRow } from '../../web/features/leaderboard/viewer.ts'

test("[LB-64] the token identifies the player's row; the name only if the row does not identify its player", () => {
  const me = {
    sessionToken: 'abcdefgh12345678',
    nickname: 'SwiftFox42',
    location: '',
    country: '',
    state: '',
  }
  const row = { nickname: 'SwiftFox42', guestSessionId: 'public-id' }
  expect(isOwnRow(row, me)).toBe(false)
  expect(isOwnRow({ nickname: 'OldName1', guestSessionId: me.sessionToken }, me)).toBe(true)
  expect(isOwnRow({ ...row, guestSessionId: '' }, me)).toBe(true)
  expect(isOwnRow({ nickname: 'BraveOwl7', guestSessionId: '' }, me)).toBe(false)
  expect(isOwnRow({ ...row, guestSessionId: '' }, null)).toBe(false)
})

test('[LB-72] the map has every state once, each on its own tile, within its bounds', () => {
  expect(STATE_TILES.map(({ name }) => name).toSorted()).toEqual(US_STATES.map(({ name }) => name).toSorted())
  expect(new Set(STATE_TILES.map(({ column, row }) => `${column} ${row}`)).size).toBe(US_STATES.length)
})

test('[LB-72] a state without points has no shade, the first the darkest one, and more points are never lighter', () => {
  expect(shadeOf(0, [])).toBe(0)
  expect(shadeOf(0, [10, 500])).toBe(0)
  expect(shadeOf(500, [500])).toBe(3)
  const withOneGiant = [5_000_000, 1, 2, 3, 4, 5]
  expect(withOneGiant.map((points) => shadeOf(points, withOneGiant))).toEqual([3, 1, 1, 2, 2, 3])
  const totals = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 51 })
  fc.assert(
    fc.property(totals, (points) => {
      const sorted = points.toSorted((a, b) => a - b)
      const steps = sorted.map((each) => shadeOf(each, points))
      expect(steps).toEqual(steps.toSorted())
      expect(steps.at(-1)).toBe(3)
    }),
  )
})
