import type { accountRoutes, SignInResult } from '../../../contract/account.ts'
import type { Input, Output } from '../../../contract/route.ts'
import type { Pin } from '../../../domain/pin.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import { call, type CallResult } from '../../lib/api.ts'
import { endPendingSignOut } from './pending-sign-out.ts'

type Routes = typeof accountRoutes

export type ClassToSignIn = Output<Routes['readClass']['response']>

/** The class with a code; null if the server cannot be reached, which the sign-in itself then reports. */
export async function readClass(code: string): Promise<ClassToSignIn | null> {
  const result = await call(accountCalls.readClass, { body: { code } })
  return result.ok ? result.value : null
}

/** How an adult signs in. */
export type AdultSignIn = Input<Routes['signIn']['body']>
/** How a child signs in. */
export type ChildSignIn = {
  readonly code: string
  readonly who: { readonly name: string } | { readonly card: string }
  readonly pin: Pin
}

/** Signs an adult in, or reports that an email has to be confirmed first. */
export async function signInAdult(body: AdultSignIn): Promise<CallResult<SignInResult>> {
  await endPendingSignOut()
  return call(accountCalls.signIn, { body })
}

/** The failure that asks for the password again before a code. */
export const CODE_STEP_EXPIRED = 'second_step_over'

/** Sends the code of a two-step sign-in, after the right password. */
export function signInCode(body: Input<Routes['signInCode']['body']>): Promise<CallResult<SignInResult>> {
  return call(accountCalls.signInCode, { body })
}

/** Said while new devices of a class have to wait. */
export const CLASS_WAITS = 'class_waits'

/** The teacher may end the wait of a class at any moment: nobody is kept from trying again. */
function withoutWait<Value>(result: CallResult<Value>): CallResult<Value> {
  return !result.ok && result.code === CLASS_WAITS ? { ...result, retryAfterSeconds: 0 } : result
}

/** Lets a child in. */
export async function signInChild({ code, who, pin }: ChildSignIn): Promise<CallResult<SignInResult>> {
  await endPendingSignOut()
  const typed = pin.kind === 'digits' ? pin : { ...pin, pictures: [...pin.pictures] }
  return withoutWait(await call(accountCalls.signInChild, { body: { code, ...who, pin: typed } }))
}
