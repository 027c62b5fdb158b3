/** Specification §5: the keypad allows at most 3 digits. */
const KEYPAD_MAX_DIGITS = 3
/** What fits into the answer box; longer text cannot be the answer of any fact. */
export const ANSWER_MAX_CHARACTERS = 6

const DIGIT = /^[0-9]$/

/**
 * The digits, a minus before them and a first period of a text, typed or pasted, cut to what fits: of what the
 * specification lets in (§5) only what a number can hold.
 */
export function keepAnswerCharacters(text: string): string {
  return text
    .replace(/[^0-9.-]/g, '')
    .replace(/(?!^)-|(?<=\..*)\./g, '')
    .slice(0, ANSWER_MAX_CHARACTERS)
}

/** The text with one more character, as a key adds it; unchanged by a fourth digit, and by what cannot stand there. */
export function addCharacter(text: string, character: string): string {
  const digits = text.replace(/[^0-9]/g, '').length
  return DIGIT.test(character) && digits >= KEYPAD_MAX_DIGITS ? text : keepAnswerCharacters(text + character)
}

export function removeLastCharacter(text: string): string {
  return text.slice(0, -1)
}

/** The whole number the text says, or null where it says none: '', '-', '7.5'. */
export function answerValue(text: string): number | null {
  if (!/[0-9]/.test(text)) return null
  const value = Number(text)
  return Number.isInteger(value) ? value : null
}
