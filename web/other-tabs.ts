import { isStudentHere, SIGNED_IN_KEY, signedInMark } from './lib/signed-in.ts'
import { browserStore, replaceBrowserStorage, type KeyValueStorage } from './lib/storage.ts'

/** Pages that hold the token of a mailed link, which a reload would lose. They show nobody's data. */
const HOLDS_TOKEN = /^\/(reset|verify|join)\b/
/** Where a guest's tab is not reloaded: during a battle, and while somebody is signing in. */
const NOT_RELOADED = /^\/(battle|sign-in|sign-up|reset|verify|join)$/
/** Events of every navigation: the router (wouter) dispatches the last two. */
const NAVIGATION_EVENTS = ['popstate', 'pushState', 'replaceState']

const stampNow = (): string | undefined => signedInMark().split(' ')[1]
const stampAtLoad = stampNow()

function copyOfStorage(): KeyValueStorage {
  const texts = new Map<string, string>()
  for (const key of browserStore.keys('')) {
    texts.set(key, JSON.stringify(browserStore.read(key, (json) => json)))
  }
  return {
    get length() {
      return texts.size
    },
    key: (at) => [...texts.keys()][at] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

/**
 * From now on this page writes to a copy of the storage in memory. Without this, the state that a page saves when it is unloaded
 * would restore a player who has just signed out.
 */
export function detachStorage(): void {
  replaceBrowserStorage(copyOfStorage())
}

/** Reloads the page for the person who is signed in now; the page stores nothing more for the previous player. */
export function restartPage(): void {
  if (HOLDS_TOKEN.test(location.pathname)) return
  detachStorage()
  location.reload()
}

/** Whether somebody has signed in or out in another tab since this page was loaded. */
export function isOutdated(): boolean {
  return stampNow() !== stampAtLoad
}

/** Calls `listener` when the browser restores this page from the back/forward cache. Returns a function that unsubscribes. */
export function onPageRestored(listener: () => void): () => void {
  const handle = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener()
  }
  window.addEventListener('pageshow', handle)
  return () => window.removeEventListener('pageshow', handle)
}

/** Calls `listener` when another tab signs in or out. Returns a function that unsubscribes. */
export function onOtherTabSession(listener: () => void): () => void {
  const handle = ({ key }: StorageEvent): void => {
    if (key === null || key === SIGNED_IN_KEY) listener()
  }
  window.addEventListener('storage', handle)
  return () => window.removeEventListener('storage', handle)
}

function leaveGuest(): void {
  if (!isOutdated() || NOT_RELOADED.test(location.pathname)) return
  // If an adult signs in, the guest stays and the game goes on. If a student signs in, the guest has been merged into the student.
  if (isStudentHere()) restartPage()
  else location.reload()
}

/**
 * Reloads a guest's page when a student signs in in another tab: the guest no longer exists, so what is played on would be lost.
 */
export function watchGuestTab(): void {
  onOtherTabSession(leaveGuest)
  onPageRestored(leaveGuest)
  document.addEventListener('visibilitychange', leaveGuest)
  for (const name of NAVIGATION_EVENTS) window.addEventListener(name, leaveGuest)
}
