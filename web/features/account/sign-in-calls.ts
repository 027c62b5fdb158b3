import type { accountRoutes } from '../../../contract/account.ts'
import { accountEndpoints } from '../../../contract/account-endpoints.ts'
import type { Input } from '../../../contract/route.ts'
import type { Pin } from '../../../domain/pin.ts'
import { call, type Call, type CallResult } from '../../lib/api.ts'
import { isEntered, type Entered } from './adult-calls.ts'

type Routes = typeof accountRoutes

const signInCall: Call<Routes['signIn']> = { ...accountEndpoints.signIn, accepts: isEntered }
const signInChildCall: Call<Routes['signInChild']> = { ...accountEndpoints.signInChild, accepts: isEntered }

/** How an adult signs in. */
export type AdultSignIn = Input<Routes['signIn']['body']>
/** How a child signs in. */
export type ChildSignIn = { readonly code: string; readonly name: string; readonly pin: Pin }

/** Lets an adult in, or says that a mail has to be opened first. */
export function signInAdult(body: AdultSignIn): Promise<CallResult<Entered>> {
  return call(signInCall, { body })
}

/** Lets a child in. */
export function signInChild({ code, name, pin }: ChildSignIn): Promise<CallResult<Entered>> {
  const typed = pin.kind === 'digits' ? pin : { ...pin, pictures: [...pin.pictures] }
  return call(signInChildCall, { body: { code, name, pin: typed } })
}
