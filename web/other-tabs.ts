import { isStudentHere, SIGNED_IN_KEY, signedInMark } from './lib/signed-in.ts'
import { browserStore, keepInstead, type KeyValueStorage } from './lib/storage.ts'

/** Pages that have taken the token of a mailed link out of the address, and would lose it; nobody's things are on them. */
const HOLDS_TOKEN = /^\/(reset|verify)\b/
/** Where a guest's tab is left alone: a battle is fought to its end, and who signs in here is on the way already. */
const GOES_ON = /^\/(battle|sign-in|sign-up|reset|verify)$/
/** What moves a page of this app: the router announces its own steps by these names. */
const STEPS = ['popstate', 'pushState', 'replaceState']

const stampNow = (): string | undefined => signedInMark().split(' ')[1]
const stampAtLoad = stampNow()

function copyOfKept(): KeyValueStorage {
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
 * For a page whose player has left this device: what it still keeps until it is gone, goes with it. Otherwise the state that every
 * page keeps when it ends would bring the player back, to whoever comes next.
 */
export function stopKeeping(): void {
  keepInstead(copyOfKept())
}

/** Begins the app anew where it is, as whoever is here now; nothing of whoever was here before is kept any more. */
export function restartPage(): void {
  if (HOLDS_TOKEN.test(location.pathname)) return
  stopKeeping()
  location.reload()
}

/** Whether somebody has signed in or out in another tab, before this one listened or while it slept. */
export function isOutdated(): boolean {
  return stampNow() !== stampAtLoad
}

/** Calls back when the back button brings this page out of the memory of the browser; returns what ends it. */
export function onBroughtBack(listener: () => void): () => void {
  const hear = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener()
  }
  window.addEventListener('pageshow', hear)
  return () => window.removeEventListener('pageshow', hear)
}

/** Calls back when another tab signs in or out; returns what ends it. */
export function onOtherTabs(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === null || key === SIGNED_IN_KEY) listener()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

function leaveGuest(): void {
  if (!isOutdated() || GOES_ON.test(location.pathname)) return
  // A guest stays beside an adult, and what is played goes on; a student has taken the guest along.
  if (isStudentHere()) restartPage()
  else location.reload()
}

/**
 * A page that was opened for a guest begins anew once a child signs in in another tab, because the guest is gone: nothing that is
 * played on would be anybody's.
 */
export function keepGuestTab(): void {
  onOtherTabs(leaveGuest)
  onBroughtBack(leaveGuest)
  document.addEventListener('visibilitychange', leaveGuest)
  for (const step of STEPS) window.addEventListener(step, leaveGuest)
}
