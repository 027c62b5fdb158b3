import { expect, test } from 'vitest'
import { fairQueue, type Requester } from '../../server/account/fair-queue.ts'
import { Refusal } from '../../server/http/errors.ts'

const STRANGER: Requester = {
  address: 'a',
  account: '',
  isKnown: false,
  isDisconnected: () => false,
}
const TEACHER: Requester = { ...STRANGER, isKnown: true }

/** What was begun by what has been done so far has been done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A queue of two places whose jobs end on request, and the started jobs, in order. */
function watchedQueue(maxWaiting = 100) {
  const queue = fairQueue({ concurrency: 2, maxWaiting })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const refused: string[] = []
  const ask = (name: string, requester: Requester): void => {
    const work = (): Promise<void> => {
      begun.push(name)
      return new Promise((end) => ends.set(name, end))
    }
    queue.run(requester, work).catch((error: unknown) => {
      expect(error).toMatchObject({ status: 503, retryAfterSeconds: 10 })
      expect(error).toBeInstanceOf(Refusal)
      refused.push(name)
    })
  }
  /** Ends each job as soon as it has begun, until nothing waits. */
  const endAll = async (): Promise<void> => {
    await settled()
    for (const [name, end] of ends) {
      ends.delete(name)
      end()
      await settled()
    }
    if (ends.size > 0) await endAll()
  }
  return { ask, begun, refused, endAll }
}

test('[ACC-60] addresses take turns, and within an address accounts', async () => {
  const { ask, begun, endAll } = watchedQueue()
  for (let number = 0; number < 6; number += 1) ask(`flood ${number}`, STRANGER)
  for (let number = 0; number < 3; number += 1) {
    ask(`school ${number}`, { ...STRANGER, address: 'b', account: 'ann@school.example' })
  }
  ask('other account', { ...STRANGER, address: 'b', account: 'ben@school.example' })
  await endAll()
  expect(begun).toEqual([
    'flood 0',
    'school 0',
    'flood 1',
    'other account',
    'flood 2',
    'school 1',
    'flood 3',
    'school 2',
    'flood 4',
    'flood 5',
  ])
})

test('[ACC-60] one slot is reserved for browsers that have signed in before, and one for strangers', async () => {
  const { ask, begun, endAll } = watchedQueue()
  for (let number = 0; number < 3; number += 1) ask(`stranger ${number}`, STRANGER)
  await settled()
  expect(begun).toEqual(['stranger 0'])
  for (let number = 0; number < 3; number += 1) ask(`teacher ${number}`, TEACHER)
  await settled()
  expect(begun).toEqual(['stranger 0', 'teacher 0'])
  await endAll()
  expect(begun).toHaveLength(6)
  // While teachers wait, strangers are not left out either.
  expect(begun.indexOf('stranger 1')).toBeLessThan(begun.indexOf('teacher 2'))
})

test('[ACC-60] browsers that have signed in before use both slots while no stranger waits', async () => {
  const { ask, begun } = watchedQueue()
  for (let number = 0; number < 3; number += 1) ask(`teacher ${number}`, TEACHER)
  await settled()
  expect(begun).toEqual(['teacher 0', 'teacher 1'])
})

test('[ACC-60] a full queue rejects the newest job of the address with the most', async () => {
  const { ask, begun, refused, endAll } = watchedQueue(4)
  for (let number = 0; number < 6; number += 1) ask(`flood ${number}`, STRANGER)
  await settled()
  expect(refused).toEqual(['flood 5'])
  ask('school', { ...STRANGER, address: 'b' })
  await settled()
  expect(refused).toEqual(['flood 5', 'flood 4'])
  await endAll()
  expect(begun.slice(0, 2)).toEqual(['flood 0', 'school'])
  expect(begun).toHaveLength(5)
})

test('[ACC-60] a job whose client has disconnected is dropped, and takes no slot', async () => {
  const { ask, begun, refused, endAll } = watchedQueue(2)
  let isDisconnected = false
  ask('first', STRANGER)
  ask('gone', { ...STRANGER, isDisconnected: () => isDisconnected })
  ask('waits', STRANGER)
  isDisconnected = true
  ask('comes later', STRANGER)
  await settled()
  expect(refused).toEqual(['gone'])
  await endAll()
  expect(begun).toEqual(['first', 'waits', 'comes later'])
})
