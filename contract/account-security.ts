import * as z from 'zod/mini'
import { done, json, newPasskey, newPassword, password, typedCode } from './account-fields.ts'
import { route, type Output, type RateLimit } from './route.ts'

const RARE: RateLimit = { calls: 60, perSeconds: 60 }

const recoveryCodes = z.array(z.string())

/** The security of an adult's own account. A wrong password is a 401 `wrong_sign_in`. */
export const securityRoutes = {
  /** `device` is a kind of browser, such as "Firefox on Windows", or empty; times are epoch milliseconds. */
  read: route({
    method: 'GET',
    path: '/api/account/security',
    params: null,
    body: null,
    response: z.object({
      /** Newest first. */
      sessions: z.array(
        z.object({
          device: z.string(),
          startedAt: z.number(),
          /** Rounded to the day. */
          lastUsedAt: z.number(),
          isThis: z.boolean(),
        }),
      ),
      /** Whether the adult needs an invitation before adding children. */
      needsInvitation: z.boolean(),
      secondStep: z.object({
        isOn: z.boolean(),
        /** Unused recovery codes. */
        codesLeft: z.number(),
      }),
      /** Oldest first. `device` is where the passkey was created. */
      passkeys: z.array(z.object({ id: z.string(), device: z.string(), madeAt: z.number() })),
    }),
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** Signs out every other browser. A 400 `common_password` for a password that is easy to guess. */
  changePassword: route({
    method: 'POST',
    path: '/api/account/password',
    params: null,
    body: z.object({ password, newPassword }),
    response: done,
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** A 404 for a code that is wrong, used or expired. */
  acceptInvitation: route({
    method: 'POST',
    path: '/api/account/invitation',
    params: null,
    body: z.object({ code: typedCode }),
    response: done,
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: { calls: 20, perSeconds: 3600 },
  }),
  /** Signs out every browser except this one. */
  endOthers: route({
    method: 'POST',
    path: '/api/account/sessions/end-others',
    params: null,
    body: null,
    response: done,
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** Creates the key of an authenticator app. It takes effect with `confirmTwoStepSignIn`. A 409 `conflict` if there already is one. */
  setUpTwoStepSignIn: route({
    method: 'POST',
    path: '/api/account/second-step',
    params: null,
    body: z.object({ password }),
    response: z.object({ uri: z.string(), key: z.string(), recoveryCodes }),
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** From now on signing in requires a code. Signs out every other browser. A wrong code is a 401 `wrong_sign_in`. */
  confirmTwoStepSignIn: route({
    method: 'POST',
    path: '/api/account/second-step/confirm',
    params: null,
    body: z.object({ code: typedCode }),
    response: done,
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** Turns two-step sign-in off. Signs out every other browser. */
  turnOffTwoStepSignIn: route({
    method: 'DELETE',
    path: '/api/account/second-step',
    params: null,
    body: z.object({ password }),
    response: done,
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** Returns PublicKeyCredentialCreationOptionsJSON (WebAuthn). A 409 `conflict` if the adult has ten passkeys. */
  beginPasskey: route({
    method: 'POST',
    path: '/api/account/passkeys/begin',
    params: null,
    body: z.object({ password }),
    response: z.object({ options: json }),
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** Stores a new passkey and signs out every other browser. */
  addPasskey: route({
    method: 'POST',
    path: '/api/account/passkeys',
    params: null,
    body: z.object({ credential: newPasskey }),
    response: done,
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** Signs out every other browser. */
  removePasskey: route({
    method: 'DELETE',
    path: '/api/account/passkeys/:passkeyId',
    params: z.object({ passkeyId: z.string() }),
    body: z.object({ password }),
    response: done,
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
  /** Replaces the recovery codes and signs out every other browser. A 409 `conflict` without two-step sign-in. */
  newRecoveryCodes: route({
    method: 'POST',
    path: '/api/account/second-step/recovery-codes',
    params: null,
    body: z.object({ password }),
    response: z.object({ recoveryCodes }),
    caller: 'signed_in',
    action: 'secure_account',
    rateLimit: RARE,
  }),
} as const

export type Security = Output<typeof securityRoutes.read.response>
export type SignInSession = Security['sessions'][number]
/** Two-step sign-in that is not confirmed yet. */
export type TwoStepSetup = Output<typeof securityRoutes.setUpTwoStepSignIn.response>
