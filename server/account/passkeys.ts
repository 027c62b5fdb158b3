import type { accountRoutes } from '../../contract/account.ts'
import type { securityRoutes } from '../../contract/account-security.ts'
import type { Output } from '../../contract/route.ts'
import { Refusal } from '../http/errors.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import {
  headersOf,
  type AdultService,
  type Browser,
  type SignInOutcome,
  type BrowserConnection,
} from './adult-service.ts'
import { passkeyCookies, type Auth } from './auth.ts'
import { callAuth } from './better-auth-refusals.ts'
import { deviceOf } from './device.ts'
import type { KnownAdults } from './known-adults.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import type { Person } from './roles.ts'

type Answer = Output<(typeof accountRoutes)['signInPasskey']['body']>['credential']
type NewPasskey = Output<(typeof securityRoutes)['addPasskey']['body']>['credential']
/** Options for the browser's authenticator, and the cookies to set. */
type PasskeyOptions = { readonly options: Record<string, unknown>; readonly setCookies: readonly string[] }

type PasskeyNeeds = {
  readonly auth: { readonly secure: Auth; readonly plain: Auth }
  readonly adults: Pick<
    AdultStore,
    'findCredential' | 'passkeysOf' | 'removePasskey' | 'endAfterTwoStepChange'
  >
  readonly known: KnownAdults
  readonly confirmPassword: ConfirmPassword
  readonly sessionOf: AdultService['sessionOf']
}

const MAX_PASSKEYS = 10

const headersWithOrigin = (browser: Browser): Headers => {
  const headers = headersOf(browser)
  if (browser.origin !== undefined) headers.set('origin', browser.origin)
  return headers
}

/** Headers with only the passkey challenge, independent of who is signed in. */
const challengeHeaders = (browser: BrowserConnection): Headers =>
  headersWithOrigin({ ...browser, cookies: passkeyCookies(browser.cookies) })

/** Passkeys of adults, which sign in without a password and count as both steps. */
export function passkeys({ auth, adults, known, confirmPassword, sessionOf }: PasskeyNeeds) {
  const authFor = ({ isSecure }: Browser): Auth => (isSecure ? auth.secure : auth.plain)

  const endOthers = async (adultId: string, browser: Browser): Promise<void> => {
    const kept = await sessionOf(browser)
    if (kept === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    await adults.endAfterTwoStepChange(adultId, kept)
  }

  return {
    signInOptions: async (browser: BrowserConnection): Promise<PasskeyOptions> => {
      const { headers, response } = await callAuth(() =>
        authFor(browser).api.generatePasskeyAuthenticationOptions({
          headers: challengeHeaders(browser),
          returnHeaders: true,
        }),
      )
      // The plugin does not request the user verification that it is configured to require.
      return {
        options: { ...response, userVerification: 'required' },
        setCookies: headers.getSetCookie(),
      }
    },

    signIn: async (answer: Answer, browser: BrowserConnection): Promise<SignInOutcome<'signed_in'>> => {
      const { headers, response } = await callAuth(() =>
        authFor(browser).api.verifyPasskeyAuthentication({
          body: { response: answer },
          headers: challengeHeaders(browser),
          returnHeaders: true,
        }),
      )
      const { id } = response.user
      const found = await adults.findCredential(id)
      const mark = found ? [known.remember(browser, { id, passwordHash: found.passwordHash })] : []
      return { next: 'signed_in', setCookies: [...headers.getSetCookie(), ...mark] }
    },

    list: async (adultId: string) =>
      (await adults.passkeysOf(adultId)).map(({ id, device, madeAtMs }) => ({
        id,
        device,
        madeAt: madeAtMs,
      })),

    registrationOptions: async (
      { id }: Person,
      password: string,
      browser: BrowserConnection,
    ): Promise<PasskeyOptions> => {
      await confirmPassword(id, password, browser)
      if ((await adults.passkeysOf(id)).length >= MAX_PASSKEYS) {
        throw new Refusal(409, 'conflict', `You have ${MAX_PASSKEYS} passkeys. Please remove one first.`)
      }
      const { headers, response } = await callAuth(() =>
        authFor(browser).api.generatePasskeyRegistrationOptions({
          headers: headersWithOrigin(browser),
          returnHeaders: true,
        }),
      )
      return { options: { ...response }, setCookies: headers.getSetCookie() }
    },

    add: async ({ id }: Person, made: NewPasskey, browser: BrowserConnection) => {
      const body = { response: made, name: deviceOf(browser.userAgent ?? '') }
      await callAuth(() =>
        authFor(browser).api.verifyPasskeyRegistration({ body, headers: headersWithOrigin(browser) }),
      )
      await endOthers(id, browser)
    },

    remove: async ({ id }: Person, passkeyId: string, password: string, browser: BrowserConnection) => {
      await confirmPassword(id, password, browser)
      if (!(await adults.removePasskey(id, passkeyId))) {
        throw new Refusal(404, 'not_found', 'There is no such passkey.')
      }
      await endOthers(id, browser)
    },
  }
}

export type Passkeys = ReturnType<typeof passkeys>
