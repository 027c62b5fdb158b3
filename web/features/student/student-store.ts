import type { Me } from '../../../contract/account.ts'
import type { BoardPlace } from '../../../contract/attempt-log.ts'
import type { AttemptLogEntry } from '../../../domain/practice-state.ts'
import { GUEST_SESSION } from '../../generated/constants.ts'
import { createBrowserOutbox, keepSending } from '../../lib/browser-outbox.ts'
import { currentSession, noteOver } from '../../lib/session.ts'
import { readMe } from '../../lib/session-call.ts'
import { isStudentHere } from '../../lib/signed-in.ts'
import { browserStore } from '../../lib/storage.ts'
import { mergeGuests } from './guest-merge.ts'
import { PracticeLog } from './practice-log.ts'
import { reviveStudentContent, sendStudentItem, studentChainOf, studentItems } from './student-outbox.ts'

/** Told of the place that a finished session gave on its board. */
type OnPlaced = (sessionId: string, place: NonNullable<BoardPlace>) => void

/** Who signs out does not wait longer than this for what is still to be sent; milliseconds. */
const LAST_SENDING_MS = 3000

let onPlaced: OnPlaced = () => {}

/** What students did on this device and the server has not heard of. */
export const studentOutbox = createBrowserOutbox({
  ...studentItems,
  revive: reviveStudentContent,
  chainOf: studentChainOf,
  supersedes: () => false,
  // Answers go before the ends of sessions, on which their points hang.
  mayDrop: ({ kind }) => kind === 'attempt',
  send: (item, secondsAgo, signal) =>
    sendStudentItem(
      item,
      secondsAgo,
      { signal, keepalive: true },
      {
        signedIn: () => currentStudent()?.id ?? null,
        askWho: readMe,
        onOver: noteOver,
        onFinished: (sessionId, board) => board && onPlaced(sessionId, board),
      },
    ),
})

/** Tells the server of a student's practice. */
export const practiceLog = new PracticeLog({ store: browserStore, outbox: studentOutbox })

/** A session that a guest has played who is this student, as the guest's log has it. */
type PlayedAsGuest = {
  readonly sessionId: string
  readonly targetDuration: number
  readonly totalProblems: number
  readonly attempts: readonly AttemptLogEntry[]
}

/** What was shown as a guest is remembered of the student from now on. The session type says that it gives no points. */
export function tellPlayedAsGuest(studentId: string, sessions: readonly PlayedAsGuest[]): void {
  for (const { sessionId: id, targetDuration, totalProblems, attempts } of sessions) {
    const startMs = attempts[0]?.timestamp
    const begin = { id, sessionType: GUEST_SESSION, targetDuration, totalProblems, status: 'active' } as const
    studentOutbox.add(studentId, { kind: 'begin', body: begin }, `${id}.begin`, startMs)
    for (const { timestamp, ...body } of attempts)
      studentOutbox.add(studentId, { kind: 'attempt', body }, `${id}.${body.place}`, timestamp)
    const endMs = attempts.at(-1)?.timestamp
    studentOutbox.add(studentId, { kind: 'finish', sessionId: id, body: {} }, `${id}.end`, endMs)
  }
}

function currentStudent(): Me | null {
  // Another tab may have signed out since this page was told.
  if (!isStudentHere()) return null
  const session = currentSession()
  return session.kind === 'signed_in' && session.me.role === 'student' ? session.me : null
}

/** Sends what this student has left on this device, now and whenever the browser has hope; returns what ends it. */
export function keepStudentSending(studentId: string, told: OnPlaced): () => void {
  onPlaced = told
  const merge = (): void => void mergeGuests(studentId)
  const stopSending = keepSending(studentOutbox)
  window.addEventListener('online', merge)
  merge()
  return () => {
    stopSending()
    window.removeEventListener('online', merge)
  }
}

/**
 * Before a student leaves this device: nothing is left of the practice, and what can be sent within a moment is sent. What
 * cannot stays for that student alone.
 */
export async function finishStudentHere(): Promise<void> {
  practiceLog.claim(null)
  await Promise.race([studentOutbox.flush(), new Promise((resolve) => setTimeout(resolve, LAST_SENDING_MS))])
}
