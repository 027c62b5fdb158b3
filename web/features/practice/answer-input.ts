import { withPlainDigits } from '../../lib/typed-digit.ts'

/** Specification §5: the keypad allows at most 3 digits. */
const KEYPAD_MAX_DIGITS = 3
/** What fits into the answer box. No fact has a longer answer. */
export const ANSWER_MAX_CHARACTERS = 6

const DIGIT = /^[0-9]$/

/**
 * The digits of any script, a leading minus and the first period of typed or pasted text, cut to the maximum length: the
 * characters that specification §5 allows, as far as they can be part of a number.
 */
export function keepAnswerCharacters(text: string): string {
  return withPlainDigits(text)
    .replace(/[^0-9.-]/g, '')
    .replace(/(?!^)-|(?<=\..*)\./g, '')
    .slice(0, ANSWER_MAX_CHARACTERS)
}

/** Appends a character, as a key does. Ignores a fourth digit and characters that are not allowed there. */
export function addCharacter(text: string, character: string): string {
  const digits = text.replace(/[^0-9]/g, '').length
  return DIGIT.test(character) && digits >= KEYPAD_MAX_DIGITS ? text : keepAnswerCharacters(text + character)
}

export function removeLastCharacter(text: string): string {
  return text.slice(0, -1)
}

/** The whole number in the text, or null if it has none: '', '-', '7.5'. */
export function answerValue(text: string): number | null {
  if (!/[0-9]/.test(text)) return null
  const value = Number(text)
  return Number.isInteger(value) ? value : null
}
