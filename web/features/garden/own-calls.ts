import type { FactHistory, StudentProgress } from '../../../contract/student-progress.ts'
import * as studentCalls from '../../generated/student-calls.ts'
import type { CallResult } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'

/** Asks for the attempts at a fact. */
export type ReadHistory = (factId: string, signal: AbortSignal) => Promise<CallResult<FactHistory>>

/** How the signed-in student gets on. */
export function ownProgress(signal: AbortSignal): Promise<CallResult<StudentProgress>> {
  return sessionCall(studentCalls.progress, {}, { signal })
}

/** The signed-in student's attempts at a fact. */
export const ownFactHistory: ReadHistory = (factId, signal) =>
  sessionCall(studentCalls.factHistory, { params: { factId } }, { signal })
