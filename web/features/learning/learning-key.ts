import type { DurableStore } from '../../lib/storage.ts'

/** Whoever plays on this device without an account. */
export const GUEST = 'guest'

/** Before the id of a student, or `guest`: the key under which a device keeps what it remembers of a player. */
export const LEARNING_PREFIX = 'tenfold.learning.'

/** Forgets what this device remembers of everybody but these. */
export function forgetLearning(store: DurableStore, keep: readonly string[]): void {
  for (const key of store.keys(LEARNING_PREFIX)) {
    if (!keep.includes(key.slice(LEARNING_PREFIX.length))) store.remove(key)
  }
}
