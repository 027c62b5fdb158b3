import { readStored } from './storage.ts'

/**
 * Says that somebody is signed in in this browser: a role and a stamp of the sign-in, and nothing that tells who. Without it
 * no call is made and no code is loaded for anybody but guests.
 */
export const SIGNED_IN_KEY = 'tenfold.signedIn'

/**
 * Says that somebody has signed out here while the server was out of reach: its cookie, which no page can read or drop, is to be
 * ended as soon as the server can be reached, and before anybody else signs in.
 */
export const LEFT_KEY = 'tenfold.left'

/** The stored mark, `role stamp`; '' for guests. */
export function signedInMark(): string {
  return readStored(SIGNED_IN_KEY, String) ?? ''
}

/** Whether this browser is a signed-in student's. */
export function isStudentHere(): boolean {
  return signedInMark().startsWith('student')
}
