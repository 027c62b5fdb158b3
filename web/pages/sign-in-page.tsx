import { useState, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import type { Me } from '../../contract/account.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { backFromQuery } from '../features/account/session.ts'
import { SignIn } from '../features/account/sign-in.tsx'
import { SignedInHere } from '../features/account/signed-in-here.tsx'
import { forgetLearning, GUEST } from '../lib/learning-key.ts'
import { takeGuest } from '../features/guest/take-guest.ts'
import { mergeGuests, noteGuestMerge } from '../features/student/guest-merge.ts'
import { practiceLog, tellPlayedAsGuest } from '../features/student/student-store.ts'
import { nowMs } from '../lib/now.ts'
import { useSession } from '../lib/session.ts'
import { browserStore } from '../lib/storage.ts'
import { forgetFrames, takeFrames } from '../lib/todays-ten.ts'
import { LoadingPage } from '../ui/instead-of-page.tsx'
import { leaveDevice } from '../leave-device.tsx'

/** Pages of adults: whoever is redirected from one of them is not a child. */
const OF_ADULTS = /^\/(classes|children)\b/

/** How long signing in waits for the merge of a guest; it is retried later. */
const LONGEST_MERGE_MS = 3000

/** Merges what was played here today as a guest into the student. Earlier play may be another child's. */
async function takeOver(me: Me): Promise<void> {
  if (me.role === 'student' && practiceLog.isGuests()) {
    const { finishGuestPractice } = await import('./practice-page.tsx')
    finishGuestPractice()
  }
  practiceLog.claim(me.role === 'student' ? me.id : null)
  if (me.role !== 'student') return
  const guest = takeGuest(practiceDay(nowMs()))
  forgetLearning(browserStore, [me.id, GUEST])
  forgetFrames(browserStore, [me.id, GUEST])
  if (guest === null) return
  takeFrames({ store: browserStore, nowMs }, GUEST, me.id)
  tellPlayedAsGuest(me.id, guest.played)
  if (guest.played.length > 0) {
    const part = await import('../learning-sync.ts').catch(() => null)
    part?.takeGuestTyping(me.id)
  }
  noteGuestMerge(me.id, guest.sessionToken)
  const patience = new Promise((resolve) => setTimeout(resolve, LONGEST_MERGE_MS))
  await Promise.race([mergeGuests(me.id), patience])
}

/** Not a store: the browser holds the hash and fires its changes. */
function onHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Signing in (issue 5): children by class code, name and PIN; adults by email address and password. */
export function SignInPage() {
  const query = new URLSearchParams(useSearch())
  const session = useSession()
  // Another card may be scanned while the page is open.
  const hash = useSyncExternalStore(onHash, () => location.hash)
  const [back] = useState(() => backFromQuery(query.get('back')))
  if (session.kind === 'asking') return <LoadingPage />
  if (session.kind === 'signed_in') {
    const { me } = session
    return <SignedInHere me={me} onSignOut={() => leaveDevice(me.role, 'here')} />
  }
  return (
    <SignIn
      key={hash}
      way={back !== null && OF_ADULTS.test(back) ? 'adult' : 'child'}
      back={back}
      onEntered={takeOver}
    />
  )
}
