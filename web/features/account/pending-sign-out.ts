import { PENDING_SIGN_OUT_KEY } from '../../lib/signed-in.ts'
import { readStored, removeStored } from '../../lib/storage.ts'
import { signOut } from './session.ts'

const FIRST_PAUSE_MS = 3000
const MAX_PAUSE_MS = 60_000

let ending: Promise<void> | null = null

async function endNow(): Promise<void> {
  if (await signOut()) removeStored(PENDING_SIGN_OUT_KEY)
}

/** Ends the session of a person who signed out here while the server could not be reached, if there is one. Never rejects. */
export async function endPendingSignOut(): Promise<void> {
  if (readStored(PENDING_SIGN_OUT_KEY, Boolean) === null) return
  ending ??= endNow().finally(() => {
    ending = null
  })
  await ending
}

/**
 * Keeps trying to end such a session until it has ended, then calls `onEnded`. The browser's `online` event only makes the next
 * attempt sooner: on a closed network it never fires. Returns a function that stops it.
 */
export function retryPendingSignOut(onEnded: () => void = () => {}): () => void {
  let pauseMs = FIRST_PAUSE_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  function stop(): void {
    isStopped = true
    clearTimeout(timer)
    window.removeEventListener('online', tryNow)
  }
  async function attempt(): Promise<void> {
    await endPendingSignOut()
    if (isStopped) return
    if (readStored(PENDING_SIGN_OUT_KEY, Boolean) === null) {
      stop()
      onEnded()
      return
    }
    clearTimeout(timer)
    timer = setTimeout(tryNow, pauseMs)
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
  }
  function tryNow(): void {
    void attempt()
  }
  window.addEventListener('online', tryNow)
  tryNow()
  return stop
}
