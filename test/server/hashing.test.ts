import { expect, test } from 'vitest'
import { boundedHashing, type Requester } from '../../server/account/hashing.ts'

test('[ACC-9] a hash matches only its secret, and nothing if there is no hash', async () => {
  const hashing = boundedHashing()
  const hash = await hashing.hash('1234')
  expect(await hashing.verify(hash, '1234')).toBe(true)
  expect(await hashing.verify(hash, '1235')).toBe(false)
  expect(await hashing.verify(null, '1234')).toBe(false)
})

const STRANGER: Requester = { address: 'a', account: '', isKnown: false, isDisconnected: () => false }
const TEACHER: Requester = { ...STRANGER, isKnown: true }

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A queue whose jobs end on request, and the started and refused jobs, in order. */
function watchedQueue() {
  const { onBehalfOf } = boundedHashing()
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, requester: Requester): void => {
    const work = (): Promise<void> => {
      begun.push(name)
      return new Promise((end) => void ends.push(end))
    }
    onBehalfOf(requester, work).catch((error: unknown) => {
      expect(error).toMatchObject({ status: 503, retryAfterSeconds: 10 })
      refused.push(name)
    })
  }
  const endAll = async (): Promise<void> => {
    await settled()
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await settled()
    }
  }
  return { ask, begun, refused, endAll }
}

test('[ACC-60] two hash at once, others in order of arrival, and what its client no longer waits for is dropped', async () => {
  const { ask, begun, refused, endAll } = watchedQueue()
  let isDisconnected = false
  ask('one', STRANGER)
  ask('two', STRANGER)
  ask('gone', { ...STRANGER, isDisconnected: () => isDisconnected })
  ask('three', STRANGER)
  ask('four', TEACHER)
  await settled()
  expect(begun).toEqual(['one', 'two'])
  isDisconnected = true
  await endAll()
  expect(begun).toEqual(['one', 'two', 'three', 'four'])
  expect(refused).toEqual(['gone'])
})

test('[ACC-60] fifty may wait, and fifty more from known browsers', async () => {
  const { ask, begun, refused, endAll } = watchedQueue()
  for (let number = 1; number <= 53; number += 1) ask(`stranger ${number}`, STRANGER)
  for (let number = 1; number <= 51; number += 1) ask(`teacher ${number}`, TEACHER)
  await endAll()
  expect(refused).toEqual(['stranger 53', 'teacher 51'])
  expect(begun).toHaveLength(102)
  expect(begun.at(-1)).toBe('teacher 50')
})
