import { expect, test } from 'vitest'
import { StorageUnavailable } from '../../server/http/errors.ts'
import { ConcurrencyLimit } from '../../server/storage/postgres/concurrency-limit.ts'
import { deferred } from '../factories/deferred.ts'

test('[STO-24] jobs beyond the limit are rejected at once, and waiting ones run in order', async () => {
  const limit = new ConcurrencyLimit({ maxRunning: 2, maxWaiting: 3, maxWaitMs: 60_000 })
  const ran: number[] = []
  const gate = deferred<void>()
  const jobs = Array.from({ length: 7 }, (_, index) =>
    limit.run(async () => {
      await gate.promise
      ran.push(index)
    }),
  )
  await expect(jobs[5]).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(jobs[6]).rejects.toBeInstanceOf(StorageUnavailable)
  expect(ran).toEqual([])
  gate.resolve()
  await limit.idle()
  expect(ran).toEqual([0, 1, 2, 3, 4])
})

test('[STO-24] rejects a job whose turn does not come in time, and reports one that fails', async () => {
  const limit = new ConcurrencyLimit({ maxRunning: 1, maxWaiting: 3, maxWaitMs: 20 })
  const ending = deferred<never>()
  const stuck = limit.run(() => ending.promise)
  await expect(limit.run(async () => 1)).rejects.toBeInstanceOf(StorageUnavailable)
  const last = limit.run(async () => 2)
  ending.reject(new Error('stuck no more'))
  await expect(stuck).rejects.toThrow('stuck no more')
  expect(await last).toBe(2)
})
