import type { Me } from '../contract/account.ts'
import { INPUT_TYPES } from '../domain/learning/entry-time.ts'
import * as studentCalls from './generated/student-calls.ts'
import { storeMemory } from '../domain/learning/stored.ts'
import { nowMs } from './lib/now.ts'
import { signOutSignal } from './lib/session.ts'
import { sessionCall } from './lib/session-call.ts'
import { isStudentHere } from './lib/signed-in.ts'
import { browserStore } from './lib/storage.ts'
import { DeviceLearning } from './features/learning/device-learning.ts'
import { GUEST } from './lib/learning-key.ts'
import { restorePractice } from './features/practice/practice-storage.ts'
import { hasItemsOf } from './features/student/student-outbox.ts'
import { learningOfStudent } from './student-learning.ts'

/** Whether this device has practice of the student that the server may not have received. */
function isAhead(studentId: string): boolean {
  const { stage } = restorePractice().state
  return hasItemsOf(studentId) || (stage !== 'setup' && stage !== 'complete')
}

/**
 * Copies what this device remembers of its guest to the student who has signed in: the measured entry times, and the memory if this
 * device has none of the student, until the server has the guest's answers.
 */
export function takeGuestLearning(me: Pick<Me, 'id' | 'zone'>): void {
  const guest = new DeviceLearning(GUEST, { store: browserStore, nowMs })
  const student = learningOfStudent(me)
  if (student.memory().problems === 0) student.replace(storeMemory(guest.memory()))
  for (const inputType of INPUT_TYPES) {
    const measured = guest.measured(inputType)
    if (measured !== null) student.takeMeasured(inputType, measured, measured.measuredAt)
  }
}

/**
 * Replaces this device's memory of the student with the server's, which covers all devices, and sends entry times measured
 * here. Does nothing while answers are unsent or a session is running, since the server's memory would be older. Stops when
 * the child signs out. Never rejects.
 */
export async function syncLearning(me: Pick<Me, 'id' | 'zone'>): Promise<void> {
  const studentId = me.id
  if (signOutSignal.aborted || isAhead(studentId)) return
  const learning = learningOfStudent(me)
  const { problems } = learning.memory()
  const result = await sessionCall(studentCalls.memory, {}, { signal: signOutSignal })
  // The child may have signed out in the meantime, here or in another tab.
  if (!result.ok || signOutSignal.aborted || !isStudentHere()) return
  const { memory, entryTimes } = result.value
  // The child may have played in the meantime.
  if (!isAhead(studentId) && learning.memory().problems === problems) learning.replace(memory)
  for (const { inputType, measuredAt, ...measured } of entryTimes)
    learning.takeMeasured(inputType, measured, Date.parse(measuredAt))
  for (const inputType of INPUT_TYPES) {
    const measured = learning.measured(inputType)
    if (measured === null) continue
    const { baseMs, keyMs } = measured
    // Compared by value: the clocks of two devices may disagree about which is newer.
    const isKnown = entryTimes.some(
      (entry) => entry.inputType === inputType && entry.baseMs === baseMs && entry.keyMs === keyMs,
    )
    if (isKnown) continue
    const input = { params: { inputType }, body: { baseMs, keyMs } }
    const sent = await sessionCall(studentCalls.putEntryTime, input, { signal: signOutSignal })
    if (sent.ok) learning.takeMeasured(inputType, { baseMs, keyMs }, Date.parse(sent.value.measuredAt))
  }
}
