import type { RandomBelow } from './pin.ts'

/** Capitals and digits without those that are taken for one another (0 and O, 1, I and L) and without vowels, so that no word comes out. */
export const CODE_ALPHABET = 'BCDFGHJKMNPQRSTVWXYZ23456789'

/** Of a class, typed by children: more than 400 million. It is no secret; a PIN is asked for besides. */
export const CLASS_CODE_LENGTH = 6

/** Of a link between a parent and a child: nobody guesses one of 10^14 in the days for which it is good. */
export const LINK_CODE_LENGTH = 10

/** Of a child's card, in its QR code: nobody finds a child of a class by trying some of 10^11. */
export const CARD_ID_LENGTH = 8

/** A random code of so many characters. */
export function newCode(length: number, randomBelow: RandomBelow): string {
  return Array.from({ length }, () => CODE_ALPHABET.charAt(randomBelow(CODE_ALPHABET.length))).join('')
}

const CLASS_CODE = new RegExp(`^[${CODE_ALPHABET}]{${CLASS_CODE_LENGTH}}$`)

/** Whether this, plainly written, may be the code of a class: so many characters, all of them used in codes. */
export function looksLikeClassCode(code: string): boolean {
  return CLASS_CODE.test(code)
}

/** A code as it was typed, without what people add to one: spaces, dashes, small letters. */
export function plainCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '')
}
