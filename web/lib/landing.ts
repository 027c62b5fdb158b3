import { tabStore } from './storage.ts'

const KEY = 'tenfold.landing'

/** Notes that somebody has just signed in, so that the first page can lead on to where they most likely want to be. */
export function noteLanding(): void {
  tabStore.write(KEY, true)
}

/** Whether somebody has just signed in, until `endLanding`. */
export function isLanding(): boolean {
  return tabStore.read(KEY, (json) => json === true) === true
}

export function endLanding(): void {
  tabStore.remove(KEY)
}
