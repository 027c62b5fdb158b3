import { expect, test } from 'vitest'
import { deletedPlayers } from '../../server/guest/deleted-players.ts'

const HOUR_MS = 3_600_000

test('[ACC-32] a deleted player is remembered for a day, and ten thousand of them at most', () => {
  let nowMs = 0
  const forgotten = deletedPlayers(() => nowMs)
  expect(forgotten.has('ana')).toBe(false)
  forgotten.add('ana')
  nowMs = 23 * HOUR_MS
  forgotten.add('ben')
  expect([forgotten.has('ana'), forgotten.has('ben')]).toEqual([true, true])
  nowMs = 25 * HOUR_MS
  forgotten.add('cem')
  expect([forgotten.has('ana'), forgotten.has('ben')]).toEqual([false, true])
  for (let number = 0; number < 10_000; number += 1) forgotten.add(`other ${number}`)
  expect([forgotten.has('cem'), forgotten.has('other 0'), forgotten.has('other 9999')]).toEqual([
    false,
    true,
    true,
  ])
  // Who is forgotten again is remembered anew.
  forgotten.add('other 0')
  forgotten.add('the last')
  expect([forgotten.has('other 0'), forgotten.has('other 1')]).toEqual([true, false])
})
