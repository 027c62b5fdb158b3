import { childEndpoints } from '../../../contract/account-endpoints.ts'
import type { childDataRoutes } from '../../../contract/child-data.ts'
import type { Output } from '../../../contract/route.ts'
import type { Call, CallResult } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { hasShape, isBoolean, isNumber, isText, type Check } from '../../lib/shape.ts'

/** Answers of a child that count nowhere, by practice day. */
export type SetAside = Output<typeof childDataRoutes.setAside.answer>

const isDay = hasShape<SetAside['days'][number]>({
  practiceDay: isText,
  attempts: isNumber,
  points: isNumber,
  firstAt: isText,
  lastAt: isText,
})
const isDays: Check<SetAside['days']> = (json): json is SetAside['days'] =>
  Array.isArray(json) && json.every(isDay)
const isSetAside = hasShape<SetAside>({ mayAccept: isBoolean, days: isDays })

const calls: { readonly [Name in 'setAside' | 'acceptSetAside']: Call<(typeof childDataRoutes)[Name]> } = {
  setAside: { ...childEndpoints.setAside, accepts: isSetAside },
  acceptSetAside: { ...childEndpoints.acceptSetAside, accepts: isSetAside },
}

/** The days of a child on which answers were set aside. */
export function readSetAside(studentId: string, signal: AbortSignal): Promise<CallResult<SetAside>> {
  return sessionCall(calls.setAside, { params: { studentId } }, { signal })
}

/** Lets the answers of a day count. */
export function acceptSetAside(studentId: string, practiceDay: string): Promise<CallResult<SetAside>> {
  return sessionCall(calls.acceptSetAside, { params: { studentId, practiceDay } })
}
