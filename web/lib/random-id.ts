export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters, digits, `-` and `_`: a submission id as the contract takes it, 22 characters, 132 bits of chance. */
const ID_LETTERS = `${LETTERS_AND_DIGITS}-_`
const ID_LENGTH = 22

/** A new id that no other device will ever make. */
export function newSubmissionId(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(ID_LENGTH)),
    // 64 letters divide 256 evenly, so no letter is favoured.
    (byte) => ID_LETTERS.charAt(byte % ID_LETTERS.length),
  ).join('')
}
