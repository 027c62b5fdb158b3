import { expect, test, vi } from 'vitest'
import { MAX_SECONDS_AGO } from '../../contract/guest.ts'
import { guestItems } from '../../web/features/guest/guest-outbox.ts'
import { studentItems } from '../../web/features/student/student-outbox.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { deleteOldWhenKnown, dropStaleItems } from '../../web/stale-items.ts'
import { MemoryStorage } from './memory-storage.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 15)
const OLDEST_MS = NOW_MS - MAX_SECONDS_AGO * 1000

test('[OUT-10] drops what the server no longer accepts, from guests and students, and nothing else', () => {
  const storage = new MemoryStorage()
  const store = createDurableStore(() => storage)
  const put = (key: string, madeAtMs: number): void =>
    void store.write(key, { id: key, player: 'deleted', order: 1, madeAtMs, content: {} })
  for (const { prefix } of [guestItems, studentItems]) {
    put(`${prefix}old`, OLDEST_MS - 1)
    put(`${prefix}young`, OLDEST_MS)
    store.write(`${prefix}garbage`, { id: 'garbage' })
  }
  store.write('tenfold.class', { code: 'BCD234' })
  store.write('guestSession', { madeAtMs: 0 })
  dropStaleItems(store, NOW_MS)
  expect(store.keys('').toSorted()).toEqual(
    ['guestSession', 'tenfold.class', `${guestItems.prefix}young`, `${studentItems.prefix}young`].toSorted(),
  )
})

const keyOf = (name: string): string => guestItems.prefix + name

test('[OUT-10, DAY-6] drops nothing before the server has told its time, and an item by its time from the server', () => {
  vi.useFakeTimers()
  const storage = new MemoryStorage()
  const store = createDurableStore(() => storage)
  const put = (name: string, madeAtMs: number, serverMs: number | null): void =>
    void store.write(keyOf(name), { id: name, player: 'one', order: 1, madeAtMs, serverMs, content: {} })
  put('by a right clock', OLDEST_MS, null)
  put('by a slow clock', 0, OLDEST_MS)
  put('by a fast clock', NOW_MS * 2, OLDEST_MS - 1)
  put('too old', OLDEST_MS - 1, null)
  let knownMs = 0
  deleteOldWhenKnown(store, () => knownMs, 30)
  vi.advanceTimersByTime(3_600_000)
  expect(store.keys('')).toHaveLength(4)
  knownMs = NOW_MS
  vi.advanceTimersByTime(60_000)
  expect(store.keys('').toSorted()).toEqual([keyOf('by a right clock'), keyOf('by a slow clock')])
  vi.useRealTimers()
})
