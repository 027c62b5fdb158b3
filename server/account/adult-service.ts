import { createHash } from 'node:crypto'
import type { accountRoutes } from '../../contract/account.ts'
import type { Output } from '../../contract/route.ts'
import { plainName } from '../../domain/child-name.ts'
import { Refusal, StorageUnavailable } from '../http/errors.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import type { Auth, SignUpOfLink } from './auth.ts'
import { callAuth, badLink } from './better-auth-refusals.ts'
import { refuseCommon } from './common-passwords.ts'
import type { Hashing, Requester } from './hashing.ts'
import type { AdultWithPassword, KnownAdults } from './known-adults.ts'
import { keyOfNonexistent, type SignInLimits } from './sign-in-limits.ts'
import { sessionTokenOf } from './session-cookie.ts'
import type { Role } from './roles.ts'
import { hashOfSecret } from './token-hash.ts'
import { keyedMutex } from './keyed-mutex.ts'

type Body<Name extends keyof typeof accountRoutes> = Output<(typeof accountRoutes)[Name]['body']>

/** The parts of a request that identify a browser. */
export type Browser = {
  readonly cookies: string
  readonly isSecure: boolean
  /** Sessions store only the kind of device (device.ts). */
  readonly userAgent?: string | undefined
  /** The `Origin` header. */
  readonly origin?: string | undefined
}

/** A browser and its connection. */
export type BrowserConnection = Browser & {
  /** The key of the network address; '' for this machine. */
  readonly address: string
  /** Whether it is in one of the school networks (CLASS_NETWORKS). */
  readonly isInside: boolean
  /** Whether the client has closed the connection. */
  isDisconnected(): boolean
}

/** The result of signing in or out, with the cookies to set. */
export type SignInOutcome<Next extends string = string> = {
  readonly next: Next
  readonly setCookies: readonly string[]
}

type AdultServiceNeeds = {
  /** The installation's secret, with which better-auth signs cookies. */
  readonly secret: string
  /** Better-auth for browsers over TLS, and for others. */
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly limits: SignInLimits
  readonly hashing: Hashing
  readonly known: KnownAdults
  readonly adults: Pick<
    AdultStore,
    'findSession' | 'findCredential' | 'findByEmail' | 'markAddressVerified' | 'removeUnverified'
  >
  /** Null for an invalid or expired link. */
  readonly readLink: (token: string) => Promise<SignUpOfLink | null>
  readonly sendsMail: boolean
  readonly now: () => number
  /** Resolves after this many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>
}

/** The key of an email address for counts and rate limits; a hash, so that the address is not stored there. */
export function keyOfEmail(email: string): string {
  return `mail:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
}

/** Placeholder addresses of children's accounts, which never get email (RFC 2606 §2). */
function isPlaceholder(email: string): boolean {
  return email.toLowerCase().endsWith('.invalid')
}

const isUnverified = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'email_not_verified'

/** Longer than the database work for a known or a new address takes, without hashing. */
const RESET_TAKES_MS = 300
const SIGN_UP_TAKES_MS = 1000

/** Takes at least as long as `waited`, so that the response time does not reveal whether an address has an account. */
async function takingAtLeast<T>(waited: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), waited])
  if (done.status === 'rejected') throw done.reason
  return done.value
}

export const headersOf = ({ cookies, userAgent = '' }: Browser): Headers =>
  new Headers({ 'user-agent': userAgent, ...(cookies === '' ? {} : { cookie: cookies }) })

/** For whom a password is hashed. */
export function requesterOf(
  { address, isDisconnected }: BrowserConnection,
  account: string,
  isKnown: boolean,
): Requester {
  return { address, account, isKnown, isDisconnected }
}

/** The key under which passwords are counted. A new password ends the wait. */
export function keyOfPassword({ id, passwordHash }: AdultWithPassword): string {
  return `password ${id} ${passwordHash}`
}

export const authFor = (auth: AdultServiceNeeds['auth'], { isSecure }: Browser): Auth =>
  isSecure ? auth.secure : auth.plain

const remembered = (known: KnownAdults, browser: Browser, adult: AdultWithPassword | null): string[] =>
  adult ? [known.remember(browser, adult)] : []

function adultSignIn(needs: AdultServiceNeeds) {
  const { auth, limits, hashing, known, adults } = needs
  return async (
    { email, password }: Body<'signIn'>,
    browser: BrowserConnection,
  ): Promise<SignInOutcome<'signed_in' | 'second_step'>> => {
    const adult = await adults.findByEmail(email)
    const isKnown = adult !== null && known.knows(browser, adult)
    const ofEmail = keyOfEmail(email)
    const key = adult ? keyOfPassword(adult) : keyOfNonexistent(ofEmail)
    // Counted apart, so that strangers' guesses do not make known browsers wait.
    const check = isKnown ? limits.checkKnown : limits.check
    const verify = () =>
      callAuth(() =>
        authFor(auth, browser).api.signInEmail({
          body: { email, password },
          headers: headersOf(browser),
          returnHeaders: true,
        }),
      )
    const { headers, response } = await check(key, () =>
      hashing.onBehalfOf(requesterOf(browser, ofEmail, isKnown), verify),
    )
    const setCookies = headers.getSetCookie()
    if ('twoFactorRedirect' in response) return { next: 'second_step', setCookies }
    return { next: 'signed_in', setCookies: [...setCookies, ...remembered(known, browser, adult)] }
  }
}

function knownCheck({ known, adults }: AdultServiceNeeds) {
  return async (email: string, browser: Browser): Promise<boolean> => {
    if (!known.hasMarks(browser)) return false
    const adult = await adults.findByEmail(email)
    return adult !== null && known.knows(browser, adult)
  }
}

function adultSessions({ auth, secret, adults, now }: AdultServiceNeeds) {
  const whoIs = async (browser: Browser, refresh: boolean) => {
    if (!refresh) {
      const token = sessionTokenOf(browser, secret)
      const found = token === null ? null : await adults.findSession(token, now())
      return found && { person: found.person, signInId: found.sessionId, setCookies: [] }
    }
    const { headers, response } = await callAuth(() =>
      authFor(auth, browser).api.getSession({ headers: headersOf(browser), returnHeaders: true }),
    )
    if (response === null) return null
    const { id, name, role } = response.user
    const person = { id, name, role: role as Role }
    return { person, signInId: response.session.id, setCookies: headers.getSetCookie() }
  }
  return {
    /** The signed-in person, or null. `refresh` extends the session, which sets new cookies. */
    whoIs,
    /** The session id of this browser; null if nobody is signed in. */
    sessionOf: async (browser: Browser) => (await whoIs(browser, false))?.signInId ?? null,
  }
}

function refuseWithoutMail(sendsMail: boolean): void {
  if (sendsMail) return
  const sentence = 'This site doesn’t send email. Ask the person who runs it to reset your password.'
  throw new Refusal(409, 'no_mail', sentence)
}

/** Sign-up, sign-in and sign-out of adults; sessions of everybody. */
export function adultService(needs: AdultServiceNeeds) {
  const { auth, hashing, known, adults, readLink, sendsMail, wait } = needs
  const byAddress = keyedMutex()
  const signIn = adultSignIn(needs)

  return {
    ...adultSessions(needs),

    signUp: async (
      { role, name, email, password }: Body<'signUp'>,
      browser: BrowserConnection,
    ): Promise<SignInOutcome<'signed_in' | 'verify'>> => {
      refuseCommon(password, email)
      if (isPlaceholder(email)) throw new Refusal(400, 'bad_request', 'email must be an email address.')
      const body = { role, name: plainName(name), email, password }
      const enter = () =>
        byAddress(keyOfEmail(email), async () => {
          // Anybody may have entered an unverified address, so the newest sign-up replaces older ones and their links.
          if (sendsMail) await adults.removeUnverified(email)
          return await hashing.onBehalfOf(requesterOf(browser, keyOfEmail(email), false), () =>
            callAuth(() =>
              authFor(auth, browser).api.signUpEmail({
                body,
                headers: headersOf(browser),
                returnHeaders: true,
              }),
            ),
          )
        })
      // Retried once: after a concurrent sign-up with this address, the retry finds the account; in an outage, it fails again.
      const { headers } = await takingAtLeast(wait(sendsMail ? SIGN_UP_TAKES_MS : 0), () =>
        enter().catch((error: unknown) => {
          if (error instanceof StorageUnavailable) return enter()
          throw error
        }),
      )
      if (sendsMail) return { next: 'verify', setCookies: headers.getSetCookie() }
      const adult = await adults.findByEmail(email)
      return {
        next: 'signed_in',
        setCookies: [...headers.getSetCookie(), ...remembered(known, browser, adult)],
      }
    },

    verify: async ({ token, password }: Body<'verify'>, browser: BrowserConnection) => {
      const link = await readLink(token)
      if (!link || !(await adults.findCredential(link.userId))) throw badLink()
      const own = { email: link.email, password }
      try {
        return await signIn(own, browser)
      } catch (error) {
        if (!isUnverified(error)) throw error
        // By id, not address, because the password was checked for this sign-up and must not verify another one.
        if (!(await adults.markAddressVerified(link.userId))) throw badLink()
        return await signIn(own, browser)
      }
    },

    verifyAgain: async ({ email }: Body<'verifyAgain'>) => {
      refuseWithoutMail(sendsMail)
      if (isPlaceholder(email)) return
      await callAuth(() => auth.plain.api.sendVerificationEmail({ body: { email }, headers: new Headers() }))
    },

    /** `second_step` if a code is required too. */
    signIn,

    /** Whether the adult with this address has signed in here with the current password. */
    isKnown: knownCheck(needs),

    signOut: async (browser: Browser): Promise<SignInOutcome> => {
      const { headers } = await callAuth(() =>
        authFor(auth, browser).api.signOut({ headers: headersOf(browser), returnHeaders: true }),
      )
      return { next: 'signed_out', setCookies: headers.getSetCookie() }
    },

    askForReset: async ({ email }: Body<'askForReset'>) => {
      refuseWithoutMail(sendsMail)
      if (isPlaceholder(email)) return
      await takingAtLeast(wait(RESET_TAKES_MS), () =>
        callAuth(() => auth.plain.api.requestPasswordReset({ body: { email }, headers: new Headers() })),
      )
    },

    resetPassword: async ({ token, password }: Body<'resetPassword'>, browser: BrowserConnection) => {
      refuseCommon(password)
      const body = { token, newPassword: password }
      await hashing.onBehalfOf(requesterOf(browser, hashOfSecret(token), false), () =>
        callAuth(() => auth.plain.api.resetPassword({ body, headers: new Headers() })),
      )
    },
  }
}

export type AdultService = ReturnType<typeof adultService>
