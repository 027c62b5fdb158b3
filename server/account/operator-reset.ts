import type { Hashing } from './hashing.ts'
import type { Auth } from './auth.ts'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'

/** Characters that are unambiguous on paper and over the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const PASSWORD_LENGTH = 16

type OperatorReset = { readonly lines: readonly string[]; readonly exitCode: 0 | 1 }

/**
 * Sets a new random password for an adult, for installations without email or after the authenticator was lost: two-step sign-in is removed too.
 * Signs out all browsers of the adult. Children have no password; their PINs are reset by their teacher or parent.
 */
export async function resetByOperator(
  {
    auth,
    hashing,
    adults,
  }: {
    readonly auth: Auth
    readonly hashing: Hashing
    readonly adults: Pick<AdultStore, 'removeTwoStepSignIn'>
  },
  email: string,
  randomBelow: (below: number) => number,
): Promise<OperatorReset> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findUserByEmail(email.trim().toLowerCase(), { includeAccounts: true })
  if (!found || (found.user as { role?: string }).role === 'student') {
    return { lines: ['No teacher or parent has an account with this email address.'], exitCode: 1 }
  }
  const sign = (): string => ALPHABET.charAt(randomBelow(ALPHABET.length))
  const password = Array.from({ length: PASSWORD_LENGTH }, sign).join('')
  const hash = await hashing.hash(password)
  const { id } = found.user
  if (found.accounts.some(({ providerId }) => providerId === 'credential')) {
    await internalAdapter.updatePassword(id, hash)
  } else {
    // An interrupted sign-up can leave a person without a password.
    await internalAdapter.linkAccount({ userId: id, accountId: id, providerId: 'credential', password: hash })
  }
  await internalAdapter.updateUser(id, { emailVerified: true })
  const hadTwoStepSignIn = await adults.removeTwoStepSignIn(id)
  await internalAdapter.deleteUserSessions(id)
  const lines = [`The new password of ${found.user.name} is:`, `  ${password}`, 'It won’t be shown again.']
  if (hadTwoStepSignIn)
    lines.push('Two-step sign-in and all passkeys were removed. They can be set up again.')
  return { lines, exitCode: 0 }
}
