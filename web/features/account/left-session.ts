import { LEFT_KEY } from '../../lib/signed-in.ts'
import { readStored, removeStored } from '../../lib/storage.ts'
import { signOut } from './session.ts'

let ending: Promise<void> | null = null

async function endNow(): Promise<void> {
  if (await signOut()) removeStored(LEFT_KEY)
}

/** Ends the session of who signed out here while the server was out of reach, if there is one. Never rejects. */
export async function endLeftSession(): Promise<void> {
  if (readStored(LEFT_KEY, Boolean) === null) return
  ending ??= endNow().finally(() => {
    ending = null
  })
  await ending
}

/** Ends such a session now, or as soon as the network is back. */
export function keepEndingLeftSession(): void {
  window.addEventListener('online', () => void endLeftSession())
  void endLeftSession()
}
