import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_PASSWORD_LENGTH } from '../../contract/account-fields.ts'
import { Refusal } from '../http/errors.ts'

/** The passwords of long lists of stolen ones that are long enough for us: some 18,000. They never reach a browser. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH),
)

/** Signs that stand for letters in the passwords of people who were asked for a digit. */
const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
const SITE = 'tenfold'
/** One to four signs over and over. */
const REPEATED = /^(.{1,4}?)\1+.{0,3}$/su

/** Whether each sign follows the one before, as in abcdefgh and 87654321. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, place) => code - (codes[place] ?? 0)))
  return steps.size === 1
}

/** A password without what people put around a word to please a rule: capitals, spaces, digits and signs at its end. */
function wordOf(password: string): string {
  const bare = password.replace(/[^\p{L}]+$/u, '')
  return Array.from(bare, (sign) => LETTER_OF[sign] ?? sign).join('')
}

/**
 * Throws a 400 Refusal for a password that is among the first an attacker tries (NIST SP 800-63B §3.1.1.2): one of a list, such a
 * word with digits or signs for letters or behind it, a run, a few signs over and over, the name of this site, or the account's
 * email address.
 */
export function refuseCommon(password: string, email = ''): void {
  const plain = password.trim().toLowerCase()
  const word = wordOf(plain)
  const own = [SITE, email, email.split('@', 1)[0] ?? ''].map((name) => name.toLowerCase())
  const isCommon =
    [plain, word].some((text) => COMMON.has(text) || own.includes(text)) ||
    REPEATED.test(plain) ||
    isRun(plain)
  if (!isCommon) return
  const sentence = 'Many people use this password, so it’s easy to guess. Please choose another one.'
  throw new Refusal(400, 'common_password', sentence)
}
