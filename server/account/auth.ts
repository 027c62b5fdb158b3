import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth/minimal'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { BetterAuthPlugin } from 'better-auth/types'
import * as z from 'zod'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract/account-fields.ts'
import { LINK_CODE_LENGTH, newCode } from '../../domain/code.ts'
import { HOST_PREFIX } from './browser-cookies.ts'
import type { Hashing } from './hashing.ts'
import type { AuthDatabase } from './port.ts'
import { secretRandomBelow } from './random-below.ts'

/** Adults stay signed in for a week after the last day of use. */
const SESSION_SECONDS = 7 * 24 * 3600
const REFRESH_AFTER_SECONDS = 24 * 3600
const VERIFY_WITHIN_SECONDS = 24 * 3600
const RESET_WITHIN_SECONDS = 3600

/** A base URL for better-auth without PUBLIC_URL. It is not used for links; the emails build their own. */
export const NO_PUBLIC_URL = 'http://localhost'

/** The session cookie, without its prefix. */
export const SESSION_COOKIE = 'tenfold.session'
const BRIEF_COOKIE = 'tenfold.brief'
/** Marks a browser that has sent the right password and still needs a code, and one that may skip the code for a while. */
const TWO_STEP_COOKIE = 'tenfold.second-step'
const TRUST_COOKIE = 'tenfold.trusted'
/** The challenge of a passkey request. */
const PASSKEY_COOKIE = 'tenfold.passkey'

const TWO_STEP_WITHIN_SECONDS = 600
const TRUST_SECONDS = 30 * 24 * 3600
const RECOVERY_CODES = 10

/** Whether a Cookie header may contain a session, with or without the prefix. */
export function mayHoldSession(cookies: string): boolean {
  return cookies.includes(`${SESSION_COOKIE}=`)
}

/** Keeps only the cookie of a two-step sign-in, not the session, so that a code is never checked for another account. */
export function twoStepCookies(cookies: string): string {
  return cookiesNamed(cookies, TWO_STEP_COOKIE)
}

/** Keeps only the passkey challenge, not the session. */
export function passkeyCookies(cookies: string): string {
  return cookiesNamed(cookies, PASSKEY_COOKIE)
}

function cookiesNamed(cookies: string, name: string): string {
  const names = [name, `${HOST_PREFIX}${name}`]
  return cookies
    .split(/; */)
    .filter((pair) => names.some((one) => pair.startsWith(`${one}=`)))
    .join('; ')
}

const signUpOfLink = z.object({
  email: z.email(),
  userId: z.string(),
  updateTo: z.undefined().optional(),
  requestType: z.undefined().optional(),
})

/** The sign-up that a verification link belongs to. */
export type SignUpOfLink = { readonly email: string; readonly userId: string }

/** Decodes a verification link; null if it is invalid or expired. */
export async function readVerificationLink(secret: string, token: string): Promise<SignUpOfLink | null> {
  const { data } = signUpOfLink.safeParse(await verifyJWT<unknown>(token, secret))
  return data ? { email: data.email, userId: data.userId } : null
}

/** Emails requested by better-auth; the page sends the token back. They are queued, not awaited. */
export type AuthMails = {
  verify(email: string, token: string): void
  reset(email: string, token: string): void
  known(email: string): void
}

type AuthOptions = {
  readonly database: AuthDatabase
  readonly secret: string
  /** Whether cookies are `Secure`. */
  readonly secure: boolean
  readonly publicUrl: string
  /** The site name shown with a stored passkey. */
  readonly siteName?: string
  readonly hashing: Hashing
  /** Null if this installation sends no emails; then addresses need no verification. */
  readonly mails: AuthMails | null
  /** Called after a password reset. */
  readonly onPasswordReset?: (adult: { readonly id: string }) => Promise<void>
}

/**
 * Signs in a child whose PIN the caller has checked. School devices are shared, so the cookie ends with the browser and the session
 * after a day.
 */
const childSessions = {
  id: 'child-sessions',
  endpoints: {
    signInStudent: createAuthEndpoint(
      '/sign-in/student',
      { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) return ctx.json({ signedIn: false })
        const session = await ctx.context.internalAdapter.createSession(user.id, true)
        await setSessionCookie(ctx, { session, user }, true)
        return ctx.json({ signedIn: true })
      },
    ),
  },
} satisfies BetterAuthPlugin

/** Finds the adult who still needs a code in this browser. */
const twoStepEndpoints = {
  id: 'second-steps',
  endpoints: {
    findAdultByTwoStepCookie: createAuthEndpoint(
      '/two-factor/who',
      { method: 'POST', metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const { name } = ctx.context.createAuthCookie('two_factor')
        const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
        const asked = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : null
        return ctx.json({ adultId: asked && asked.expiresAt > new Date() ? asked.value : null })
      },
    ),
  },
} satisfies BetterAuthPlugin

/** Wrong codes are counted like wrong passwords (two-step-sign-in.ts); the plugin's own lockout would lock owners out of known browsers. */
const secondFactor = twoFactor({
  accountLockout: { enabled: false },
  twoFactorTable: 'second_factor',
  twoFactorCookieMaxAge: TWO_STEP_WITHIN_SECONDS,
  trustDeviceMaxAge: TRUST_SECONDS,
  backupCodeOptions: {
    customBackupCodesGenerate: () =>
      Array.from({ length: RECOVERY_CODES }, () => newCode(LINK_CODE_LENGTH, secretRandomBelow)),
  },
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: { fields: { userId: 'user_id', backupCodes: 'backup_codes' } },
  },
})

/** A passkey counts as both steps, so the device must verify the user by PIN, fingerprint or face. */
function refuseUnverified(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_FOUND' })
}

/** A null origin means that of the page, for development. */
const passkeysOf = (publicUrl: string, siteName: string) => {
  const { hostname, origin } = new URL(publicUrl)
  return passkey({
    rpID: hostname,
    rpName: siteName,
    origin: publicUrl === NO_PUBLIC_URL ? null : origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => refuseUnverified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => refuseUnverified(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: {
      passkey: {
        fields: {
          userId: 'user_id',
          credentialID: 'credential_id',
          publicKey: 'public_key',
          createdAt: 'created_at_ms',
        },
      },
    },
  })
}

/** Column names that differ from better-auth's. */
const TIMES = { createdAt: 'created_at_ms', updatedAt: 'updated_at_ms' } as const
const FIELDS = {
  user: { ...TIMES, emailVerified: 'email_verified' },
  session: { ...TIMES, userId: 'user_id', expiresAt: 'expires_at_ms', userAgent: 'device' },
  account: { ...TIMES, userId: 'user_id', accountId: 'account_id', providerId: 'provider_id' },
  verification: { ...TIMES, expiresAt: 'expires_at_ms' },
} as const

/** Configures better-auth. Only its API functions are used; its HTTP routes are not exposed. */
export function createAuth(options: AuthOptions) {
  const {
    database,
    secret,
    secure,
    publicUrl,
    siteName = 'Tenfold',
    hashing,
    mails,
    onPasswordReset,
  } = options
  const prefix = secure ? HOST_PREFIX : ''
  return betterAuth({
    database,
    secret,
    baseURL: publicUrl,
    // Our own log never contains email addresses.
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Limited by account instead (domain/sign-in-wait.ts), because a school may share one address.
    rateLimit: { enabled: false },
    plugins: [childSessions, twoStepEndpoints, secondFactor, passkeysOf(publicUrl, siteName)],
    user: {
      fields: FIELDS.user,
      additionalFields: {
        role: { type: 'string', required: true, input: true },
      },
    },
    session: {
      fields: FIELDS.session,
      expiresIn: SESSION_SECONDS,
      updateAge: REFRESH_AFTER_SECONDS,
      freshAge: 0,
    },
    account: { fields: FIELDS.account },
    verification: { fields: FIELDS.verification, storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      requireEmailVerification: mails !== null,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) => onPasswordReset?.(user),
      resetPasswordTokenExpiresIn: RESET_WITHIN_SECONDS,
      password: {
        hash: (password) => hashing.hash(password),
        verify: ({ hash, password }) => hashing.verify(hash, password),
      },
      ...(mails && {
        sendResetPassword: async ({ user, token }) => mails.reset(user.email, token),
        onExistingUserSignUp: async ({ user }) => mails.known(user.email),
      }),
    },
    emailVerification: {
      expiresIn: VERIFY_WITHIN_SECONDS,
      ...(mails && {
        sendOnSignUp: true,
        sendVerificationEmail: async ({ user, token }) => mails.verify(user.email, token),
      }),
    },
    advanced: {
      // Its own prefix is weaker than `__Host-`.
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      cookies: {
        session_token: { name: `${prefix}${SESSION_COOKIE}` },
        dont_remember: { name: `${prefix}${BRIEF_COOKIE}` },
        two_factor: { name: `${prefix}${TWO_STEP_COOKIE}` },
        passkey: { name: `${prefix}${PASSKEY_COOKIE}` },
        trust_device: { name: `${prefix}${TRUST_COOKIE}` },
      },
      ipAddress: { disableIpTracking: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
