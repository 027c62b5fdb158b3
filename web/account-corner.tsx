import type { Me } from '../contract/account.ts'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { AccountMenu } from './features/account/account-menu.tsx'
import { StillYou } from './features/account/still-you.tsx'
import { accountMessages } from './features/account/messages.en.ts'
import { homeOf } from './features/account/session.ts'
import { recordScoreAnswer } from './features/guest/guest-store.ts'
import { hasItemsOf } from './features/student/student-outbox.ts'
import {
  applySettings,
  practiceLog,
  settingsOf,
  startStudentSending,
  studentOutbox,
  withUnsentSettings,
} from './features/student/student-store.ts'
import { startMerging } from './guest-merge.ts'
import { whenIdle } from './lib/when-idle.ts'
import { leaveDevice } from './leave-device.tsx'
import { isMarkLost, useSession } from './lib/session.ts'
import { checkSession } from './lib/session-call.ts'
import { PENDING_SIGN_OUT_KEY } from './lib/signed-in.ts'
import { readStored } from './lib/storage.ts'
import { restartPage, isOutdated, onPageRestored, onOtherTabSession } from './other-tabs.ts'
import { signInHref } from './ui/failure-note.tsx'
import { LinkButton } from './ui/link-button.tsx'

function check(): void {
  if (isOutdated() && !isMarkLost()) restartPage()
  else void checkSession(withUnsentSettings())
}

function checkWhenSeen(): void {
  if (document.visibilityState === 'visible') check()
}

function keepSessionTrue(): () => void {
  check()
  const stopListening = onOtherTabSession(check)
  const stopListeningForRestore = onPageRestored(checkWhenSeen)
  window.addEventListener('online', checkWhenSeen)
  document.addEventListener('visibilitychange', checkWhenSeen)
  return () => {
    stopListening()
    stopListeningForRestore()
    window.removeEventListener('online', checkWhenSeen)
    document.removeEventListener('visibilitychange', checkWhenSeen)
  }
}

/** Syncs a student's memory whenever nothing is left to send, and when the page becomes visible. Returns a function that stops it. */
function keepLearning({ id, zone }: Pick<Me, 'id' | 'zone'>): () => void {
  let waited = true
  let callOff: (() => void) | null = null
  const look = (): void => {
    const waits = hasItemsOf(id)
    if (waited && !waits) callOff = whenIdle(() => void learn({ id, zone }))
    waited = waits
  }
  /** The student may have practiced on another device. */
  const lookAgain = (): void => {
    if (document.visibilityState !== 'visible') return
    waited = true
    look()
  }
  const stopWatching = studentOutbox.status.subscribe(look)
  document.addEventListener('visibilitychange', lookAgain)
  look()
  return () => {
    stopWatching()
    document.removeEventListener('visibilitychange', lookAgain)
    callOff?.()
  }
}

async function learn(me: Pick<Me, 'id' | 'zone'>): Promise<void> {
  // The code may fail to load offline; then there is nothing to sync either.
  const part = await import('./learning-sync.ts').catch(() => null)
  await part?.syncLearning(me)
}

/**
 * The part of the top bar for the signed-in person. Keeps the account current while the page is open, and sends what a
 * student's outbox still holds.
 */
export function AccountCorner() {
  const session = useSession()
  const [path, navigate] = useLocation()
  const { kind } = session
  const me = kind === 'signed_in' ? session.me : null
  const studentId = me?.role === 'student' ? me.id : null
  const zone = me?.zone ?? null

  useEffect(keepSessionTrue, [])
  const shown = useRef(path)
  useEffect(() => {
    // An adult may have changed the settings; `keepSessionTrue` asks for the first page.
    if (shown.current !== path && path === homeOf('student')) void checkSession(withUnsentSettings())
    shown.current = path
  }, [path])
  useEffect(() => {
    if (studentId === null) return
    practiceLog.claim(studentId)
    const stops = [startStudentSending(recordScoreAnswer), startMerging(studentId)]
    return () => stops.forEach((stop) => stop())
  }, [studentId])
  useEffect(() => {
    if (me) applySettings(me)
  }, [me])
  const isKeptOut = path === '/battle' && studentId !== null && me !== null && !settingsOf(me).battles
  useEffect(() => {
    if (isKeptOut) navigate('/dashboard', { replace: true })
  }, [isKeptOut, navigate])
  useEffect(() => {
    if (studentId !== null) return keepLearning({ id: studentId, zone })
  }, [studentId, zone])
  useEffect(() => {
    // The session ended while the browser was closed, or after a day: restart the app here, as for a guest.
    if (kind !== 'nobody') return
    practiceLog.claim(null)
    // After signing out offline, SignedOutPage is on the screen.
    if (readStored(PENDING_SIGN_OUT_KEY, Boolean) === null) restartPage()
  }, [kind])

  if (kind === 'over') {
    return (
      <LinkButton kind="secondary" href={signInHref()}>
        {accountMessages.menu.signInAgain}
      </LinkButton>
    )
  }
  if (me === null) return null
  return (
    <>
      <AccountMenu me={me} onSignOut={(begins) => leaveDevice(me.role, begins)} />
      {me.role === 'student' && <StillYou key={me.id} me={me} onSignOut={() => leaveDevice(me.role)} />}
    </>
  )
}
