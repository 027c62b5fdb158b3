import type { studentRoutes } from '../../../contract/student.ts'
import { studentEndpoints } from '../../../contract/student-endpoints.ts'
import type { CallResult, Call } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'
import {
  isFactHistory,
  isProgress,
  type ShownFactHistory,
  type ReadHistory,
  type StudentProgress,
} from './progress-shape.ts'

type Routes = typeof studentRoutes

const progressCall: Call<Routes['progress']> = { ...studentEndpoints.progress, accepts: isProgress }
const historyCall: Call<Routes['factHistory']> = { ...studentEndpoints.factHistory, accepts: isFactHistory }

/** How the signed-in student gets on. */
export function ownProgress(signal: AbortSignal): Promise<CallResult<StudentProgress>> {
  return sessionCall(progressCall, {}, { signal })
}

/** The signed-in student's attempts at a fact. */
export const ownFactHistory: ReadHistory = (
  factId: string,
  signal: AbortSignal,
): Promise<CallResult<ShownFactHistory>> => sessionCall(historyCall, { params: { factId } }, { signal })
