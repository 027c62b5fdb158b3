import { createRoot } from 'react-dom/client'
import type { SignedInRole } from '../contract/account.ts'
import { clearAccount, signOut, type PageAfter } from './features/account/session.ts'
import { SignedOutPage } from './features/account/signed-out-page.tsx'
import { CARDS_KEY, CLASS_GOAL_KEY, PACE_KEY } from './lib/practice-key.ts'
import { LAST_SCORE_KEY } from './features/guest/identity.ts'
import { deleteLearning, GUEST } from './lib/learning-key.ts'
import { removeStudentCalm } from './lib/calm.ts'
import { finishStudentHere } from './features/student/student-store.ts'
import { beginSignOut, finishSignOut } from './lib/session.ts'
import { PENDING_SIGN_OUT_KEY } from './lib/signed-in.ts'
import { browserStore, removeStored, writeStored } from './lib/storage.ts'
import { deleteFrames } from './lib/todays-ten.ts'
import { detachStorage } from './other-tabs.ts'

/**
 * Replaces the app on the screen, because it cannot be reloaded offline. It may still be running, but shows nothing of the
 * person who has left.
 */
function clearScreen(): void {
  const place = document.createElement('div')
  place.className = 'flex min-h-dvh flex-col justify-center'
  document.body.replaceChildren(place)
  createRoot(place).render(<SignedOutPage />)
}

/** Signs out on this device, and on the server once it can be reached; then restarts the app there. */
export async function leaveDevice(role: SignedInRole, begins: PageAfter = 'at_home'): Promise<void> {
  beginSignOut()
  if (role === 'student') await finishStudentHere()
  const isOut = await signOut()
  if (role === 'student') {
    removeStored(LAST_SCORE_KEY)
    removeStudentCalm()
    removeStored(PACE_KEY)
    removeStored(CARDS_KEY)
    removeStored(CLASS_GOAL_KEY)
    deleteLearning(browserStore, [GUEST])
    deleteFrames(browserStore, [GUEST])
  }
  if (isOut) {
    clearAccount(begins)
    detachStorage()
    return
  }
  writeStored(PENDING_SIGN_OUT_KEY, true)
  clearScreen()
  finishSignOut()
}
