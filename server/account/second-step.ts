import type { accountRoutes } from '../../contract/account.ts'
import type { securityRoutes } from '../../contract/account-security.ts'
import type { Output } from '../../contract/route.ts'
import { plainCode } from '../../domain/code.ts'
import { KNOWN_BROWSER_FREE_FAILURES } from '../../domain/sign-in-wait.ts'
import { Refusal } from '../http/errors.ts'
import {
  askerOf,
  authFor,
  headersOf,
  keyOfKnown,
  type AdultService,
  type Browser,
  type Entered,
  type AdultVisitor,
} from './adult-service.ts'
import { secondStepCookies, type Auth } from './auth.ts'
import { asked, stepOver, wrongCode } from './better-auth-refusals.ts'
import type { Hashing } from './hashing.ts'
import type { KnownAdults } from './known-adults.ts'
import type { AdultStore } from './port.ts'
import type { ProvePassword } from './prove-password.ts'
import type { Person } from './roles.ts'
import type { SignInLine } from './sign-in-line.ts'

type Routes = typeof securityRoutes
type SetCookies = { readonly setCookies: readonly string[] }

type SecondStepNeeds = {
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly adults: Pick<AdultStore, 'findCredential' | 'secondStepOf' | 'changedSecondStep'>
  readonly line: SignInLine
  readonly hashing: Hashing
  readonly known: KnownAdults
  readonly provePassword: ProvePassword
  readonly sessionOf: AdultService['sessionOf']
  /** The name shown in authenticator apps. */
  readonly siteName: string
}

/** The second step of adults at sign-in: a code from an authenticator app, or a recovery code. */
export type SecondStep = {
  /** Signs in the adult whose password this browser has just sent. */
  enter(
    body: Output<(typeof accountRoutes)['signInCode']['body']>,
    browser: AdultVisitor,
  ): Promise<Entered<'signed_in'>>
  read(adultId: string): Promise<Output<Routes['read']['response']>['secondStep']>
  begin(
    adult: Person,
    password: string,
    browser: AdultVisitor,
  ): Promise<Output<Routes['beginSecondStep']['response']>>
  confirm(adult: Person, code: string, browser: AdultVisitor): Promise<SetCookies>
  end(adult: Person, password: string, browser: AdultVisitor): Promise<SetCookies>
  newRecoveryCodes(
    adult: Person,
    password: string,
    browser: AdultVisitor,
  ): Promise<Output<Routes['newRecoveryCodes']['response']>>
}

/** The key under which wrong codes are counted, separately for known browsers. */
function keyOfCode(adultId: string, isKnown: boolean): string {
  return `${isKnown ? 'known-code' : 'code'}:${adultId}`
}

/** Both keys, for clearing the counts. */
export function keysOfCodes(adultId: string): readonly string[] {
  return [keyOfCode(adultId, true), keyOfCode(adultId, false)]
}

/** Longer than a code is accepted: its own half minute and the ones before and after. */
const USED_FOR_MS = 120_000

const isOfApp = (code: string): boolean => /^[0-9]{6}$/.test(code)

/** The browser after these cookies are set. */
function after(browser: AdultVisitor, setCookies: readonly string[]): Browser {
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
async function isUnused(auth: SecondStepNeeds['auth'], adultId: string, code: string): Promise<boolean> {
  const { internalAdapter } = await auth.plain.$context
  const identifier = `used-code-${adultId}-${code}`
  const expiresAt = new Date(Date.now() + USED_FOR_MS)
  return await internalAdapter.reserveVerificationValue({ identifier, value: adultId, expiresAt })
}

function codeEntry({ auth, adults, line, known }: SecondStepNeeds): SecondStep['enter'] {
  return async ({ code, trust }, browser) => {
    const own = { ...browser, cookies: secondStepCookies(browser.cookies) }
    const headers = headersOf(own)
    const { adultId } = await asked(() => authFor(auth, browser).api.whoOwesCode({ headers }))
    const credential = adultId === null ? null : await adults.findCredential(adultId)
    if (adultId === null || !credential) throw stepOver()
    const adult = { id: adultId, passwordHash: credential.passwordHash }
    const isKnown = known.knows(browser, adult)
    const typed = plainCode(code)
    const look = async () => {
      const { api } = authFor(auth, browser)
      const body = { code: typed, trustDevice: trust }
      if (!isOfApp(typed))
        return await asked(() => api.verifyBackupCode({ body, headers, returnHeaders: true }))
      if (!(await isUnused(auth, adultId, typed))) throw wrongCode()
      return await asked(() => api.verifyTOTP({ body, headers, returnHeaders: true }))
    }
    const entered = await line.hear(
      keyOfCode(adultId, isKnown),
      look,
      isKnown ? KNOWN_BROWSER_FREE_FAILURES : undefined,
    )
    const setCookies = [...entered.headers.getSetCookie(), known.remember(browser, adult)]
    return { next: 'signed_in', setCookies }
  }
}

export function secondStep(needs: SecondStepNeeds): SecondStep {
  const { auth, adults, hashing, provePassword, sessionOf, siteName } = needs

  const endOthers = async (adultId: string, browser: Browser): Promise<void> => {
    const kept = await sessionOf(browser)
    if (kept === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    await adults.changedSecondStep(adultId, kept)
  }

  return {
    enter: codeEntry(needs),

    read: async (adultId) => {
      if ((await adults.secondStepOf(adultId)) !== 'on') return { isOn: false, codesLeft: 0 }
      const { backupCodes } = await asked(() => auth.plain.api.viewBackupCodes({ body: { userId: adultId } }))
      return { isOn: true, codesLeft: backupCodes.length }
    },

    begin: async ({ id }, password, browser) => {
      if ((await adults.secondStepOf(id)) === 'on') {
        throw new Refusal(409, 'conflict', 'The second step is already on.')
      }
      await provePassword(id, password, browser)
      const body = { password, issuer: siteName }
      const made = await hashing.onBehalfOf(askerOf(browser, keyOfKnown(id), true), () =>
        asked(() => authFor(auth, browser).api.enableTwoFactor({ body, headers: headersOf(browser) })),
      )
      if (made.method !== 'totp') throw new Error('a key was asked for')
      const key = new URL(made.totpURI).searchParams.get('secret') ?? ''
      return { uri: made.totpURI, key, recoveryCodes: made.backupCodes }
    },

    confirm: async ({ id }, code, browser) => {
      // Otherwise codes could be guessed here without a limit.
      if ((await adults.secondStepOf(id)) !== 'begun') {
        throw new Refusal(409, 'conflict', 'The second step is already on, or was not begun.')
      }
      const typed = plainCode(code)
      const body = { code: typed }
      const { headers } = await asked(() =>
        authFor(auth, browser).api.verifyTOTP({ body, headers: headersOf(browser), returnHeaders: true }),
      )
      const setCookies = headers.getSetCookie()
      await endOthers(id, after(browser, setCookies))
      await isUnused(auth, id, typed)
      return { setCookies }
    },

    end: async ({ id }, password, browser) => {
      await provePassword(id, password, browser)
      const { headers } = await hashing.onBehalfOf(askerOf(browser, keyOfKnown(id), true), () =>
        asked(() =>
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

    newRecoveryCodes: async ({ id }, password, browser) => {
      if ((await adults.secondStepOf(id)) !== 'on') {
        throw new Refusal(409, 'conflict', 'The second step is not on.')
      }
      await provePassword(id, password, browser)
      const { backupCodes } = await hashing.onBehalfOf(askerOf(browser, keyOfKnown(id), true), () =>
        asked(() =>
          authFor(auth, browser).api.generateBackupCodes({ body: { password }, headers: headersOf(browser) }),
        ),
      )
      await endOthers(id, browser)
      return { recoveryCodes: backupCodes }
    },
  }
}
