import { INPUT_TYPES } from '../domain/learning/entry-time.ts'
import * as studentCalls from './generated/student-calls.ts'
import { nowMs } from './lib/now.ts'
import { leavingSignal } from './lib/session.ts'
import { sessionCall } from './lib/session-call.ts'
import { isStudentHere } from './lib/signed-in.ts'
import { browserStore } from './lib/storage.ts'
import { DeviceLearning } from './features/learning/device-learning.ts'
import { GUEST } from './lib/learning-key.ts'
import { restorePractice } from './features/practice/practice-storage.ts'
import { hasItemsOf } from './features/student/student-outbox.ts'

/** Whether the server has not heard of everything that this device remembers of a student. */
function isAhead(studentId: string): boolean {
  const { stage } = restorePractice().state
  return hasItemsOf(studentId) || (stage !== 'setup' && stage !== 'complete')
}

function learningOf(player: string): DeviceLearning {
  return new DeviceLearning(player, { store: browserStore, nowMs })
}

/** Copies what the guest's warm-up measured on this device to the student who has signed in. */
export function takeGuestTyping(studentId: string): void {
  const [guest, student] = [learningOf(GUEST), learningOf(studentId)]
  for (const inputType of INPUT_TYPES) {
    const measured = guest.measured(inputType)
    if (measured !== null) student.takeMeasured(inputType, measured, measured.measuredAt)
  }
}

/**
 * Takes over what the server has learned of a student from all devices, and sends it what was measured here. Does nothing while
 * answers wait on this device or a session is under way, because the server would know less, and stops when the child signs out.
 * Never rejects.
 */
export async function syncLearning(studentId: string): Promise<void> {
  if (leavingSignal.aborted || isAhead(studentId)) return
  const learning = learningOf(studentId)
  const { problems } = learning.memory()
  const result = await sessionCall(studentCalls.memory, {}, { signal: leavingSignal })
  // Meanwhile the child may have signed out, here or in another tab.
  if (!result.ok || leavingSignal.aborted || !isStudentHere()) return
  const { memory, entryTimes } = result.value
  // Meanwhile the child may have played on.
  if (!isAhead(studentId) && learning.memory().problems === problems) learning.replace(memory)
  for (const { inputType, measuredAt, ...measured } of entryTimes)
    learning.takeMeasured(inputType, measured, Date.parse(measuredAt))
  for (const inputType of INPUT_TYPES) {
    const measured = learning.measured(inputType)
    if (measured === null) continue
    const { baseMs, keyMs } = measured
    // Compared by value: two clocks may disagree on which is newer.
    const isKnown = entryTimes.some(
      (entry) => entry.inputType === inputType && entry.baseMs === baseMs && entry.keyMs === keyMs,
    )
    if (isKnown) continue
    const input = { params: { inputType }, body: { baseMs, keyMs } }
    const sent = await sessionCall(studentCalls.putEntryTime, input, { signal: leavingSignal })
    if (sent.ok) learning.takeMeasured(inputType, { baseMs, keyMs }, Date.parse(sent.value.measuredAt))
  }
}
