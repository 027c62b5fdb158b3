import { fieldsOf } from '../../domain/json-fields.ts'
import type { DurableStore } from './storage.ts'

/** The player id of whoever plays on this device without an account. */
export const GUEST = 'guest'

/** Before the id of a student, or `guest`: the key under which a device keeps what it remembers of a player. */
export const LEARNING_PREFIX = 'tenfold.learning.'

/**
 * Only the days on which warm-ups were offered, so that a child who declined is not asked at every sign-in. Null if none was
 * offered.
 */
function offersOnly(json: unknown): Readonly<Record<string, unknown>> | null {
  const offers = [...fieldsOf(fieldsOf(json).get('warmUps'))].flatMap(([inputType, warmUp]) => {
    const offeredDay = fieldsOf(warmUp).get('offeredDay')
    return typeof offeredDay === 'number' ? [[inputType, { offeredDay }]] : []
  })
  return offers.length === 0 ? null : { warmUps: Object.fromEntries(offers) }
}

/** Forgets what this device remembers of everybody but these players, except when warm-ups were offered. */
export function forgetLearning(store: DurableStore, keep: readonly string[]): void {
  for (const key of store.keys(LEARNING_PREFIX)) {
    if (keep.includes(key.slice(LEARNING_PREFIX.length))) continue
    const offers = store.read(key, offersOnly)
    if (offers) store.write(key, offers)
    else store.remove(key)
  }
}

/** Forgets when warm-ups were offered to students. */
export function forgetOffers(store: DurableStore): void {
  for (const key of store.keys(LEARNING_PREFIX)) if (key !== LEARNING_PREFIX + GUEST) store.remove(key)
}
