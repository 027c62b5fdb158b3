import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_PASSWORD_LENGTH } from '../../contract/account-fields.ts'
import { Refusal } from '../http/errors.ts'

/** Some 18,000 leaked passwords of sufficient length. The list is never sent to browsers. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_LENGTH),
)

/** Common substitutions of letters. */
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
/** One to four characters repeated. */
const REPEATED = /^(.{1,4}?)\1+.{0,3}$/su

/** Whether it is a sequence such as abcdefgh or 87654321. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, place) => code - (codes[place] ?? 0)))
  return steps.size === 1
}

/** Undoes what people do to a word to satisfy password rules: trailing digits and symbols, and substituted letters. */
function wordOf(password: string): string {
  const bare = password.replace(/[^\p{L}]+$/u, '')
  return Array.from(bare, (sign) => LETTER_OF[sign] ?? sign).join('')
}

/**
 * Throws a 400 Refusal for an easily guessed password (NIST SP 800-63B §3.1.1.2): a leaked one, also with substituted letters or
 * trailing digits or symbols, a sequence, a repetition, the name of this site, or the account's email address.
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
