import { createStore } from 'zustand/vanilla'
import { fieldsOf } from '../../domain/json-fields.ts'
import type { DurableStore } from './storage.ts'

/** The player id of the guest on this device. */
export const GUEST = 'guest'

/** The storage key of what the guest of this device has achieved. */
export const GUEST_ACHIEVEMENTS_KEY = 'tenfold.guestAchievements'

/** The prefix of storage keys of the sessions of the guest of this device. */
export const GUEST_LOG_PREFIX = 'tenfold.guestLog.'

/** The prefix of storage keys of players' memories, followed by the student's id or `guest`. */
export const LEARNING_PREFIX = 'tenfold.learning.'

/** Counts how often this tab has stored a memory, so that what is drawn from one is drawn again. */
export const memoryChanges = createStore(() => 0)

/**
 * Keeps only the days on which warm-ups were offered, so that a child who declined is not asked at every sign-in. Null if none
 * was offered.
 */
function offersOnly(json: unknown): Readonly<Record<string, unknown>> | null {
  const offers = [...fieldsOf(fieldsOf(json).get('warmUps'))].flatMap(([inputType, warmUp]) => {
    const offeredDay = fieldsOf(warmUp).get('offeredDay')
    return typeof offeredDay === 'number' ? [[inputType, { offeredDay }]] : []
  })
  return offers.length === 0 ? null : { warmUps: Object.fromEntries(offers) }
}

/** Deletes the memories of all players but these, except the days on which warm-ups were offered. */
export function deleteLearning(store: DurableStore, keep: readonly string[]): void {
  for (const key of store.keys(LEARNING_PREFIX)) {
    if (keep.includes(key.slice(LEARNING_PREFIX.length))) continue
    const offers = store.read(key, offersOnly)
    if (offers) store.write(key, offers)
    else store.remove(key)
  }
}

/** Deletes the days on which warm-ups were offered to students. */
export function deleteWarmUpOffers(store: DurableStore): void {
  for (const key of store.keys(LEARNING_PREFIX)) if (key !== LEARNING_PREFIX + GUEST) store.remove(key)
}
