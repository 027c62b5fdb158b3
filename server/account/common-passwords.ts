import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_PASSWORD_LENGTH } from '../../contract/account-limits.ts'
import { Refusal } from '../operations/errors.ts'

/** The passwords of long lists of stolen ones that are long enough for us: some 18,000. They never reach a browser. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH),
)

/** Throws a 400 Refusal for a password that is among the first an attacker tries, in capitals or not (NIST SP 800-63B §3.1.1.2). */
export function refuseCommon(password: string): void {
  if (!COMMON.has(password.toLowerCase())) return
  const sentence = 'Many people use this password, so it’s easy to guess. Please choose another one.'
  throw new Refusal(400, 'common_password', sentence)
}
