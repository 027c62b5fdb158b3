import type { RandomBelow } from './pin.ts'

/** Capitals and digits without lookalikes (0 and O, 1, I and L) and without vowels, so that no code is a word. */
export const CODE_ALPHABET = 'BCDFGHJKMNPQRSTVWXYZ23456789'

/** Class codes are typed by children: there are more than 400 million. They are not secret; a PIN is asked for as well. */
export const CLASS_CODE_LENGTH = 6

/** Codes that link a parent to a child: nobody guesses one of 10^14 in the days for which it is valid. */
export const LINK_CODE_LENGTH = 10

/** Ids in the QR codes of children's cards: nobody finds a child of a class by trying some of 10^11. */
export const CARD_ID_LENGTH = 8

/** A random code of so many characters. The caller checks that it is not in use. */
export function newCode(length: number, randomBelow: RandomBelow): string {
  return Array.from({ length }, () => CODE_ALPHABET.charAt(randomBelow(CODE_ALPHABET.length))).join('')
}

const CLASS_CODE = new RegExp(`^[${CODE_ALPHABET}]{${CLASS_CODE_LENGTH}}$`)

/** Whether a normalized code can be a class code. */
export function looksLikeClassCode(code: string): boolean {
  return CLASS_CODE.test(code)
}

/** A typed code in normal form: capitals, without spaces and dashes. */
export function plainCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '')
}

/** A code as it is read out: in groups, which the server leaves out again. */
export function grouped(code: string): string {
  return code.length === 6 ? `${code.slice(0, 3)} ${code.slice(3)}` : (code.match(/.{1,4}/g) ?? []).join(' ')
}
