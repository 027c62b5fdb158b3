import { APIError } from 'better-auth/api'
import { Refusal, StorageUnavailable } from '../http/errors.ts'

const WRONG_SIGN_IN = 'That email address or password isn’t right.'
const WRONG_CODE = 'That code isn’t right.'
const STEP_OVER = 'Please enter your password again.'
const BAD_LINK = 'This link no longer works. Please get a new one.'

/** A mailed link is invalid or expired. */
export const badLink = (): Refusal => new Refusal(400, 'bad_link', BAD_LINK)

/** The two-step sign-in expired, had too many tries, or had no password before it. */
export const codeStepExpired = (): Refusal => new Refusal(401, 'second_step_over', STEP_OVER)

/** The code is wrong or was used before. */
export const wrongCode = (): Refusal => new Refusal(401, 'wrong_sign_in', WRONG_CODE)

const badPasskey = (): Refusal =>
  new Refusal(
    401,
    'wrong_sign_in',
    'That passkey doesn’t belong to an account here. Please sign in with your password.',
  )

const REFUSALS: Readonly<Record<string, () => Refusal>> = {
  INVALID_EMAIL_OR_PASSWORD: () => new Refusal(401, 'wrong_sign_in', WRONG_SIGN_IN),
  EMAIL_NOT_VERIFIED: () =>
    new Refusal(403, 'email_not_verified', 'Please open the link in the email we sent you first.'),
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: () =>
    new Refusal(409, 'email_taken', 'This email address already has an account.'),
  INVALID_EMAIL: () => new Refusal(400, 'bad_request', 'email must be an email address.'),
  INVALID_TOKEN: badLink,
  TOKEN_EXPIRED: badLink,
  USER_NOT_FOUND: badLink,
  PASSKEY_NOT_FOUND: badPasskey,
  CHALLENGE_NOT_FOUND: badPasskey,
  AUTHENTICATION_FAILED: badPasskey,
  FAILED_TO_VERIFY_REGISTRATION: badPasskey,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  TOTP_NOT_ENABLED: codeStepExpired,
  BACKUP_CODES_NOT_ENABLED: codeStepExpired,
  INVALID_TWO_FACTOR_COOKIE: codeStepExpired,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: codeStepExpired,
}

/** Converts an error of better-auth to a Refusal; it may wrap one from storage. */
function refusalIn(error: unknown): unknown {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof Refusal) return inner
    if (!(inner instanceof APIError)) continue
    const code = String(inner.body?.code ?? '')
    const made = REFUSALS[code]
    if (made) return made()
    // better-auth hides the cause: the database was unreachable, or somebody just signed up with the same address.
    if (code === 'FAILED_TO_CREATE_USER') return new StorageUnavailable({ cause: inner })
  }
  return error
}

/** Calls better-auth and converts its errors to refusals. */
export async function callAuth<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalIn(error)
  }
}
