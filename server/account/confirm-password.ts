import { Refusal } from '../http/errors.ts'
import { requesterOf, keyOfKnown, type BrowserConnection } from './adult-service.ts'
import type { Hashing } from './hashing.ts'
import type { AdultStore } from './port.ts'
import type { SignInQueue } from './sign-in-queue.ts'

type PasswordConfirmationNeeds = {
  readonly adults: Pick<AdultStore, 'findCredential'>
  readonly signInQueue: SignInQueue
  readonly hashing: Hashing
}

/** Checks the password of the signed-in adult; throws a 401 or 429 Refusal. Strangers' wrong passwords do not count here. */
export type ConfirmPassword = (adultId: string, password: string, browser: BrowserConnection) => Promise<void>

export function passwordConfirmation({
  adults,
  signInQueue,
  hashing,
}: PasswordConfirmationNeeds): ConfirmPassword {
  return async (adultId, password, browser) => {
    const credential = await adults.findCredential(adultId)
    if (!credential) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    const verify = async (): Promise<void> => {
      if (await hashing.verify(credential.passwordHash, password)) return
      throw new Refusal(401, 'wrong_sign_in', 'That password isn’t right.')
    }
    const key = keyOfKnown(adultId)
    await hashing.onBehalfOf(requesterOf(browser, key, true), () => signInQueue.checkKnown(key, verify))
  }
}
