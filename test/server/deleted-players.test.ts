import { expect, test } from 'vitest'
import { deletedPlayers } from '../../server/guest/deleted-players.ts'

const HOUR_MS = 3_600_000

test('[ACC-32] remembers a deleted player for a day, and at most ten thousand of them', () => {
  let nowMs = 0
  const deleted = deletedPlayers(() => nowMs)
  expect(deleted.has('ana')).toBe(false)
  deleted.add('ana')
  nowMs = 23 * HOUR_MS
  deleted.add('ben')
  expect([deleted.has('ana'), deleted.has('ben')]).toEqual([true, true])
  nowMs = 25 * HOUR_MS
  deleted.add('cem')
  expect([deleted.has('ana'), deleted.has('ben')]).toEqual([false, true])
  for (let number = 0; number < 10_000; number += 1) deleted.add(`other ${number}`)
  expect([deleted.has('cem'), deleted.has('other 0'), deleted.has('other 9999')]).toEqual([false, true, true])
  // A player deleted again is remembered for the full time again.
  deleted.add('other 0')
  deleted.add('the last')
  expect([deleted.has('other 0'), deleted.has('other 1')]).toEqual([true, false])
})
