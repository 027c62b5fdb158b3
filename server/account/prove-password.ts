import { Refusal } from '../http/errors.ts'
import { askerOf, keyOfKnown, type AdultVisitor } from './adult-service.ts'
import type { Hashing } from './hashing.ts'
import type { AdultStore } from './port.ts'
import type { SignInLine } from './sign-in-line.ts'

type PasswordProofNeeds = {
  readonly adults: Pick<AdultStore, 'findCredential'>
  readonly line: SignInLine
  readonly hashing: Hashing
}

/** Checks the password of the signed-in adult; throws a 401 or 429 Refusal. Strangers' wrong passwords do not count here. */
export type ProvePassword = (adultId: string, password: string, browser: AdultVisitor) => Promise<void>

export function passwordProof({ adults, line, hashing }: PasswordProofNeeds): ProvePassword {
  return async (adultId, password, browser) => {
    const credential = await adults.findCredential(adultId)
    if (!credential) throw new Refusal(401, 'unauthorized', 'Unauthorized')
    const look = async (): Promise<void> => {
      if (await hashing.verify(credential.passwordHash, password)) return
      throw new Refusal(401, 'wrong_sign_in', 'That password isn’t right.')
    }
    const key = keyOfKnown(adultId)
    await hashing.onBehalfOf(askerOf(browser, key, true), () => line.hearKnown(key, look))
  }
}
