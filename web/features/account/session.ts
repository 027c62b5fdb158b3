import type { Me, SignedInRole } from '../../../contract/account.ts'
import * as sessionCalls from '../../generated/session-calls.ts'
import { call, type CallResult } from '../../lib/api.ts'
import { noteLanding } from '../../lib/landing.ts'
import { clearSession, startSession } from '../../lib/session.ts'
import { readMe } from '../../lib/session-call.ts'
import { PENDING_SIGN_OUT_KEY } from '../../lib/signed-in.ts'
import { endHandedOver } from '../../lib/handed-over.ts'
import { removeStored } from '../../lib/storage.ts'

/** How long a child waits for the sign-out request. */
const SIGN_OUT_MS = 5000

const HOMES: Record<SignedInRole, string> = {
  student: '/dashboard',
  teacher: '/classes',
  parent: '/children',
}

/** The page after signing out: home, the current page, or the sign-in page for adults. */
export type PageAfter = 'at_home' | 'here' | 'for_adult'

/** The home page of a role. */
export function homeOf(role: SignedInRole): string {
  return HOMES[role]
}

/**
 * After a sign-in: reads who is signed in, waits for `onEntered`, and reloads the app at `back` or the role's home page, so
 * that nothing of the previous person stays in memory. Rejects if the server cannot say who is signed in.
 */
export async function finishSignIn(
  back: string | null,
  onEntered: (me: Me) => void | Promise<void> = () => {},
): Promise<CallResult<Me>> {
  const result = await readMe()
  if (!result.ok) return result
  // Another cookie has taken the place of the one that was to be ended.
  removeStored(PENDING_SIGN_OUT_KEY)
  startSession(result.value)
  if (result.value.role !== 'student') endHandedOver()
  await onEntered(result.value)
  if (back === null && result.value.role === 'teacher') noteLanding()
  location.replace(back ?? homeOf(result.value.role))
  return result
}

/** Enters at the role's home page. If the server cannot say who is signed in, shows the sign-in page. */
export function openHomeOrSignIn(): void {
  void finishSignIn(null).then((entered) => entered.ok || location.replace('/sign-in'))
}

/** Signs out on the server. True if nobody is signed in afterward, which includes a session that had already ended. */
export async function signOut(): Promise<boolean> {
  const result = await call(sessionCalls.signOut, {}, { timeoutMs: SIGN_OUT_MS })
  return result.ok || result.status === 401
}

/**
 * Clears the ended session in this browser and reloads the app: at home, on the current page (so that a child does not have to
 * scan its card again), or at the sign-in page of adults.
 */
export function clearAccount(begins: PageAfter): void {
  clearSession()
  if (begins === 'here') location.reload()
  else location.replace(begins === 'at_home' ? '/guest' : `/sign-in?back=${HOMES.parent}`)
}
