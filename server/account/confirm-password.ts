import { Refusal } from '../http/errors.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import { requesterOf, keyOfPassword, type BrowserConnection } from './adult-service.ts'
import type { Hashing } from './hashing.ts'
import type { SignInLimits } from './sign-in-limits.ts'

type PasswordConfirmationNeeds = {
  readonly adults: Pick<AdultStore, 'findCredential'>
  readonly limits: Pick<SignInLimits, 'checkKnown'>
  readonly hashing: Hashing
}

/** Checks the password of the signed-in adult; throws a 401 or 429 Refusal. Strangers' wrong passwords do not count here. */
export type ConfirmPassword = (adultId: string, password: string, browser: BrowserConnection) => Promise<void>

export function passwordConfirmation({
  adults,
  limits,
  hashing,
}: PasswordConfirmationNeeds): ConfirmPassword {
  return async (adultId, password, browser) => {
    const credential = await adults.findCredential(adultId)
    if (!credential) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    const verify = async (): Promise<void> => {
      if (await hashing.verify(credential.passwordHash, password)) return
      throw new Refusal(401, 'wrong_sign_in', 'That password isn’t right.')
    }
    const key = keyOfPassword({ id: adultId, passwordHash: credential.passwordHash })
    await limits.checkKnown(key, () => hashing.onBehalfOf(requesterOf(browser, key, true), verify))
  }
}
