import { createHmac } from 'node:crypto'
import { CARD_ID_LENGTH, CODE_ALPHABET } from '../../domain/code.ts'

const BYTES = 256

/**
 * Derives `length` characters of an alphabet from the installation's secret and a text. Deterministic, never stored, and
 * unpredictable without the secret. Texts must be distinct per purpose.
 */
function derivedText(secret: string, text: string, alphabet: string, length: number): string {
  // The largest multiple of the alphabet's length in a byte; higher values would make some characters more likely.
  const fairBytes = BYTES - (BYTES % alphabet.length)
  let made = ''
  for (let round = 0; made.length < length; round += 1) {
    const input = round === 0 ? text : `${text}:${round}`
    for (const byte of createHmac('sha256', secret).update(input).digest()) {
      if (byte < fairBytes && made.length < length) made += alphabet.charAt(byte % alphabet.length)
    }
  }
  return made
}

/** The id in the QR code of a child's card, in place of the name. Useless without the class code and the PIN. */
export function cardIdOf(secret: string, studentId: string): string {
  return derivedText(secret, `card:${studentId}`, CODE_ALPHABET, CARD_ID_LENGTH)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 16

/**
 * The player token of a student: 16 letters and digits, derived from the installation's secret, so that it is the same on every
 * device and never stored. Each round has a new one, which cannot be derived without the secret.
 */
export function playerTokenOf(secret: string, studentId: string, round: number): string {
  // Compatible with tokens from before rounds existed.
  const text = round === 0 ? `player:${studentId}` : `player:${studentId} ${round}`
  return derivedText(secret, text, ALPHABET, TOKEN_LENGTH)
}

const MARK_LENGTH = 24

/** The token in a parent's weekly email that turns the email off. It authorizes nothing else. */
export function mailOffMarkOf(secret: string, parentId: string): string {
  return derivedText(secret, `weekly mail off:${parentId}`, ALPHABET, MARK_LENGTH)
}
