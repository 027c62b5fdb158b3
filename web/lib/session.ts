import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Me, SignedInRole } from '../../contract/account.ts'
import * as sessionCalls from '../generated/session-calls.ts'
import { newSubmissionId } from './random-id.ts'
import { hasShape, isText } from './shape.ts'
import { SIGNED_IN_KEY, signedInMark } from './signed-in.ts'
import { createDurableStore, removeStored, writeStored } from './storage.ts'

export type SignedInSession =
  | { readonly kind: 'nobody' }
  /** Somebody is, and the server has not said yet who. */
  | { readonly kind: 'asking' }
  /** Somebody is, and the server cannot be asked who. */
  | { readonly kind: 'away' }
  | { readonly kind: 'signed_in'; readonly me: Me }
  /** Was signed in on this page, and the server knows nothing of it any more. */
  | { readonly kind: 'over'; readonly me: Me }

/** In the storage of the tab, which ends with the tab as the cookie does. */
const ME_KEY = 'tenfold.me'

const isKept = hasShape({ mark: isText, me: sessionCalls.me.accepts })

const tabStore = createDurableStore(() => (typeof window === 'undefined' ? null : window.sessionStorage))

/** As this tab last knew it, unless somebody has signed in or out in this browser since. */
function kept(): SignedInSession {
  const mark = signedInMark()
  if (mark === '') return { kind: 'nobody' }
  const known = tabStore.read(ME_KEY, (json) => (isKept(json) && json.mark === mark ? json.me : null))
  return known ? { kind: 'signed_in', me: known } : { kind: 'asking' }
}

const store = createStore<SignedInSession>(kept)

/** Who is signed in, as it changes. */
export function useSession(): SignedInSession {
  return useStore(store)
}

/** Who is signed in, now. */
export function currentSession(): SignedInSession {
  return store.getState()
}

/** Calls back whenever it changes who is signed in, until the returned function is called. */
export function onSession(listener: () => void): () => void {
  return store.subscribe(listener)
}

function keep(me: Me): void {
  tabStore.write(ME_KEY, { mark: signedInMark(), me })
}

/** The server has said who is signed in here. */
export function noteMe(me: Me): void {
  // The role of somebody who is signed in never changes: the mark was somebody else's. Nobody has come or gone: its stamp stays.
  if (!signedInMark().startsWith(me.role)) {
    writeStored(SIGNED_IN_KEY, signedInMark().replace(/^\w*/, me.role))
  }
  keep(me)
  store.setState({ kind: 'signed_in', me }, true)
}

/** Somebody has just signed in, whoever was before: the next page finds it, and every other tab finds another stamp. */
export function noteEntered(me: Me): void {
  clearTab()
  mark(me.role)
  keep(me)
}

function clearTab(): void {
  for (const key of tabStore.keys('tenfold.')) tabStore.remove(key)
}

function mark(role: SignedInRole): void {
  writeStored(SIGNED_IN_KEY, `${role} ${newSubmissionId()}`)
}

/** The server cannot be asked who is signed in; who is known stays so. */
export function noteAway(): void {
  if (store.getState().kind === 'asking') store.setState({ kind: 'away' }, true)
}

/** Asks again. */
export function noteAsking(): void {
  if (store.getState().kind === 'away') store.setState({ kind: 'asking' }, true)
}

/**
 * The server does not know the session of this browser any more. Where it was known on this page whose it was, that stays on
 * the screen, because somebody may be in the middle of something; otherwise nobody is here.
 */
export function noteOver(): void {
  const before = store.getState()
  tabStore.remove(ME_KEY)
  if ('me' in before) store.setState({ kind: 'over', me: before.me }, true)
  else {
    forgetSession()
    store.setState({ kind: 'nobody' }, true)
  }
}

const leaving = new AbortController()

/** Aborted as soon as whoever is signed in begins to leave this device: nothing more is fetched for them. */
export const leavingSignal = leaving.signal

/** Whoever is signed in begins to leave this device. The page starts over before anybody else signs in on it. */
export function noteLeaving(): void {
  leaving.abort()
}

/** Whoever was signed in has left this device: nothing of them is on this page any more. */
export function noteLeft(): void {
  forgetSession()
  store.setState({ kind: 'nobody' }, true)
}

/** Forgets in this browser that somebody is signed in, and in this tab what they did. */
export function forgetSession(): void {
  removeStored(SIGNED_IN_KEY)
  clearTab()
}
