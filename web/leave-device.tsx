import { createRoot } from 'react-dom/client'
import type { SignedInRole } from '../contract/account.ts'
import { forgetAccount, signOut } from './features/account/session.ts'
import { SignedOutPage } from './features/account/signed-out-page.tsx'
import { LAST_SCORE_KEY } from './features/guest/identity.ts'
import { forgetLearning, GUEST } from './lib/learning-key.ts'
import { finishStudentHere } from './features/student/student-store.ts'
import { noteLeaving, noteLeft } from './lib/session.ts'
import { LEFT_KEY } from './lib/signed-in.ts'
import { browserStore, removeStored, writeStored } from './lib/storage.ts'
import { stopKeeping } from './other-tabs.ts'

/**
 * The app cannot begin anew without the server: takes it off the screen, with everything of who has left. What it still does
 * behind the screen, it does for nobody.
 */
function clearScreen(): void {
  const place = document.createElement('div')
  place.className = 'flex min-h-dvh flex-col justify-center'
  document.body.replaceChildren(place)
  createRoot(place).render(<SignedOutPage />)
}

/** Signs out on this device, and on the server as soon as that can be reached; the app then begins anew, at home or where it is. */
export async function leaveDevice(role: SignedInRole, begins: 'at_home' | 'here' = 'at_home'): Promise<void> {
  noteLeaving()
  if (role === 'student') await finishStudentHere()
  const isOut = await signOut()
  if (role === 'student') {
    removeStored(LAST_SCORE_KEY)
    forgetLearning(browserStore, [GUEST])
  }
  if (isOut) {
    forgetAccount(begins)
    stopKeeping()
    return
  }
  writeStored(LEFT_KEY, true)
  clearScreen()
  noteLeft()
}
