import { MAX_SECONDS_AGO } from './generated/constants.ts'
import type { DurableStore } from './lib/storage.ts'

/** An item of any outbox, told by its key: their own code is not fetched where nobody plays. */
const ITEM_KEY = /^tenfold\.([a-z]+-)?outbox\./

function madeAtMsOf(json: unknown): number | null {
  const isItem = typeof json === 'object' && json !== null && 'madeAtMs' in json
  return isItem && typeof json.madeAtMs === 'number' ? json.madeAtMs : null
}

/**
 * Forgets what has waited longer than the server takes it. An outbox does so when it sends; a student's sends for that student
 * alone, who may be deleted, or never come back to this device.
 */
export function dropStaleItems(store: DurableStore, nowMs: number): void {
  for (const key of store.keys('tenfold.')) {
    if (!ITEM_KEY.test(key)) continue
    const madeAtMs = store.read(key, madeAtMsOf)
    if (madeAtMs === null || nowMs - madeAtMs > MAX_SECONDS_AGO * 1000) store.remove(key)
  }
}
