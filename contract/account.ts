import * as z from 'zod/mini'
import { BADGE_COLORS } from '../domain/badge.ts'
import { CLASS_NAME_PATTERN, NAME_PATTERN, plainName } from '../domain/child-name.ts'
import { ANIMALS } from '../domain/nickname.ts'
import { PICTURE_IDS, PIN_DIGITS, PIN_KINDS, PIN_PICTURES } from '../domain/pin.ts'
import {
  done,
  json,
  newPassword,
  passkeyAssertion,
  password,
  settingsByName,
  typedCode,
} from './account-fields.ts'
import { route, type Output, type RateLimit } from './route.ts'

export const MAX_NAME_LENGTH = 40
export const MAX_EMAIL_LENGTH = 254
/** The version of the statements an adult confirms before adding children. Increment it when their text changes. */
export const CONSENT_VERSION = 1

const typedName = z
  .string()
  .check(
    z.overwrite(plainName),
    z.minLength(1, 'must not be empty'),
    z.maxLength(MAX_NAME_LENGTH, `must be at most ${MAX_NAME_LENGTH} characters`),
  )

export const personName = typedName.check(
  z.regex(NAME_PATTERN, `must be letters or digits, with spaces and the signs . , ' " ( ) · -`),
)

export const className = typedName.check(
  z.regex(
    CLASS_NAME_PATTERN,
    'must be letters, digits, spaces, punctuation and symbols other than @ \\ < > =',
  ),
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

/** A child is identified by its typed `name` or by the code in the QR code of its card (`card`), never both. */
const childSignIn = z
  .object({
    code: typedCode,
    // Not `personName`: a child may have been named under older, looser rules.
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

export const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_EMAIL_LENGTH, `must be at most ${MAX_EMAIL_LENGTH} characters`),
    z.email('must be an email address'),
  )

const mailedToken = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(1024, 'must be at most 1024 characters'))

/** `verify`: a mail was sent, whose link signs in together with the password. `second_step`: a code is required. */
const signInResult = z.object({ next: z.enum(['signed_in', 'verify', 'second_step']) })

/**
 * Enough for a whole school that signs in within a minute from one address; stricter limits are per account. Calls that name a
 * class or an account are counted per name, so that a device that floods one does not delay the others.
 */
const SCHOOL: RateLimit = { calls: 1200, perSeconds: 60 }
/** Mails to one address, so that nobody can flood another person's mailbox. */
const MAILS: RateLimit = { calls: 5, perSeconds: 3600 }

/** Which adults may add children: all, those with a confirmed email address, or those with an invitation. */
export const SIGN_UP_RULES = ['open', 'confirmed', 'invited'] as const
export type SignUpRule = (typeof SIGN_UP_RULES)[number]

export const sessionRoutes = {
  /**
   * `playerToken` is a student's session token for boards and battles; signing out everywhere and a new PIN replace it.
   * Token, nickname, color and settings are null for adults. `country` is a code and `state` the name of a region on the boards,
   * '' for none; a student sets them as guests do. `zone` is the time zone whose days a student's class or family goes by; null for
   * adults.
   */
  me: route({
    method: 'GET',
    path: '/api/me',
    params: null,
    body: null,
    response: z.object({
      id: z.string(),
      role: z.enum(['teacher', 'parent', 'student']),
      name: z.string(),
      nickname: z.nullable(z.string()),
      color: z.nullable(z.enum(BADGE_COLORS)),
      playerToken: z.nullable(z.string()),
      country: z.string(),
      state: z.string(),
      settings: z.nullable(settingsByName),
      zone: z.nullable(z.string()),
    }),
    caller: 'signed_in',
    action: 'see_self',
    rateLimit: { calls: 240, perSeconds: 60 },
  }),
  signOut: route({
    method: 'POST',
    path: '/api/account/sign-out',
    params: null,
    body: null,
    response: done,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
} as const

/** Signing up and in, and an adult's own account. */
export const accountRoutes = {
  /** Whether this installation sends mail, and which adults may add children. */
  readSettings: route({
    method: 'GET',
    path: '/api/account',
    params: null,
    body: null,
    response: z.object({ sendsMail: z.boolean(), signUp: z.enum(SIGN_UP_RULES) }),
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  signUp: route({
    method: 'POST',
    path: '/api/account/sign-up',
    params: null,
    body: z.object({ role: z.enum(['teacher', 'parent']), name: personName, email, password: newPassword }),
    response: signInResult,
    caller: 'account',
    action: 'sign_in',
    rateLimit: MAILS,
  }),
  /** The token proves who owns the mailbox; the password, that the same person signed up. */
  verify: route({
    method: 'POST',
    path: '/api/account/verify',
    params: null,
    body: z.object({ token: mailedToken, password }),
    response: signInResult,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  /** Sends the confirmation mail again. The response is the same whether or not the account exists. */
  verifyAgain: route({
    method: 'POST',
    path: '/api/account/verify/again',
    params: null,
    body: z.object({ email }),
    response: done,
    caller: 'account',
    action: 'sign_in',
    rateLimit: MAILS,
  }),
  signIn: route({
    method: 'POST',
    path: '/api/account/sign-in',
    params: null,
    body: z.object({ email, password }),
    response: signInResult,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  /**
   * Completes a two-step sign-in: a code of the authenticator app or a recovery code, which works once. A wrong one is a 401
   * `wrong_sign_in`. After ten minutes or five wrong codes it is a 401 `second_step_over`: start again with the password.
   */
  signInCode: route({
    method: 'POST',
    path: '/api/account/sign-in/code',
    params: null,
    body: z.object({ code: typedCode, trust: z.boolean() }),
    response: signInResult,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  /** Returns PublicKeyCredentialRequestOptionsJSON (WebAuthn), valid for five minutes. */
  askForPasskey: route({
    method: 'POST',
    path: '/api/account/sign-in/passkey',
    params: null,
    body: null,
    response: z.object({ options: json }),
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  /** A passkey needs no code. An unknown one is a 401 `wrong_sign_in`. */
  signInPasskey: route({
    method: 'POST',
    path: '/api/account/sign-in/passkey/answer',
    params: null,
    body: z.object({ credential: passkeyAssertion }),
    response: signInResult,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  askForReset: route({
    method: 'POST',
    path: '/api/account/forgotten',
    params: null,
    body: z.object({ email }),
    response: done,
    caller: 'account',
    action: 'sign_in',
    rateLimit: MAILS,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/account/reset',
    params: null,
    body: z.object({ token: mailedToken, password: newPassword }),
    response: done,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  /**
   * The kind of PIN in the class or family with this code, and its children by badge and card, never by name. `digits` and
   * nobody for an unknown code.
   */
  readClass: route({
    method: 'POST',
    path: '/api/account/child/class',
    params: null,
    body: z.object({ code: typedCode }),
    response: z.object({
      pinKind: z.enum(PIN_KINDS),
      children: z.array(z.object({ card: z.string(), animal: z.enum(ANIMALS), color: z.enum(BADGE_COLORS) })),
    }),
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  signInChild: route({
    method: 'POST',
    path: '/api/account/child/sign-in',
    params: null,
    body: childSignIn,
    response: signInResult,
    caller: 'anyone',
    action: 'sign_in',
    rateLimit: SCHOOL,
  }),
  /** Everything stored about the adult, as a file: rows by table. It contains no password, no code and no other person. */
  ownData: route({
    method: 'GET',
    path: '/api/account/data',
    params: null,
    body: null,
    response: z.record(
      z.string(),
      z.array(z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))),
    ),
    caller: 'signed_in',
    action: 'see_own_data',
    rateLimit: { calls: 30, perSeconds: 60 },
  }),
  /** Records that the adult has confirmed this version of the statements about adding children. */
  consent: route({
    method: 'POST',
    path: '/api/account/consent',
    params: null,
    body: z.object({ version: z.literal(CONSENT_VERSION) }),
    response: done,
    caller: 'signed_in',
    action: 'consent',
    rateLimit: { calls: 30, perSeconds: 60 },
  }),
  /**
   * Deletes an adult's account. A 409 `has_children` while the adult's classes or family have children: they must be deleted
   * or moved first. A wrong password is a 401 `wrong_sign_in`, delayed as when signing in.
   */
  closeAccount: route({
    method: 'DELETE',
    path: '/api/account',
    params: null,
    body: z.object({ password }),
    response: done,
    caller: 'signed_in',
    action: 'close_account',
    rateLimit: { calls: 30, perSeconds: 60 },
  }),
} as const

export type AccountSettings = Output<typeof accountRoutes.readSettings.response>
export type SignInResult = z.infer<typeof signInResult>
/** Who is signed in. */
export type Me = Output<typeof sessionRoutes.me.response>
export type SignedInRole = Me['role']
