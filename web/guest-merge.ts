import { fieldsOf } from '../domain/json-fields.ts'
import { guestItems } from './features/guest/guest-outbox.ts'
import { guestOutbox } from './features/guest/guest-store.ts'
import * as studentCalls from './generated/student-calls.ts'
import { call } from './lib/api.ts'
import { browserStore } from './lib/storage.ts'

/** Guests to be merged into a student, until the server confirms it. */
const MERGE_PREFIX = 'tenfold.merge.'

type GuestMerge = {
  readonly studentId: string
  /** What the guest's garden has reached (domain/learning/brought.ts). */
  readonly garden: string
}

function revive(json: unknown): GuestMerge | null {
  const [studentId, garden] = ['studentId', 'garden'].map((name) => fieldsOf(json).get(name))
  return typeof studentId === 'string' && typeof garden === 'string' ? { studentId, garden } : null
}

/** Stores that this guest is to be merged into the student. */
export function rememberGuestMerge(sessionToken: string, merge: GuestMerge): void {
  browserStore.write(MERGE_PREFIX + sessionToken, merge)
}

/** Whether something that this guest did has not been sent. */
function hasUnsent(sessionToken: string): boolean {
  return browserStore
    .keys(guestItems.prefix)
    .some((key) => browserStore.read(key, (json) => fieldsOf(json).get('player')) === sessionToken)
}

/**
 * Asks the server to make the student's what its guests played on this device, once that has been sent: the server takes nothing
 * under a guest's token afterwards. What it does not answer is asked again later.
 */
export async function mergeGuests(studentId: string): Promise<void> {
  const merges = browserStore.keys(MERGE_PREFIX)
  if (merges.length > 0) await guestOutbox.flush()
  for (const key of merges) {
    const merge = browserStore.read(key, revive)
    const sessionToken = key.slice(MERGE_PREFIX.length)
    if (merge?.studentId !== studentId || hasUnsent(sessionToken)) continue
    const result = await call(studentCalls.mergeGuest, { body: { sessionToken, garden: merge.garden } })
    // What the server will never take is not asked for again.
    if (result.ok || [400, 404, 409].includes(result.status)) browserStore.remove(key)
  }
}

/** Merges this student's guests now and whenever it may work again. Returns a function that stops this. */
export function startMerging(studentId: string): () => void {
  const merge = (): void => void mergeGuests(studentId)
  const stopWaiting = guestOutbox.status.subscribe(({ waiting }) => {
    if (waiting === 0) merge()
  })
  window.addEventListener('online', merge)
  merge()
  return () => {
    stopWaiting()
    window.removeEventListener('online', merge)
  }
}
