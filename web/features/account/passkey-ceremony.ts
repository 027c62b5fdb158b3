import type { accountRoutes, SignInResult } from '../../../contract/account.ts'
import type { securityRoutes } from '../../../contract/account-security.ts'
import type { Input } from '../../../contract/route.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import * as securityCalls from '../../generated/security-calls.ts'
import { call, type CallResult, type Failure } from '../../lib/api.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { endPendingSignOut } from './pending-sign-out.ts'

type Answer = Input<typeof accountRoutes.signInPasskey.body>['credential']
type NewPasskey = Input<typeof securityRoutes.addPasskey.body>['credential']

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

/** The device's response; null if the adult canceled or the device refused. */
async function given<Json>(work: () => Promise<unknown>): Promise<Json | null> {
  try {
    const credential = await work()
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown as Json) : null
  } catch {
    return null
  }
}

/** Signs in with any passkey that the device offers. */
export async function signInWithPasskey(): Promise<CallResult<SignInResult>> {
  await endPendingSignOut()
  const asked = await call(accountCalls.askForPasskey, {})
  if (!asked.ok) return asked
  const options = asked.value.options as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = await given<Answer>(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
  return credential === null ? notGiven : call(accountCalls.signInPasskey, { body: { credential } })
}

/** Creates a passkey on this device for the signed-in adult. */
export async function createPasskey(password: string): Promise<CallResult<{ done: true }>> {
  const asked = await sessionCall(securityCalls.beginPasskey, { body: { password } })
  if (!asked.ok) return asked
  const options = asked.value.options as unknown as PublicKeyCredentialCreationOptionsJSON
  const credential = await given<NewPasskey>(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
  return credential === null ? notGiven : sessionCall(securityCalls.addPasskey, { body: { credential } })
}
