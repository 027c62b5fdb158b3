import { useEffect } from 'react'
import { AccountMenu } from './features/account/account-menu.tsx'
import { accountMessages } from './features/account/messages.en.ts'
import { noteScored } from './features/guest/guest-store.ts'
import { keepStudentSending, practiceLog } from './features/student/student-store.ts'
import { leaveDevice } from './leave-device.ts'
import { useSession } from './lib/session.ts'
import { checkSession } from './lib/session-call.ts'
import { SIGNED_IN_KEY, signedInMark } from './lib/signed-in.ts'
import { signInHref } from './ui/failure-note.tsx'
import { LinkButton } from './ui/link-button.tsx'

const markAtLoad = signedInMark()

/** Pages that have taken the token of a mailed link out of the address, and would lose it; nobody's things are on them. */
const HOLDS_TOKEN = /^\/(reset|verify)\b/

/** Begins the app anew where it is, as whoever is here now. */
function beginAnew(): void {
  if (!HOLDS_TOKEN.test(location.pathname)) location.reload()
}

/** What another tab did before this one listened, or while it slept. */
function isOutdated(): boolean {
  return signedInMark() !== markAtLoad
}

/** Somebody else signs in or out in another tab: this one must not go on as whom it knew. */
function hearOtherTabs({ key }: StorageEvent): void {
  if (key === null || key === SIGNED_IN_KEY) beginAnew()
}

function checkWhenSeen(): void {
  if (document.visibilityState !== 'visible') return
  if (isOutdated()) beginAnew()
  else void checkSession()
}

function keepSessionTrue(): () => void {
  if (isOutdated()) beginAnew()
  else void checkSession()
  window.addEventListener('storage', hearOtherTabs)
  window.addEventListener('online', checkWhenSeen)
  document.addEventListener('visibilitychange', checkWhenSeen)
  return () => {
    window.removeEventListener('storage', hearOtherTabs)
    window.removeEventListener('online', checkWhenSeen)
    document.removeEventListener('visibilitychange', checkWhenSeen)
  }
}

/**
 * The corner of the bar where this browser says that somebody is signed in: finds out who, keeps what it finds true while
 * the page is open, and sends what a student has left on this device.
 */
export function AccountCorner() {
  const session = useSession()
  const { kind } = session
  const me = kind === 'signed_in' ? session.me : null
  const studentId = me?.role === 'student' ? me.id : null

  useEffect(keepSessionTrue, [])
  useEffect(() => {
    if (studentId === null) return
    practiceLog.claim(studentId)
    return keepStudentSending(studentId, noteScored)
  }, [studentId])
  useEffect(() => {
    // The session of a browser that was closed, or older than a day: the app begins anew where it is, as for a guest.
    if (kind !== 'nobody') return
    practiceLog.claim(null)
    beginAnew()
  }, [kind])

  if (kind === 'over') {
    return (
      <LinkButton kind="secondary" href={signInHref()}>
        {accountMessages.menu.signInAgain}
      </LinkButton>
    )
  }
  return me && <AccountMenu me={me} onSignOut={() => leaveDevice(me.role)} />
}
