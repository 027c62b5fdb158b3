import * as z from 'zod/mini'
import { done, json, newPasskey, newPassword, password, typedCode } from './account-fields.ts'
import { route, type Output, type Pace } from './route.ts'

const RARE: Pace = { calls: 60, perSeconds: 60 }

const recoveryCodes = z.array(z.string())

/** How adults keep their own accounts safe. A wrong password is a 401 `wrong_sign_in`. */
export const securityRoutes = {
  /** Where the adult is signed in, the newest first. A device is a kind of browser, or empty; times are epoch milliseconds. */
  read: route({
    method: 'GET',
    path: '/api/account/security',
    params: null,
    body: null,
    answer: z.object({
      sessions: z.array(
        z.object({
          device: z.string(),
          startedAt: z.number(),
          /** By the day. */
          lastUsedAt: z.number(),
          isThis: z.boolean(),
        }),
      ),
      /** Before the adult may add children. */
      needsInvitation: z.boolean(),
      secondStep: z.object({
        isOn: z.boolean(),
        /** How many recovery codes have not been used. */
        codesLeft: z.number(),
      }),
      /** The oldest first. A device is the kind of browser in which it was made, or empty. */
      passkeys: z.array(z.object({ id: z.string(), device: z.string(), madeAt: z.number() })),
    }),
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** Sets a new password and signs out every other browser. A 400 `common_password` for one that is easy to guess. */
  changePassword: route({
    method: 'POST',
    path: '/api/account/password',
    params: null,
    body: z.object({ password, newPassword }),
    answer: done,
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** Takes the code of an invitation. A 404 for one that is wrong, used or too old. */
  acceptInvitation: route({
    method: 'POST',
    path: '/api/account/invitation',
    params: null,
    body: z.object({ code: typedCode }),
    answer: done,
    caller: 'signed_in',
    action: 'secure_account',
    pace: { calls: 20, perSeconds: 3600 },
  }),
  /** Signs out every browser but this one. */
  endOthers: route({
    method: 'POST',
    path: '/api/account/sessions/end-others',
    params: null,
    body: null,
    answer: done,
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** Makes the key of an authenticator app, which counts once a code of it was right. A 409 `conflict` where there is one. */
  beginSecondStep: route({
    method: 'POST',
    path: '/api/account/second-step',
    params: null,
    body: z.object({ password }),
    answer: z.object({ uri: z.string(), key: z.string(), recoveryCodes }),
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** From now on a code is asked for at sign-in. Signs out every other browser. A wrong code is a 401 `wrong_sign_in`. */
  confirmSecondStep: route({
    method: 'POST',
    path: '/api/account/second-step/confirm',
    params: null,
    body: z.object({ code: typedCode }),
    answer: done,
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** The password is enough again. Signs out every other browser. */
  endSecondStep: route({
    method: 'DELETE',
    path: '/api/account/second-step',
    params: null,
    body: z.object({ password }),
    answer: done,
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** What the browser is to make a passkey of (WebAuthn, PublicKeyCredentialCreationOptionsJSON). A 409 `conflict` beyond ten. */
  beginPasskey: route({
    method: 'POST',
    path: '/api/account/passkeys/begin',
    params: null,
    body: z.object({ password }),
    answer: z.object({ options: json }),
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** Keeps the passkey that was made, and signs out every other browser. */
  addPasskey: route({
    method: 'POST',
    path: '/api/account/passkeys',
    params: null,
    body: z.object({ credential: newPasskey }),
    answer: done,
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** Removes one of the adult's passkeys, and signs out every other browser. */
  removePasskey: route({
    method: 'DELETE',
    path: '/api/account/passkeys/:passkeyId',
    params: z.object({ passkeyId: z.string() }),
    body: z.object({ password }),
    answer: done,
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
  /** New recovery codes; the old ones stop working. Signs out every other browser. A 409 `conflict` where there is no second step. */
  newRecoveryCodes: route({
    method: 'POST',
    path: '/api/account/second-step/recovery-codes',
    params: null,
    body: z.object({ password }),
    answer: z.object({ recoveryCodes }),
    caller: 'signed_in',
    action: 'secure_account',
    pace: RARE,
  }),
} as const

/** How an account is kept safe. */
export type Security = Output<typeof securityRoutes.read.answer>
export type SessionHere = Security['sessions'][number]
/** A second step that counts once a code was right. */
export type BegunStep = Output<typeof securityRoutes.beginSecondStep.answer>
