import { MAX_SECONDS_AGO } from './generated/constants.ts'
import type { DurableStore } from './lib/storage.ts'

/** Matches the keys of all outboxes, so that their code need not be loaded if nobody plays. */
const ITEM_KEY = /^tenfold\.([a-z]+-)?outbox\./

function madeAtMsOf(json: unknown): number | null {
  const isItem = typeof json === 'object' && json !== null && 'madeAtMs' in json
  return isItem && typeof json.madeAtMs === 'number' ? json.madeAtMs : null
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
