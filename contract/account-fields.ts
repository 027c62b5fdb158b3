import * as z from 'zod/mini'
import { GRADES, SETTINGS } from '../domain/student-settings.ts'

/** NIST SP 800-63B §3.1.1.2 requires at least 8 characters and no composition rules. */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** An existing password; it may be shorter than a new one must be. */
export const password = z
  .string()
  .check(z.maxLength(MAX_PASSWORD_LENGTH, `must be at most ${MAX_PASSWORD_LENGTH} characters`))

export const newPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, `must be at least ${MIN_PASSWORD_LENGTH} characters`),
    z.maxLength(MAX_PASSWORD_LENGTH, `must be at most ${MAX_PASSWORD_LENGTH} characters`),
  )

/** A class or link code as typed; the server removes spaces and dashes and ignores case. */
export const typedCode = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(24, 'must be at most 24 characters'))

/** Options and responses for the WebAuthn functions of the browser and the server library. */
export const json = z.record(z.string(), z.unknown())

const base64 = z.string().check(z.maxLength(8192, 'must be at most 8192 characters'))

const ofCredential = {
  id: base64.check(z.minLength(1, 'must not be empty')),
  rawId: base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** A passkey assertion, in the format of `PublicKeyCredential.toJSON`. */
export const passkeyAssertion = z.object({
  ...ofCredential,
  response: z.object({ clientDataJSON: base64, authenticatorData: base64, signature: base64 }),
})

/** A new passkey, in the format of `PublicKeyCredential.toJSON`. */
export const newPasskey = z.object({
  ...ofCredential,
  response: z.object({
    clientDataJSON: base64,
    attestationObject: base64,
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'must be a transport')))),
  }),
})

/** The response of a call that returns no data. */
export const done = z.object({ done: z.literal(true) })

/** How a child plays, on every device (domain/student-settings.ts). Stored as values, never as reasons. */
export const studentSettings = z.object({
  calm: z.boolean(),
  clock: z.enum(SETTINGS.clock),
  pictures: z.enum(SETTINGS.pictures),
  timeFactor: z.enum(SETTINGS.timeFactor),
  battles: z.boolean(),
  boards: z.boolean(),
  streak: z.boolean(),
  ownBoards: z.boolean(),
  parentBoards: z.boolean(),
})

/** What a class or family decides for all its children. */
export const homeSettings = z.object({
  battles: z.boolean(),
  boards: z.boolean(),
  streak: z.boolean(),
  grade: z.enum(GRADES),
})

/** The settings by name. Children's pages get them in this form, and read them themselves. */
export const settingsByName = z.record(z.string(), z.unknown())

/** What the adults of a child's home change; the rest stays. */
export const settingsChange = z.partial(z.omit(studentSettings, { ownBoards: true, parentBoards: true }))

/** What a child changes itself; anything else is ignored. */
export const ownSettingsChange = z.partial(
  z.pick(studentSettings, {
    calm: true,
    clock: true,
    pictures: true,
    ownBoards: true,
  }),
)
