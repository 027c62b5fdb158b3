import '../../ui/settings.css'
import type { Me } from '../../../contract/account.ts'
import type { BoardPlace } from '../../../contract/attempt-log.ts'
import type { Earned } from '../../../domain/achievements/catalog.ts'
import { findLeague } from '../../../domain/league.ts'
import { settingsFrom, type StudentSettings } from '../../../domain/student-settings.ts'
import {
  GUEST_OFF_BOARDS,
  GUEST_SESSION,
  MAX_ATTEMPTS_IN_CALL,
  MAX_SHOWN,
} from '../../generated/constants.ts'
import type { CallResult } from '../../lib/api.ts'
import { createBrowserOutbox, startSending } from '../../lib/browser-outbox.ts'
import { currentSession, isMarkLost, markSessionEnded, setSignedIn } from '../../lib/session.ts'
import { readMe } from '../../lib/session-call.ts'
import { isStudentHere } from '../../lib/signed-in.ts'
import { setCalm } from '../../lib/calm.ts'
import { browserStore } from '../../lib/storage.ts'
import { PracticeLog } from './practice-log.ts'
import {
  reviveStudentContent,
  sendStudentItem,
  studentChainOf,
  studentItems,
  mergeStudentContent,
  unsentSettings,
  type StudentAttempt,
} from './student-outbox.ts'

/** Called with the rank that a finished session got on its board. */
type OnPlaced = (sessionId: string, place: NonNullable<BoardPlace>) => void

/** How long signing out waits for unsent items, in milliseconds. */
const LAST_SENDING_MS = 3000

let onPlaced: OnPlaced = () => {}

/** What students did on this device and the server has not received. */
export const studentOutbox = createBrowserOutbox({
  ...studentItems,
  revive: reviveStudentContent,
  chainOf: studentChainOf,
  merge: mergeStudentContent,
  // Answers go before the ends of sessions, on which their points hang.
  mayDrop: ({ kind }) => kind === 'attempts',
  send: (item, secondsAgo, signal) =>
    sendStudentItem(
      item,
      secondsAgo,
      { signal, keepalive: true },
      {
        signedIn: () => (isMarkLost() ? 'lost' : (currentStudent()?.id ?? null)),
        askWho,
        onSessionEnded: markSessionEnded,
        onFinished: (sessionId, board) => board && onPlaced(sessionId, board),
      },
    ),
})

/** Tells the server of a student's practice. */
export const practiceLog = new PracticeLog({ store: browserStore, outbox: studentOutbox })

type AchievementKey = Pick<Earned, 'id' | 'level'>

type GuestAttempt = Omit<StudentAttempt, 'secondsAgo'> & { readonly timestamp: number }

/** A session from the log of a guest who is now this student. */
type PlayedAsGuest = {
  readonly sessionId: string
  readonly sessionType: string
  readonly targetDuration: number
  readonly totalProblems: number
  readonly attempts: readonly GuestAttempt[]
}

/** Adds what the child practiced as a guest to the student's log. The session type says whether the guest's scores bring its points. */
export function recordGuestPractice(studentId: string, sessions: readonly PlayedAsGuest[]): void {
  for (const { sessionId: id, sessionType: asked, attempts, ...planned } of sessions) {
    const [startMs = 0, endMs = 0] = [attempts[0]?.timestamp, attempts.at(-1)?.timestamp]
    const sessionType = findLeague(asked) ? GUEST_SESSION : GUEST_OFF_BOARDS
    const begin = { ...planned, id, sessionType, status: 'active' } as const
    studentOutbox.add(studentId, { kind: 'begin', body: begin }, `${id}.begin`, startMs)
    for (let from = 0; from < attempts.length; from += MAX_ATTEMPTS_IN_CALL) {
      const part = attempts.slice(from, from + MAX_ATTEMPTS_IN_CALL)
      const lastMs = part.at(-1)?.timestamp ?? endMs
      const timed = part.map(({ timestamp, ...attempt }) => ({
        attempt,
        secondsBefore: Math.max(0, (lastMs - timestamp) / 1000),
      }))
      const content = { kind: 'attempts', sessionId: id, body: { attempts: timed } } as const
      studentOutbox.add(studentId, content, `${id}.from-${from}`, lastMs)
    }
    studentOutbox.add(studentId, { kind: 'finish', sessionId: id, body: {} }, `${id}.end`, endMs)
  }
}

/** Records which achievements were shown, here or while playing as a guest. Sent after the answers that earned them. */
export function recordShownAchievements(studentId: string, shown: readonly AchievementKey[]): void {
  for (let from = 0; from < shown.length; from += MAX_SHOWN) {
    const keys = shown.slice(from, from + MAX_SHOWN).map(({ id, level }) => ({ id, level }))
    studentOutbox.add(studentId, { kind: 'shown', body: { shown: keys } })
  }
}

/** Asks the server who is signed in, which restores a lost mark. */
async function askWho(): Promise<CallResult<Me>> {
  const complete = withUnsentSettings()
  const who = await readMe()
  if (who.ok && isMarkLost()) setSignedIn(complete(who.value))
  return who
}

function currentStudent(): Me | null {
  // Another tab may have signed out in the meantime.
  if (!isStudentHere()) return null
  const session = currentSession()
  return session.kind === 'signed_in' && session.me.role === 'student' ? session.me : null
}

/** The student's settings: those chosen here if the server has not received them yet, else the server's. */
export function settingsOf({ id, settings }: Me): StudentSettings {
  return settingsFrom({ ...settings, ...unsentSettings(id) })
}

/**
 * Call before asking the server who is signed in: its answer may come after settings that it does not have yet were sent. The
 * function returned adds them to the answer.
 */
export function withUnsentSettings(): (me: Me) => Me {
  const student = currentStudent()
  const unsent = student && unsentSettings(student.id)
  return (me) => (me.id === student?.id ? { ...me, settings: { ...me.settings, ...unsent } } : me)
}

/** The student changes settings: here at once, and on every device once the server has received them. */
export function chooseSettings(me: Me, change: Partial<StudentSettings>): void {
  if (change.calm !== undefined) setCalm(change.calm)
  // The item takes the place of one that waits, so it has that one's choices too.
  studentOutbox.add(me.id, { kind: 'settings', body: { ...unsentSettings(me.id), ...change } })
  setSignedIn({ ...me, settings: { ...settingsOf(me), ...change } })
}

/** Applies the student's settings; those that only affect appearance become attributes of the root element. */
export function applySettings(me: Me): void {
  if (me.role !== 'student') return
  const { calm, ...looks } = settingsOf(me)
  setCalm(calm)
  Object.assign(document.documentElement.dataset, looks)
}

/** Sends students' waiting items, now and whenever it may work again. Returns a function that stops this. */
export function startStudentSending(listener: OnPlaced): () => void {
  onPlaced = listener
  return startSending(studentOutbox)
}

/**
 * Before a student leaves this device: nothing is left of the practice, and what can be sent within a moment is sent. What
 * cannot stays for that student alone.
 */
export async function finishStudentHere(): Promise<void> {
  practiceLog.claim(null)
  await Promise.race([studentOutbox.flush(), new Promise((resolve) => setTimeout(resolve, LAST_SENDING_MS))])
}
