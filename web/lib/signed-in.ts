import { readStored } from './storage.ts'

/**
 * Marks this browser as signed in: a role and a random stamp of the sign-in, no identity. Without it, no calls are made and no code
 * is loaded for signed-in people. Signing out empties it, so that a missing one has been lost.
 */
export const SIGNED_IN_KEY = 'tenfold.signedIn'

/**
 * Set after a sign-out while the server was unreachable. Scripts cannot delete the cookie, so the session is ended when the server
 * is reachable again, and before the next sign-in.
 */
export const PENDING_SIGN_OUT_KEY = 'tenfold.left'

/** When a page of the signed-in student was last touched, for all tabs and the next start of the browser. */
export const TOUCHED_KEY = 'tenfold.touched'

/** The stored mark, `role stamp`; '' for guests. */
export function signedInMark(): string {
  return readStored(SIGNED_IN_KEY, String) ?? ''
}

/** Whether a student is signed in here. */
export function isStudentHere(): boolean {
  return signedInMark().startsWith('student')
}
