import { expect, test } from 'vitest'
import { MAX_SECONDS_AGO } from '../../contract/guest.ts'
import { guestItems } from '../../web/features/guest/guest-outbox.ts'
import { studentItems } from '../../web/features/student/student-outbox.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { dropStaleItems } from '../../web/stale-items.ts'
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
