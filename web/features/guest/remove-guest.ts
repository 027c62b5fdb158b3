import { removeStored } from '../../lib/storage.ts'
import { guestLog } from './guest-log.ts'
import { LAST_SCORE_KEY, SAVED_NICKNAME_KEY, SAVED_STATE_KEY, SESSION_KEY } from './identity.ts'

/** Removes the guest and its answers from the device. The page must be reloaded afterwards. */
export function removeGuest(): void {
  for (const key of [SESSION_KEY, SAVED_NICKNAME_KEY, SAVED_STATE_KEY, LAST_SCORE_KEY]) removeStored(key)
  guestLog.clear()
}
