import { expect, test } from 'vitest'
import { StorageUnavailable } from '../../server/http/errors.ts'
import { Batcher, type Outcome } from '../../server/storage/sql/batcher.ts'

type Served = readonly (readonly number[])[]

/** A batcher that doubles numbers, and the batches it has run. */
function doubling(
  work: (items: readonly number[]) => Promise<readonly Outcome<number>[]> = async (items) =>
    items.map((item) => ({ ok: true, value: 2 * item })),
  maxWaiting = 100,
): { batcher: Batcher<number, number>; served: Served } {
  const served: number[][] = []
  const batcher = new Batcher<number, number>({
    maxBatchSize: 3,
    maxConcurrent: 1,
    maxWaiting,
    runBatch: (items) => {
      served.push([...items])
      return work(items)
    },
  })
  return { batcher, served }
}

const statuses = (outcomes: readonly PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status)

test('[STO-3] processes simultaneous items together, and returns each its own result', async () => {
  const { batcher, served } = doubling()
  expect(await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)))).toEqual([2, 4, 6, 8, 10])
  expect(served).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  expect(await batcher.add(6)).toBe(12)
})

test('[STO-3] rejects only the item that is refused', async () => {
  const refusal = new Error('no odd numbers')
  const { batcher, served } = doubling(async (items) =>
    items.map((item) => (item % 2 === 0 ? { ok: true, value: 2 * item } : { ok: false, error: refusal })),
  )
  const outcomes = await Promise.allSettled([2, 3, 4].map((item) => batcher.add(item)))
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: refusal },
    { status: 'fulfilled', value: 8 },
  ])
  expect(served).toHaveLength(1)
})

test('[STO-3] finds an item that makes the whole batch fail by processing each alone', async () => {
  const { batcher, served } = doubling(async (items) => {
    if (items.includes(2)) throw new Error('two is a wrong number')
    return items.map((item) => ({ ok: true, value: 2 * item }))
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
  expect(statuses(outcomes)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(served).toEqual([[1, 2, 3], [1], [2], [3]])
  expect(await batcher.add(4)).toBe(8)
})

test('[STO-7] fails all waiting callers at once when the store is unavailable, and retries for the next item', async () => {
  let isAway = true
  const { batcher, served } = doubling(async (items) => {
    if (isAway) throw new StorageUnavailable({ cause: new Error('gone') })
    return items.map((item) => ({ ok: true, value: 2 * item }))
  })
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => batcher.add(item)))
  for (const outcome of outcomes) expect(outcome).toHaveProperty('reason', expect.any(StorageUnavailable))
  expect(served).toEqual([[1, 2, 3]])
  isAway = false
  expect(await batcher.add(6)).toBe(12)
})

test('[STO-7] rejects items when the queue is full', async () => {
  const { batcher } = doubling(undefined, 2)
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
  expect(statuses(outcomes)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[2]).toHaveProperty('reason', expect.any(StorageUnavailable))
})
