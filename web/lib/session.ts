import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Me, SignedInRole } from '../../contract/account.ts'
import * as sessionCalls from '../generated/session-calls.ts'
import { newSubmissionId } from './random-id.ts'
import { hasShape, isText } from './shape.ts'
import { SIGNED_IN_KEY, signedInMark, TOUCHED_KEY } from './signed-in.ts'
import { readStored, removeStored, tabStore, writeStored } from './storage.ts'

export type SignedInSession =
  | { readonly kind: 'nobody' }
  /** Signed in; who it is has been requested. */
  | { readonly kind: 'asking' }
  /** Signed in; the server is unreachable. */
  | { readonly kind: 'away' }
  | { readonly kind: 'signed_in'; readonly me: Me }
  /** Was signed in on this page; the session has expired or was ended. */
  | { readonly kind: 'over'; readonly me: Me }

/** In session storage, which ends with the tab. */
const ME_KEY = 'tenfold.me'

const isKept = hasShape({ mark: isText, me: sessionCalls.me.accepts })

/** The session as stored in this tab, unless somebody has signed in or out in this browser since. */
function readKept(): SignedInSession {
  const mark = signedInMark()
  if (mark === '') return { kind: 'nobody' }
  const known = tabStore.read(ME_KEY, (json) => (isKept(json) && json.mark === mark ? json.me : null))
  return known ? { kind: 'signed_in', me: known } : { kind: 'asking' }
}

const store = createStore<SignedInSession>(readKept)
const markAtLoad = signedInMark()

/** Subscribes to the session. */
export function useSession(): SignedInSession {
  return useStore(store)
}

/** The current session. */
export function currentSession(): SignedInSession {
  return store.getState()
}

/** Whether the browser has lost the mark of this page's person, as when its storage is cleared: only the server knows who it is. */
export function isMarkLost(): boolean {
  const { kind } = store.getState()
  return kind !== 'nobody' && kind !== 'over' && readStored(SIGNED_IN_KEY, String) === null
}

function keep(me: Me): void {
  tabStore.write(ME_KEY, { mark: signedInMark(), me })
}

/** Sets the signed-in person, as the server has answered. */
export function setSignedIn(me: Me): void {
  // A person's role never changes, so the mark was another person's. The stamp stays, because nobody has just signed in or out.
  if (!signedInMark().startsWith(me.role)) {
    writeStored(SIGNED_IN_KEY, (signedInMark() || markAtLoad).replace(/^\w*/, me.role))
  }
  keep(me)
  store.setState({ kind: 'signed_in', me }, true)
}

/** Somebody has just signed in: stores the session for the next page, and a new stamp for other tabs. */
export function startSession(me: Me): void {
  clearTab()
  writeMark(me.role)
  keep(me)
}

function clearTab(): void {
  for (const key of tabStore.keys('tenfold.')) tabStore.remove(key)
}

function writeMark(role: SignedInRole): void {
  writeStored(SIGNED_IN_KEY, `${role} ${newSubmissionId()}`)
}

/** The server is unreachable. Keeps a known person. */
export function setUnreachable(): void {
  if (store.getState().kind === 'asking') store.setState({ kind: 'away' }, true)
}

/** Requests the session again. */
export function setLoading(): void {
  if (store.getState().kind === 'away') store.setState({ kind: 'asking' }, true)
}

/**
 * The server no longer accepts the session. If the person is known, the page keeps showing its state, because the person may be
 * in the middle of something.
 */
export function markSessionEnded(): void {
  const before = store.getState()
  tabStore.remove(ME_KEY)
  if ('me' in before) store.setState({ kind: 'over', me: before.me }, true)
  else {
    clearSession()
    store.setState({ kind: 'nobody' }, true)
  }
}

const signingOut = new AbortController()

/** Aborted when a sign-out begins; cancels the person's requests. */
export const signOutSignal = signingOut.signal

/** A sign-out has begun. The page reloads before the next sign-in. */
export function beginSignOut(): void {
  signingOut.abort()
}

/** A sign-out has finished. */
export function finishSignOut(): void {
  clearSession()
  store.setState({ kind: 'nobody' }, true)
}

/** Empties the mark of this browser and removes the person's data from this tab. */
export function clearSession(): void {
  writeStored(SIGNED_IN_KEY, '')
  removeStored(TOUCHED_KEY)
  clearTab()
}
