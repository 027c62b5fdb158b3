import type { Me } from '../../contract/account.ts'
import { factAt } from '../../domain/learning/memory.ts'
import { bestStates } from '../../domain/learning/brought.ts'
import { practiceDay } from '../../domain/practice-day.ts'
import { shownToGuest } from '../features/achievements/guest-achievements.ts'
import { guestLog } from '../features/guest/guest-log.ts'
import { currentGuest } from '../features/guest/guest-store.ts'
import { loggedSessions } from '../features/guest/logged-sessions.ts'
import { removeGuest } from '../features/guest/remove-guest.ts'
import {
  applySettings,
  practiceLog,
  recordGuestPractice,
  recordShownAchievements,
} from '../features/student/student-store.ts'
import { mergeGuests, rememberGuestMerge } from '../guest-merge.ts'
import { guestMemory } from '../lib/guest-memory.ts'
import { deleteLearning, GUEST, GUEST_ACHIEVEMENTS_KEY } from '../lib/learning-key.ts'
import { nowMs } from '../lib/now.ts'
import { dayInZone } from '../lib/own-day.ts'
import { browserStore } from '../lib/storage.ts'
import { deleteFrames, moveFramesToStudent } from '../lib/todays-ten.ts'

/** How long signing in waits for the merge of a guest; it is retried later. */
const MAX_MERGE_MS = 3000

/** How long signing in waits for the cards above Today's ten and below it, which would move home if they came later. */
const MAX_CARDS_MS = 1000

const patience = (maxMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, maxMs))

/** Requests the assignments of a student. Never rejects. */
async function readCards(studentId: string): Promise<void> {
  const part = await import('../features/assignments/cards.ts').catch(() => null)
  await part?.refreshCards(studentId)
}

/** The ids of all plants of the guest's garden on this device. */
function plants(): string[] {
  const { facts } = guestMemory().memory
  return facts.flatMap((fact, number) => (fact && fact.best > 0 ? (factAt(number)?.id ?? []) : []))
}

/**
 * Whether the guest's garden is from earlier days, at least in part, or from another device: on a shared device it may be another
 * child's.
 */
function isOfEarlierDays(today: string): boolean {
  const sessions = loggedSessions(guestLog.sessions())
  const ofToday = sessions.filter((session) => session.practiceDay === today)
  const tried = new Set(ofToday.flatMap(({ attempts }) => attempts.map(({ factId }) => factId)))
  return ofToday.length < sessions.length || plants().some((id) => !tried.has(id))
}

/** A garden on this device that may be the child's. */
export type FoundGarden = { readonly nickname: string; readonly plants: number }

/** Whether what this device's guest has played goes to the student who signs in. */
async function isTaken(ask: (found: FoundGarden) => Promise<boolean>): Promise<boolean> {
  const guest = currentGuest()
  const today = practiceDay(nowMs())
  if (guest === null) return false
  const grown = plants().length
  if (grown === 0 || !isOfEarlierDays(today)) return guest.lastActiveDate === today
  return ask({ nickname: guest.nickname, plants: grown })
}

/** Makes what the guest has played here, and its garden, the student's. Nothing of it stays; reload the page afterwards. */
async function take(me: Me): Promise<void> {
  const studentId = me.id
  const token = currentGuest()?.sessionToken
  const played = loggedSessions(guestLog.sessions())
  const garden = bestStates(guestMemory().memory)
  removeGuest()
  moveFramesToStudent(
    browserStore,
    { player: GUEST, today: () => practiceDay(nowMs()) },
    { player: studentId, today: () => dayInZone(nowMs(), me.zone) },
  )
  recordGuestPractice(studentId, played)
  // The server evaluates these answers too.
  const startMs = played[0]?.attempts[0]?.timestamp ?? nowMs()
  recordShownAchievements(studentId, shownToGuest(browserStore, startMs))
  browserStore.remove(GUEST_ACHIEVEMENTS_KEY)
  const part = await import('../learning-sync.ts').catch(() => null)
  part?.takeGuestLearning(me)
  deleteLearning(browserStore, [studentId])
  if (token === undefined) return
  rememberGuestMerge(token, { studentId, garden })
  await Promise.race([mergeGuests(studentId), patience(MAX_MERGE_MS)])
}

/** Prepares this device for who has signed in. `ask` asks a child whether a garden of earlier days is its own. */
export async function takeOver(me: Me, ask: (found: FoundGarden) => Promise<boolean>): Promise<void> {
  if (me.role === 'student' && practiceLog.isGuests()) {
    const { finishGuestPractice } = await import('./practice-page.tsx')
    finishGuestPractice()
  }
  practiceLog.claim(me.role === 'student' ? me.id : null)
  if (me.role !== 'student') return
  applySettings(me)
  const cards = readCards(me.id)
  deleteLearning(browserStore, [me.id, GUEST])
  deleteFrames(browserStore, [me.id, GUEST])
  if (await isTaken(ask)) await take(me)
  await Promise.race([cards, patience(MAX_CARDS_MS)])
}
