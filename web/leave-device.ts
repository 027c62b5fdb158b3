import { forgetAccount, signOut } from './features/account/session.ts'
import { LAST_SCORE_KEY } from './features/guest/identity.ts'
import { finishStudentHere } from './features/student/student-store.ts'
import type { CallResult } from './lib/api.ts'
import type { Role } from './lib/session.ts'
import { removeStored } from './lib/storage.ts'

/** Signs out on the server and on this device. A failure leaves somebody signed in, and says why. */
export async function leaveDevice(role: Role): Promise<CallResult<unknown>> {
  if (role === 'student') await finishStudentHere()
  const result = await signOut()
  if (!result.ok) return result
  if (role === 'student') removeStored(LAST_SCORE_KEY)
  forgetAccount()
  return result
}
