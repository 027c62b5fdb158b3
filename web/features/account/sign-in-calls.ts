import type { accountRoutes } from '../../../contract/account.ts'
import { accountEndpoints } from '../../../contract/account-endpoints.ts'
import type { Input } from '../../../contract/route.ts'
import { PIN_KINDS, type Pin, type PinKind } from '../../../domain/pin.ts'
import { call, type Call, type CallResult } from '../../lib/api.ts'
import { hasShape } from '../../lib/shape.ts'
import { isEntered, type EnteredAnswer } from './adult-calls.ts'
import { endLeftSession } from './left-session.ts'

type Routes = typeof accountRoutes

const signInCall: Call<Routes['signIn']> = { ...accountEndpoints.signIn, accepts: isEntered }
const signInCodeCall: Call<Routes['signInCode']> = { ...accountEndpoints.signInCode, accepts: isEntered }
const signInChildCall: Call<Routes['signInChild']> = { ...accountEndpoints.signInChild, accepts: isEntered }

const readPinKindCall: Call<Routes['readPinKind']> = {
  ...accountEndpoints.readPinKind,
  accepts: hasShape({ pinKind: (json): json is PinKind => PIN_KINDS.some((kind) => kind === json) }),
}

/** The kind of PIN that goes with a code; null where the server cannot be asked: signing in says why. */
export async function readPinKind(code: string): Promise<PinKind | null> {
  const result = await call(readPinKindCall, { body: { code } })
  return result.ok ? result.value.pinKind : null
}

/** How an adult signs in. */
export type AdultSignIn = Input<Routes['signIn']['body']>
/** How a child signs in. */
export type ChildSignIn = {
  readonly code: string
  readonly who: { readonly name: string } | { readonly card: string }
  readonly pin: Pin
}

/** Lets an adult in, or says that a mail has to be opened first. */
export async function signInAdult(body: AdultSignIn): Promise<CallResult<EnteredAnswer>> {
  await endLeftSession()
  return call(signInCall, { body })
}

/** Said where the password has to be given again before a code. */
export const STEP_OVER = 'second_step_over'

/** Takes the second step, after the right password. */
export function signInCode(body: Input<Routes['signInCode']['body']>): Promise<CallResult<EnteredAnswer>> {
  return call(signInCodeCall, { body })
}

/** Said while new devices of a class have to wait. */
export const CLASS_WAITS = 'class_waits'

/** The teacher may end the wait of a class at any moment: nobody is kept from trying again. */
function withoutWait<Value>(result: CallResult<Value>): CallResult<Value> {
  return !result.ok && result.code === CLASS_WAITS ? { ...result, retryAfterSeconds: 0 } : result
}

/** Lets a child in. */
export async function signInChild({ code, who, pin }: ChildSignIn): Promise<CallResult<EnteredAnswer>> {
  await endLeftSession()
  const typed = pin.kind === 'digits' ? pin : { ...pin, pictures: [...pin.pictures] }
  return withoutWait(await call(signInChildCall, { body: { code, ...who, pin: typed } }))
}
