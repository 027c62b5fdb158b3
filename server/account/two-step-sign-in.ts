import type { accountRoutes } from '../../contract/account.ts'
import type { Output } from '../../contract/route.ts'
import { plainCode } from '../../domain/code.ts'
import { Refusal } from '../http/errors.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import {
  requesterOf,
  authFor,
  headersOf,
  type AdultService,
  type Browser,
  type SignInOutcome,
  type BrowserConnection,
} from './adult-service.ts'
import { twoStepCookies, type Auth } from './auth.ts'
import { callAuth, codeStepExpired, wrongCode } from './better-auth-refusals.ts'
import type { Hashing } from './hashing.ts'
import type { AdultWithPassword, KnownAdults } from './known-adults.ts'
import { USED_CODE } from './port.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import type { Person } from './roles.ts'
import type { SignInLimits } from './sign-in-limits.ts'

type TwoStepNeeds = {
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly adults: Pick<AdultStore, 'findCredential' | 'twoStepStateOf' | 'endAfterTwoStepChange'>
  readonly limits: Pick<SignInLimits, 'check' | 'checkKnownCode'>
  readonly hashing: Hashing
  readonly known: KnownAdults
  readonly confirmPassword: ConfirmPassword
  readonly sessionOf: AdultService['sessionOf']
  /** The name shown in authenticator apps. */
  readonly siteName: string
}

/** The key under which wrong codes are counted. A new password ends the wait. */
function keyOfCodes({ id, passwordHash }: AdultWithPassword): string {
  return `code ${id} ${passwordHash}`
}

/** Longer than a code is accepted: its own half minute and the ones before and after. */
const USED_CODE_KEPT_MS = 120_000

const isOfApp = (code: string): boolean => /^[0-9]{6}$/.test(code)

/** The browser after these cookies are set. */
function after(browser: BrowserConnection, setCookies: readonly string[]): Browser {
  const cookies = new Map(
    browser.cookies.split(/; */).map((pair) => [pair.slice(0, pair.indexOf('=')), pair] as const),
  )
  for (const line of setCookies) {
    const [pair = ''] = line.split(';')
    cookies.set(pair.slice(0, pair.indexOf('=')), pair)
  }
  return { ...browser, cookies: [...cookies.values()].join('; ') }
}

/** Marks a code as used, so that nobody can reuse it (RFC 6238 §5.2). False if it was used before. */
async function isUnused(auth: TwoStepNeeds['auth'], adultId: string, code: string): Promise<boolean> {
  const { internalAdapter } = await auth.plain.$context
  const identifier = `used-code-${adultId}-${code}`
  const expiresAt = new Date(Date.now() + USED_CODE_KEPT_MS)
  return await internalAdapter.reserveVerificationValue({ identifier, value: USED_CODE + adultId, expiresAt })
}

/** Signs in the adult whose password this browser has just sent. */
function signInWithCode({ auth, adults, limits, known }: TwoStepNeeds) {
  return async (
    { code, trust }: Output<(typeof accountRoutes)['signInCode']['body']>,
    browser: BrowserConnection,
  ): Promise<SignInOutcome<'signed_in'>> => {
    const own = { ...browser, cookies: twoStepCookies(browser.cookies) }
    const headers = headersOf(own)
    const { adultId } = await callAuth(() => authFor(auth, browser).api.findAdultByTwoStepCookie({ headers }))
    const credential = adultId === null ? null : await adults.findCredential(adultId)
    if (adultId === null || !credential) throw codeStepExpired()
    const adult = { id: adultId, passwordHash: credential.passwordHash }
    const typed = plainCode(code)
    const verify = async () => {
      const { api } = authFor(auth, browser)
      const body = { code: typed, trustDevice: trust }
      if (!isOfApp(typed))
        return await callAuth(() => api.verifyBackupCode({ body, headers, returnHeaders: true }))
      if (!(await isUnused(auth, adultId, typed))) throw wrongCode()
      return await callAuth(() => api.verifyTOTP({ body, headers, returnHeaders: true }))
    }
    const check = known.knows(browser, adult) ? limits.checkKnownCode : limits.check
    const entered = await check(keyOfCodes(adult), verify)
    const setCookies = [...entered.headers.getSetCookie(), known.remember(browser, adult)]
    return { next: 'signed_in', setCookies }
  }
}

/** Two-step sign-in of adults: a code from an authenticator app, or a recovery code. */
export function twoStepSignIn(needs: TwoStepNeeds) {
  const { auth, adults, hashing, confirmPassword, sessionOf, siteName } = needs

  const endOthers = async (adultId: string, browser: Browser): Promise<void> => {
    const kept = await sessionOf(browser)
    if (kept === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    await adults.endAfterTwoStepChange(adultId, kept)
  }

  return {
    signIn: signInWithCode(needs),

    read: async (adultId: string) => {
      if ((await adults.twoStepStateOf(adultId)) !== 'on') return { isOn: false, codesLeft: 0 }
      const { backupCodes } = await callAuth(() =>
        auth.plain.api.viewBackupCodes({ body: { userId: adultId } }),
      )
      return { isOn: true, codesLeft: backupCodes.length }
    },

    begin: async ({ id }: Person, password: string, browser: BrowserConnection) => {
      if ((await adults.twoStepStateOf(id)) === 'on') {
        throw new Refusal(409, 'conflict', 'Two-step sign-in is already on.')
      }
      await confirmPassword(id, password, browser)
      const body = { password, issuer: siteName }
      const made = await hashing.onBehalfOf(requesterOf(browser, id, true), () =>
        callAuth(() => authFor(auth, browser).api.enableTwoFactor({ body, headers: headersOf(browser) })),
      )
      if (made.method !== 'totp') throw new Error('a key was asked for')
      const key = new URL(made.totpURI).searchParams.get('secret') ?? ''
      return { uri: made.totpURI, key, recoveryCodes: made.backupCodes }
    },

    confirm: async ({ id }: Person, code: string, browser: BrowserConnection) => {
      // Otherwise codes could be guessed here without a limit.
      if ((await adults.twoStepStateOf(id)) !== 'begun') {
        throw new Refusal(409, 'conflict', 'Two-step sign-in is already on, or was not begun.')
      }
      const typed = plainCode(code)
      const body = { code: typed }
      const { headers } = await callAuth(() =>
        authFor(auth, browser).api.verifyTOTP({ body, headers: headersOf(browser), returnHeaders: true }),
      )
      const setCookies = headers.getSetCookie()
      await endOthers(id, after(browser, setCookies))
      await isUnused(auth, id, typed)
      return { setCookies }
    },

    end: async ({ id }: Person, password: string, browser: BrowserConnection) => {
      await confirmPassword(id, password, browser)
      const { headers } = await hashing.onBehalfOf(requesterOf(browser, id, true), () =>
        callAuth(() =>
          authFor(auth, browser).api.disableTwoFactor({
            body: { password },
            headers: headersOf(browser),
            returnHeaders: true,
          }),
        ),
      )
      const setCookies = headers.getSetCookie()
      await endOthers(id, after(browser, setCookies))
      return { setCookies }
    },

    newRecoveryCodes: async ({ id }: Person, password: string, browser: BrowserConnection) => {
      if ((await adults.twoStepStateOf(id)) !== 'on') {
        throw new Refusal(409, 'conflict', 'Two-step sign-in is not on.')
      }
      await confirmPassword(id, password, browser)
      const { backupCodes } = await hashing.onBehalfOf(requesterOf(browser, id, true), () =>
        callAuth(() =>
          authFor(auth, browser).api.generateBackupCodes({ body: { password }, headers: headersOf(browser) }),
        ),
      )
      await endOthers(id, browser)
      return { recoveryCodes: backupCodes }
    },
  }
}

export type TwoStepSignIn = ReturnType<typeof twoStepSignIn>
