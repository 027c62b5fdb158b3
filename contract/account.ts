import * as z from 'zod/mini'
import { BADGE_COLORS } from '../domain/badge.ts'
import { CLASS_NAME_PATTERN, NAME_PATTERN, plainName } from '../domain/child-name.ts'
import { PICTURE_IDS, PIN_DIGITS, PIN_KINDS, PIN_PICTURES } from '../domain/pin.ts'
import { done, json, newPassword, passkeyAnswer, password, typedCode } from './account-fields.ts'
import { route, type Output, type Pace } from './route.ts'

/** Longest name of a child, an adult or a class. */
export const MAX_NAME_LENGTH = 40
export const MAX_EMAIL_LENGTH = 254
/** The version of the statements that an adult confirms before adding children; a new text is a new version. */
export const CONSENT_VERSION = 1

const typedName = z
  .string()
  .check(
    z.overwrite(plainName),
    z.minLength(1, 'must not be empty'),
    z.maxLength(MAX_NAME_LENGTH, `must be at most ${MAX_NAME_LENGTH} characters`),
  )

/** The name of a child or an adult. */
export const personName = typedName.check(
  z.regex(NAME_PATTERN, "must be letters or digits, with spaces and the signs . , ' ( ) -"),
)

/** The name of a class. */
export const className = typedName.check(
  z.regex(CLASS_NAME_PATTERN, "must be letters, digits, spaces and the signs . , ' ( ) - – & / # + : _"),
)

export const pin = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('digits'),
    digits: z.string().check(z.regex(/^[0-9]{4}$/, `must be ${PIN_DIGITS} digits`)),
  }),
  z.object({
    kind: z.literal('pictures'),
    pictures: z.array(z.enum(PICTURE_IDS)).check(z.length(PIN_PICTURES, `must be ${PIN_PICTURES} pictures`)),
  }),
])

/** Who a child is in its class: by the name that it types, or by what the QR code of its card says (`card`), never both. */
const childSignIn = z
  .object({
    code: typedCode,
    // Whatever a child types is looked up: one that no name may have any more is a wrong one, and may have been given before.
    name: z.optional(typedName),
    card: z.optional(typedCode),
    pin,
  })
  .check(
    z.refine(({ name, card }) => (name === undefined) !== (card === undefined), {
      error: 'must be there, or else card',
      path: ['name'],
    }),
  )

const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_EMAIL_LENGTH, `must be at most ${MAX_EMAIL_LENGTH} characters`),
    z.email('must be an email address'),
  )

const mailedToken = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(1024, 'must be at most 1024 characters'))

/** `verify`: a mail is under way, and the link in it signs in with the password. `second_step`: a code is asked for besides. */
const entered = z.object({ next: z.enum(['signed_in', 'verify', 'second_step']) })

/**
 * A whole school that signs in within a minute behind one address; limits that matter are by account. Of the calls that name a class
 * or an account so many are for each, so that a device that floods one keeps no other waiting.
 */
const SCHOOL: Pace = { calls: 1200, perSeconds: 60 }
/** Mails to one address: nobody is flooded in another's name. */
const MAILS: Pace = { calls: 5, perSeconds: 3600 }

/** Which adults may add children: all, those with a confirmed email address, or those with an invitation. */
export const SIGN_UP_RULES = ['open', 'confirmed', 'invited'] as const
export type SignUpRule = (typeof SIGN_UP_RULES)[number]

/** Who is signed in, and signing out. */
export const sessionRoutes = {
  /**
   * A student's `playerToken` is its session token in every call of boards and battles, until it is signed out everywhere or has a
   * new PIN; an adult has none, nor nickname or color.
   */
  me: route({
    method: 'GET',
    path: '/api/me',
    params: null,
    body: null,
    answer: z.object({
      id: z.string(),
      role: z.enum(['teacher', 'parent', 'student']),
      name: z.string(),
      nickname: z.nullable(z.string()),
      color: z.nullable(z.enum(BADGE_COLORS)),
      playerToken: z.nullable(z.string()),
    }),
    caller: 'signed_in',
    action: 'see_self',
    pace: { calls: 240, perSeconds: 60 },
  }),
  signOut: route({
    method: 'POST',
    path: '/api/account/sign-out',
    params: null,
    body: null,
    answer: done,
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
} as const

/** Signing up and in, and an adult's own account. */
export const accountRoutes = {
  /** What the pages of signing up and in need to know. */
  readDoor: route({
    method: 'GET',
    path: '/api/account',
    params: null,
    body: null,
    answer: z.object({ sendsMail: z.boolean(), signUp: z.enum(SIGN_UP_RULES) }),
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  signUp: route({
    method: 'POST',
    path: '/api/account/sign-up',
    params: null,
    body: z.object({ role: z.enum(['teacher', 'parent']), name: personName, email, password: newPassword }),
    answer: entered,
    caller: 'account',
    action: 'enter',
    pace: MAILS,
  }),
  /** The link proves the mailbox, and the password that it is the sign-up of whoever opens it. */
  verify: route({
    method: 'POST',
    path: '/api/account/verify',
    params: null,
    body: z.object({ token: mailedToken, password }),
    answer: entered,
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  /** Sends the mail of signing up again; answers alike whether there is somebody to send it to. */
  verifyAgain: route({
    method: 'POST',
    path: '/api/account/verify/again',
    params: null,
    body: z.object({ email }),
    answer: done,
    caller: 'account',
    action: 'enter',
    pace: MAILS,
  }),
  signIn: route({
    method: 'POST',
    path: '/api/account/sign-in',
    params: null,
    body: z.object({ email, password }),
    answer: entered,
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  /**
   * The second step: a code of the authenticator app, or a recovery code, which works once. A wrong one is a 401 `wrong_sign_in`;
   * after ten minutes or five wrong ones it is a 401 `second_step_over`, and the password is asked for again.
   */
  signInCode: route({
    method: 'POST',
    path: '/api/account/sign-in/code',
    params: null,
    body: z.object({ code: typedCode, trust: z.boolean() }),
    answer: entered,
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  /** What the browser is to ask a passkey for (WebAuthn, PublicKeyCredentialRequestOptionsJSON); good for five minutes. */
  askForPasskey: route({
    method: 'POST',
    path: '/api/account/sign-in/passkey',
    params: null,
    body: null,
    answer: z.object({ options: json }),
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  /** A passkey signs in on its own, without a second step. One that is not known is a 401 `wrong_sign_in`. */
  signInPasskey: route({
    method: 'POST',
    path: '/api/account/sign-in/passkey/answer',
    params: null,
    body: z.object({ credential: passkeyAnswer }),
    answer: entered,
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  askForReset: route({
    method: 'POST',
    path: '/api/account/forgotten',
    params: null,
    body: z.object({ email }),
    answer: done,
    caller: 'account',
    action: 'enter',
    pace: MAILS,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/account/reset',
    params: null,
    body: z.object({ token: mailedToken, password: newPassword }),
    answer: done,
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  /** Which kind of PIN children of this code have; `digits` for a code that is not there. */
  readPinKind: route({
    method: 'POST',
    path: '/api/account/child/pin-kind',
    params: null,
    body: z.object({ code: typedCode }),
    answer: z.object({ pinKind: z.enum(PIN_KINDS) }),
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  signInChild: route({
    method: 'POST',
    path: '/api/account/child/sign-in',
    params: null,
    body: childSignIn,
    answer: entered,
    caller: 'anyone',
    action: 'enter',
    pace: SCHOOL,
  }),
  /** Everything that is stored of an adult, as a file: rows of columns, table by table. No password, no code, no other person. */
  ownData: route({
    method: 'GET',
    path: '/api/account/data',
    params: null,
    body: null,
    answer: z.record(
      z.string(),
      z.array(z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))),
    ),
    caller: 'signed_in',
    action: 'see_own_data',
    pace: { calls: 30, perSeconds: 60 },
  }),
  /** Records that the adult has confirmed what has to be confirmed before adding children, in this version. */
  consent: route({
    method: 'POST',
    path: '/api/account/consent',
    params: null,
    body: z.object({ version: z.literal(CONSENT_VERSION) }),
    answer: done,
    caller: 'signed_in',
    action: 'consent',
    pace: { calls: 30, perSeconds: 60 },
  }),
  /**
   * Deletes an adult's account. A 409 `has_children` while children are at home in the adult's classes or family: they are
   * deleted or moved one by one before. A wrong password is a 401 `wrong_sign_in`, and waits as in signing in.
   */
  closeAccount: route({
    method: 'DELETE',
    path: '/api/account',
    params: null,
    body: z.object({ password }),
    answer: done,
    caller: 'signed_in',
    action: 'close_account',
    pace: { calls: 30, perSeconds: 60 },
  }),
} as const

/** Whether this installation sends emails, and which adults may add children here. */
export type Door = Output<typeof accountRoutes.readDoor.answer>
/** Where somebody stands who has signed up or in. */
export type EnteredAnswer = z.infer<typeof entered>
/** Who is signed in. */
export type Me = Output<typeof sessionRoutes.me.answer>
export type SignedInRole = Me['role']
