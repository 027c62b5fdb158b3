import type { securityRoutes } from '../../contract/account-security.ts'
import type { Output } from '../../contract/route.ts'
import { Refusal } from '../http/errors.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import { requesterOf, type AdultService, type BrowserConnection } from './adult-service.ts'
import { refuseCommon } from './common-passwords.ts'
import type { Hashing } from './hashing.ts'
import type { KnownAdults } from './known-adults.ts'
import type { Passkeys } from './passkeys.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import type { TwoStepSignIn } from './two-step-sign-in.ts'
import type { SignUpGate } from './sign-up-gate.ts'
import type { Person } from './roles.ts'

type Routes = typeof securityRoutes

type AdultSecurityNeeds = {
  readonly adults: Pick<AdultStore, 'sessionsOf' | 'setPassword' | 'endOtherSessions'>
  readonly confirmPassword: ConfirmPassword
  readonly hashing: Hashing
  readonly signUpGate: SignUpGate
  readonly known: KnownAdults
  readonly secondStep: Pick<TwoStepSignIn, 'read'>
  readonly passkeys: Pick<Passkeys, 'list'>
  readonly sessionOf: AdultService['sessionOf']
  readonly now: () => number
}

/** Password, sessions and invitations of adults. */
export function adultSecurity(needs: AdultSecurityNeeds) {
  const { adults, confirmPassword, hashing, signUpGate, known, secondStep, passkeys, sessionOf, now } = needs

  const ownSession = async (browser: BrowserConnection): Promise<string> => {
    const sessionId = await sessionOf(browser)
    if (sessionId === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    return sessionId
  }

  return {
    read: async ({ id }: Person, browser: BrowserConnection) => {
      const own = await ownSession(browser)
      const sessions = await adults.sessionsOf(id, now())
      return {
        sessions: sessions.map(({ id: sessionId, device, startedAtMs, lastUsedAtMs }) => ({
          device,
          startedAt: startedAtMs,
          lastUsedAt: lastUsedAtMs,
          isThis: sessionId === own,
        })),
        needsInvitation: await signUpGate.needsInvitation(id),
        secondStep: await secondStep.read(id),
        passkeys: await passkeys.list(id),
      }
    },

    /** Returns the cookies to set. */
    changePassword: async (
      { id }: Person,
      { password, newPassword }: Output<Routes['changePassword']['body']>,
      browser: BrowserConnection,
    ) => {
      refuseCommon(newPassword)
      await confirmPassword(id, password, browser)
      const passwordHash = await hashing.onBehalfOf(requesterOf(browser, id, true), () =>
        hashing.hash(newPassword),
      )
      await adults.setPassword(id, passwordHash, await ownSession(browser))
      return [known.remember(browser, { id, passwordHash })]
    },

    acceptInvitation: ({ id }: Person, code: string) => signUpGate.useInvitation(id, code),

    endOthers: async ({ id }: Person, browser: BrowserConnection) =>
      adults.endOtherSessions(id, await ownSession(browser)),
  }
}

export type AdultSecurity = ReturnType<typeof adultSecurity>
