import { MAX_SECONDS_AGO } from './generated/constants.ts'
import { fieldsOf } from '../domain/json-fields.ts'
import { practiceDay } from '../domain/practice-day.ts'
import { GUEST, GUEST_ACHIEVEMENTS_KEY, GUEST_LOG_PREFIX, LEARNING_PREFIX } from './lib/learning-key.ts'
import type { DurableStore } from './lib/storage.ts'

/** Matches the keys of all outboxes, so that their code need not be loaded if nobody plays. */
const ITEM_KEY = /^tenfold\.([a-z]+-)?outbox\./

/** By the server's clock, or by the device's. */
function madeAtMsOf(json: unknown): number | null {
  const item = fieldsOf(json)
  const [serverMs, madeAtMs] = [item.get('serverMs'), item.get('madeAtMs')]
  if (typeof serverMs === 'number') return serverMs
  return typeof madeAtMs === 'number' ? madeAtMs : null
}

/** How often a page looks whether the server has told its time. */
const LOOK_MS = 5000

/** Deletes what is too old, once the server has told its time: by a wrong clock of the device, what is new could be old. */
export function deleteOldWhenKnown(store: DurableStore, knownMs: () => number, days: number): void {
  const nowMs = knownMs()
  if (nowMs === 0) return void setTimeout(deleteOldWhenKnown, LOOK_MS, store, knownMs, days)
  dropStaleItems(store, nowMs)
  deleteOldGarden(store, nowMs, days)
}

/**
 * Deletes items that are too old for the server. An outbox does this when it sends, but a student's outbox only sends while
 * that student is signed in, who may never come back to this device.
 */
export function dropStaleItems(store: DurableStore, nowMs: number): void {
  for (const key of store.keys('tenfold.')) {
    if (!ITEM_KEY.test(key)) continue
    const madeAtMs = store.read(key, madeAtMsOf)
    if (madeAtMs === null || nowMs - madeAtMs > MAX_SECONDS_AGO * 1000) store.remove(key)
  }
}

const DAY_MS = 86_400_000

/** Forgets the guest's memory, answers and achievements once nothing was practiced for more than `days` days. */
export function deleteOldGarden(store: DurableStore, nowMs: number, days: number): void {
  const key = LEARNING_PREFIX + GUEST
  const last = store.read(key, (json) => {
    const day = fieldsOf(fieldsOf(json).get('memory')).get('day')
    // 0 if nothing was practiced yet.
    return typeof day === 'number' && day > 0 ? day : null
  })
  if (last === null || Date.parse(`${practiceDay(nowMs)}T00:00:00Z`) / DAY_MS - last <= days) return
  for (const old of [key, GUEST_ACHIEVEMENTS_KEY, ...store.keys(GUEST_LOG_PREFIX)]) store.remove(old)
}
