import type { accountRoutes } from '../../../contract/account.ts'
import { accountEndpoints } from '../../../contract/account-endpoints.ts'
import type { securityRoutes } from '../../../contract/account-security.ts'
import type { Input, Output } from '../../../contract/route.ts'
import { call, type Call, type CallResult, type Failure } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { hasShape, isRecord } from '../../lib/shape.ts'
import { isEntered, type EnteredAnswer } from './adult-calls.ts'
import { endLeftSession } from './left-session.ts'
import { securityCalls } from './security-calls.ts'

type Routes = typeof accountRoutes
type Answer = Input<Routes['signInPasskey']['body']>['credential']
type NewPasskey = Input<(typeof securityRoutes)['addPasskey']['body']>['credential']

const askCall: Call<Routes['askForPasskey']> = {
  ...accountEndpoints.askForPasskey,
  accepts: hasShape<Output<Routes['askForPasskey']['answer']>>({ options: isRecord }),
}
const enterCall: Call<Routes['signInPasskey']> = { ...accountEndpoints.signInPasskey, accepts: isEntered }

/** Said where the person or the device did not give a passkey. */
const NO_PASSKEY = 'no_passkey'

/** Whether this browser can use passkeys here; no site that is reached by a number has any. */
export function hasPasskeys(): boolean {
  return (
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(location.hostname)
  )
}

const notGiven: Failure = {
  ok: false,
  status: 400,
  message: 'no passkey was given',
  code: NO_PASSKEY,
}

/** What the device says; null where it was called off, or may not be asked. */
async function given<Json>(work: () => Promise<unknown>): Promise<Json | null> {
  try {
    const credential = await work()
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown as Json) : null
  } catch {
    return null
  }
}

/** Signs in with a passkey, whoever's the device offers. */
export async function signInWithPasskey(): Promise<CallResult<EnteredAnswer>> {
  await endLeftSession()
  const asked = await call(askCall, {})
  if (!asked.ok) return asked
  const options = asked.value.options as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = await given<Answer>(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
  return credential === null ? notGiven : call(enterCall, { body: { credential } })
}

/** Makes a passkey in this device for the adult who is signed in. */
export async function makePasskey(password: string): Promise<CallResult<{ done: true }>> {
  const asked = await sessionCall(securityCalls.beginPasskey, { body: { password } })
  if (!asked.ok) return asked
  const options = asked.value.options as unknown as PublicKeyCredentialCreationOptionsJSON
  const credential = await given<NewPasskey>(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
  return credential === null ? notGiven : sessionCall(securityCalls.addPasskey, { body: { credential } })
}
