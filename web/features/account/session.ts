import type { Me, SignedInRole } from '../../../contract/account.ts'
import * as sessionCalls from '../../generated/session-calls.ts'
import { call, type CallResult } from '../../lib/api.ts'
import { clearSession, startSession } from '../../lib/session.ts'
import { readMe } from '../../lib/session-call.ts'
import { PENDING_SIGN_OUT_KEY } from '../../lib/signed-in.ts'
import { removeStored } from '../../lib/storage.ts'

/** A child does not wait longer than this for the server to hear that it has left. */
const SIGN_OUT_MS = 5000

const HOMES: Record<SignedInRole, string> = {
  student: '/dashboard',
  teacher: '/classes',
  parent: '/children',
}

/** Where a role is at home. */
export function homeOf(role: SignedInRole): string {
  return HOMES[role]
}

/**
 * After the server has let somebody in: finds out who, waits for `onEntered`, and begins the app anew at `back` or where that
 * role is at home, so that nothing of whoever was here before is left in memory. Fails when the server cannot say who.
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
  await onEntered(result.value)
  location.replace(back ?? homeOf(result.value.role))
  return result
}

/** Enters where that role is at home; whoever the server cannot name just now signs in by hand. */
export function openHomeOrSignIn(): void {
  void finishSignIn(null).then((entered) => entered.ok || location.replace('/sign-in'))
}

/** Signs out on the server, and says whether it is so; who is not signed in any more is so already. */
export async function signOut(): Promise<boolean> {
  const result = await call(sessionCalls.signOut, {}, { timeoutMs: SIGN_OUT_MS })
  return result.ok || result.status === 401
}

/**
 * Nobody is signed in any more, on the server as well: forgets it in this browser, and begins the app anew, at home or where it is:
 * whoever holds a card is not to need it twice.
 */
export function clearAccount(begins: 'at_home' | 'here'): void {
  clearSession()
  if (begins === 'here') location.reload()
  else location.replace('/guest')
}

/** A path of this app to go back to, from the address of signing in; null for none and for one of another site. */
export function backFromQuery(text: string | null): string | null {
  if (text === null || !text.startsWith('/')) return null
  const address = new URL(text, location.origin)
  const isOurs = address.origin === location.origin && address.pathname !== '/sign-in'
  return isOurs ? address.pathname + address.search : null
}
