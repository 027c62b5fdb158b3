export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The alphabet and length of submission ids in the contract: 132 random bits. */
const ID_LETTERS = `${LETTERS_AND_DIGITS}-_`
const ID_LENGTH = 22

/** A new random id. */
export function newSubmissionId(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(ID_LENGTH)),
    // 64 letters divide 256 evenly, so no letter is favored.
    (byte) => ID_LETTERS.charAt(byte % ID_LETTERS.length),
  ).join('')
}
