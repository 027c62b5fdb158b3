import { removeStored } from '../../lib/storage.ts'
import type { LoggedGuestSession } from './guest-log.ts'
import { currentGuest, guestLog } from './guest-store.ts'
import { LAST_SCORE_KEY, SAVED_NICKNAME_KEY, SAVED_STATE_KEY, SESSION_KEY } from './identity.ts'

type TakenGuest = { readonly sessionToken: string; readonly played: readonly LoggedGuestSession[] }

/**
 * Removes today's guest from the device and returns its token and sessions; null if there is none. A guest of another day stays:
 * on a shared device that was probably somebody else. The page must be reloaded afterwards.
 */
export function takeGuest(today: string): TakenGuest | null {
  const guest = currentGuest()
  if (guest?.lastActiveDate !== today) return null
  for (const key of [SESSION_KEY, SAVED_NICKNAME_KEY, SAVED_STATE_KEY, LAST_SCORE_KEY]) removeStored(key)
  return { sessionToken: guest.sessionToken, played: guestLog.take() }
}
