import * as z from 'zod/mini'

/** Shortest password (NIST SP 800-63B §3.1.1.2 asks for 8 at least, without rules of which signs). */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/** A password that was chosen before. */
export const password = z
  .string()
  .check(z.maxLength(MAX_PASSWORD_LENGTH, `must be at most ${MAX_PASSWORD_LENGTH} characters`))

/** A password that is being chosen. */
export const newPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, `must be at least ${MIN_PASSWORD_LENGTH} characters`),
    z.maxLength(MAX_PASSWORD_LENGTH, `must be at most ${MAX_PASSWORD_LENGTH} characters`),
  )

/** A code of a class or a link as people type it; the server leaves out spaces, dashes and capitals. */
export const typedCode = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(24, 'must be at most 24 characters'))

/** What WebAuthn's own functions read. */
export const json = z.record(z.string(), z.unknown())

const base64 = z.string().check(z.maxLength(8192, 'must be at most 8192 characters'))

const ofCredential = {
  id: base64.check(z.minLength(1, 'must not be empty')),
  rawId: base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** The answer of a passkey at sign-in, as `PublicKeyCredential.toJSON` writes it. */
export const passkeyAnswer = z.object({
  ...ofCredential,
  response: z.object({ clientDataJSON: base64, authenticatorData: base64, signature: base64 }),
})

/** A passkey that was just made, as `PublicKeyCredential.toJSON` writes it. */
export const newPasskey = z.object({
  ...ofCredential,
  response: z.object({
    clientDataJSON: base64,
    attestationObject: base64,
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'must be a transport')))),
  }),
})

/** The answer of a call that has nothing to tell. */
export const done = z.object({ done: z.literal(true) })
