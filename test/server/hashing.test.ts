import { expect, test } from 'vitest'
import { boundedHashing } from '../../server/account/hashing.ts'
import { Refusal } from '../../server/operations/errors.ts'

test('[ACC-9] a hash is of its secret and no other, and of nobody’s when there is none', async () => {
  const hashing = boundedHashing()
  const hash = await hashing.hash('1234')
  expect(await hashing.verify(hash, '1234')).toBe(true)
  expect(await hashing.verify(hash, '1235')).toBe(false)
  expect(await hashing.verify(null, '1234')).toBe(false)
})

test('[ACC-15] hashes are made in the order in which they were asked for, and too many at once are a 503', async () => {
  const hashing = boundedHashing(3)
  const ended: number[] = []
  const asked = Array.from({ length: 7 }, (_, index) =>
    hashing.hash('1234').then(
      () => void ended.push(index),
      (error: unknown) => error,
    ),
  )
  const refusals = (await Promise.all(asked)).filter((outcome) => outcome !== undefined)
  expect(refusals).toHaveLength(2)
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ status: 503, retryAfterSeconds: 10 })
  }
  // Two at a time: who began together may end in either order, who began later never ends before both.
  expect(ended.slice(0, 3).every((index) => index < 4)).toBe(true)
  expect(ended.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
  expect(await hashing.hash('1234')).toMatch(/^[0-9a-f]{32}:/)
})
