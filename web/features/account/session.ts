import { accountEndpoints } from '../../../contract/account-endpoints.ts'
import type { accountRoutes } from '../../../contract/account.ts'
import type { Output } from '../../../contract/route.ts'
import { call, type Call, type CallResult } from '../../lib/api.ts'
import { forgetSession, noteEntered, type Me, type Role } from '../../lib/session.ts'
import { readMe } from '../../lib/session-call.ts'
import { hasShape } from '../../lib/shape.ts'

type Routes = typeof accountRoutes

const isDone = hasShape<Output<Routes['signOut']['answer']>>({
  done: (json): json is true => json === true,
})

const signOutCall: Call<Routes['signOut']> = { ...accountEndpoints.signOut, accepts: isDone }

const HOMES: Record<Role, string> = { student: '/dashboard', teacher: '/classes', parent: '/children' }

/** Where a role is at home. */
export function homeOf(role: Role): string {
  return HOMES[role]
}

/**
 * After the server has let somebody in: finds out who, waits for `onEntered`, and begins the app anew at `back` or where that
 * role is at home, so that nothing of whoever was here before is left in memory. Fails when the server cannot say who.
 */
export async function enter(
  back: string | null,
  onEntered: (me: Me) => void | Promise<void> = () => {},
): Promise<CallResult<Me>> {
  const result = await readMe()
  if (!result.ok) return result
  noteEntered(result.value)
  await onEntered(result.value)
  location.replace(back ?? homeOf(result.value.role))
  return result
}

/** Enters where that role is at home; whoever the server cannot name just now signs in by hand. */
export function enterOrSignIn(): void {
  void enter(null).then((entered) => entered.ok || location.replace('/sign-in'))
}

/** Signs out on the server; who is not signed in any more is so already. What this browser keeps is left as it is. */
export async function signOut(): Promise<CallResult<{ done: true }>> {
  const result = await call(signOutCall, {})
  return result.ok || result.status !== 401 ? result : { ok: true, value: { done: true } }
}

/** Nobody is signed in any more, on the server as well: forgets it in this browser, and begins the app anew. */
export function forgetAccount(): void {
  forgetSession()
  location.replace('/guest')
}

/** A path of this app to go back to, from the address of signing in; null for none and for one of another site. */
export function backFromQuery(text: string | null): string | null {
  if (text === null || !text.startsWith('/')) return null
  const address = new URL(text, location.origin)
  const isOurs = address.origin === location.origin && address.pathname !== '/sign-in'
  return isOurs ? address.pathname + address.search : null
}
