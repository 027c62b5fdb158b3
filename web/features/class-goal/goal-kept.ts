import type { CurrentGoal, OwnClassGoal } from '../../../contract/class-goals.ts'
import * as goalCalls from '../../generated/class-goal-calls.ts'
import { CLASS_GOAL_KEY } from '../../lib/practice-key.ts'
import { signOutSignal } from '../../lib/session.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { isStudentHere } from '../../lib/signed-in.ts'
import { browserStore } from '../../lib/storage.ts'

type Kept = { readonly studentId: string; readonly goal: CurrentGoal }

function revive(json: unknown): Kept | null {
  if (typeof json !== 'object' || json === null) return null
  const { studentId, goal } = json as { readonly studentId?: unknown; readonly goal?: unknown }
  const answer = { goal, announced: null }
  return typeof studentId === 'string' && goalCalls.own.accepts(answer) && answer.goal
    ? { studentId, goal: answer.goal }
    : null
}

/**
 * The goal of the child's class as it was last known on this device. Only the server says that it is missed: it may have been reached
 * since.
 */
export function keptGoal(studentId: string): CurrentGoal | null {
  const kept = browserStore.read(CLASS_GOAL_KEY, revive)
  if (kept?.studentId !== studentId) return null
  const { goal } = kept
  return goal.state === 'missed' ? { ...goal, state: 'open' } : goal
}

/** Requests the goal and what the child achieved with its class, and keeps the goal; undefined if that failed. */
export async function readGoal(studentId: string): Promise<OwnClassGoal | undefined> {
  const result = await sessionCall(goalCalls.own, {}, { signal: signOutSignal })
  // The child may have signed out in the meantime, here or in another tab.
  if (!result.ok || signOutSignal.aborted || !isStudentHere()) return undefined
  const { goal } = result.value
  if (goal) browserStore.write(CLASS_GOAL_KEY, { studentId, goal })
  else browserStore.remove(CLASS_GOAL_KEY)
  return result.value
}
