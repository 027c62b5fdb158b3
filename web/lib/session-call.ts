import type { Me } from '../../contract/account.ts'
import type { Output, Route } from '../../contract/route.ts'
import * as sessionCalls from '../generated/session-calls.ts'
import { call, type Call, type CallInput, type CallOptions, type CallResult } from './api.ts'
import { noteAsking, noteAway, noteMe, noteOver } from './session.ts'
import { signedInMark } from './signed-in.ts'

/**
 * Makes a call of somebody who is signed in; a 401 `Unauthorized` tells everybody on this page that the session is over. A
 * wrong password is another 401.
 */
export async function sessionCall<Called extends Route>(
  route: Call<Called>,
  input: CallInput<Called>,
  options?: CallOptions,
): Promise<CallResult<Output<Called['response']>>> {
  const result = await call(route, input, options)
  if (!result.ok && result.code === 'unauthorized') noteOver()
  return result
}

/** Asks the server who is signed in. */
export function readMe(): Promise<CallResult<Me>> {
  return call(sessionCalls.me, {})
}

/** Finds out who is signed in, where this browser says that somebody is. Never rejects. */
export async function checkSession(): Promise<void> {
  const mark = signedInMark()
  if (mark === '') return
  noteAsking()
  const result = await readMe()
  // Meanwhile somebody has signed in or out.
  if (signedInMark() !== mark) return
  if (result.ok) noteMe(result.value)
  else if (result.status === 401) noteOver()
  else noteAway()
}
