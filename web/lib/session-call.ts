import type { Me } from '../../contract/account.ts'
import type { Output, Route } from '../../contract/route.ts'
import * as sessionCalls from '../generated/session-calls.ts'
import { call, type Call, type CallInput, type CallOptions, type CallResult } from './api.ts'
import { isMarkLost, setLoading, setUnreachable, setSignedIn, markSessionEnded } from './session.ts'
import { signedInMark } from './signed-in.ts'

/**
 * Makes a call of a signed-in person. If the server answers `unauthorized`, marks the session as expired. (A wrong password is also
 * a 401, with another code.)
 */
export async function sessionCall<Called extends Route>(
  route: Call<Called>,
  input: CallInput<Called>,
  options?: CallOptions,
): Promise<CallResult<Output<Called['response']>>> {
  const result = await call(route, input, options)
  if (!result.ok && result.code === 'unauthorized') markSessionEnded()
  return result
}

/** Requests the signed-in person. */
export function readMe(): Promise<CallResult<Me>> {
  return call(sessionCalls.me, {})
}

/**
 * If this browser is marked as signed in, or has lost the mark, requests who it is. Never rejects.
 *
 * @param complete adds to the answer what the server did not know when it was asked
 */
export async function checkSession(complete: (me: Me) => Me = (me) => me): Promise<void> {
  const mark = signedInMark()
  if (mark === '' && !isMarkLost()) return
  setLoading()
  const result = await readMe()
  // Somebody has signed in or out meanwhile.
  if (signedInMark() !== mark) return
  if (result.ok) setSignedIn(complete(result.value))
  else if (result.status === 401) markSessionEnded()
  else setUnreachable()
}
