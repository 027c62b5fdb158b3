import { expect, test } from 'vitest'
import { boundedHashing } from '../../server/account/hashing.ts'

test('[ACC-9] a hash matches only its secret, and nothing if there is no hash', async () => {
  const hashing = boundedHashing()
  const hash = await hashing.hash('1234')
  expect(await hashing.verify(hash, '1234')).toBe(true)
  expect(await hashing.verify(hash, '1235')).toBe(false)
  expect(await hashing.verify(null, '1234')).toBe(false)
})
