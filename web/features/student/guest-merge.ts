import * as studentCalls from '../../generated/student-calls.ts'
import { call } from '../../lib/api.ts'
import { browserStore } from '../../lib/storage.ts'

/** Guests that are to become a student, until the server has said that they have. */
const MERGE_PREFIX = 'tenfold.merge.'

function reviveStudentId(json: unknown): string | null {
  return typeof json === 'string' ? json : null
}

/** Keeps that what this guest played is the student's. */
export function noteGuestMerge(studentId: string, sessionToken: string): void {
  browserStore.write(MERGE_PREFIX + sessionToken, studentId)
}

/** Asks the server to make the student's what its guests played on this device; what it does not answer is asked again later. */
export async function mergeGuests(studentId: string): Promise<void> {
  for (const key of browserStore.keys(MERGE_PREFIX)) {
    if (browserStore.read(key, reviveStudentId) !== studentId) continue
    const sessionToken = key.slice(MERGE_PREFIX.length)
    const result = await call(studentCalls.mergeGuest, { body: { sessionToken } })
    // What the server will never take is not asked for again.
    if (result.ok || [400, 404, 409].includes(result.status)) browserStore.remove(key)
  }
}
