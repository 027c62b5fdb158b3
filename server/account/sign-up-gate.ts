import type { SignUpRule } from '../../contract/account.ts'
import { newCode, plainCode, LINK_CODE_LENGTH } from '../../domain/code.ts'
import type { RandomBelow } from '../../domain/pin.ts'
import { Refusal } from '../http/errors.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import { hashOfSecret } from './token-hash.ts'

const INVITATION_DAYS = 14
const DAY_MS = 86_400_000

type SignUpGateNeeds = {
  readonly rule: SignUpRule
  readonly adults: Pick<AdultStore, 'signUpStatusOf' | 'useInvitation'>
  readonly now: () => number
}

/** Which adults may add children, by the setting `SIGN_UP`. */
export function signUpGate({ rule, adults, now }: SignUpGateNeeds) {
  /** Whether the adult still needs an invitation. */
  const needsInvitation = async (adultId: string): Promise<boolean> =>
    rule === 'invited' && !(await adults.signUpStatusOf(adultId)).isInvited

  return {
    needsInvitation,

    /** Throws a 403 Refusal for an adult who may not add children yet. */
    admit: async (adultId: string) => {
      if (rule === 'confirmed' && !(await adults.signUpStatusOf(adultId)).isConfirmed) {
        const sentence =
          'Your email address isn’t confirmed yet. Set a new password by email, or ask the person who runs this site.'
        throw new Refusal(403, 'email_not_verified', sentence)
      }
      if (await needsInvitation(adultId)) {
        const sentence =
          'You need an invitation before you can add children. Enter its code on your account page.'
        throw new Refusal(403, 'invitation_needed', sentence)
      }
    },

    /** Throws a 404 Refusal for a wrong, used or expired code. */
    useInvitation: async (adultId: string, code: string) => {
      if (await adults.useInvitation(hashOfSecret(plainCode(code)), adultId, now())) return
      const sentence = 'That code isn’t right, or it was already used or expired. Please ask for a new one.'
      throw new Refusal(404, 'not_found', sentence)
    },
  }
}

/** Creates an invitation for one adult. Returns its code, which is stored only as a hash. */
export async function invite(
  adults: Pick<AdultStore, 'addInvitation'>,
  randomBelow: RandomBelow,
  nowMs: number,
): Promise<string> {
  const code = newCode(LINK_CODE_LENGTH, randomBelow)
  await adults.addInvitation(hashOfSecret(code), nowMs + INVITATION_DAYS * DAY_MS)
  return code
}

export type SignUpGate = ReturnType<typeof signUpGate>
