import { createHmac } from 'node:crypto'
import { CARD_ID_LENGTH, CODE_ALPHABET } from '../../domain/code.ts'

const BYTES = 256

/**
 * So many characters of an alphabet that follow from the installation's secret and a text: the same each time, stored nowhere,
 * and known to nobody without the secret. Each purpose has texts of its own.
 */
function derivedText(secret: string, text: string, alphabet: string, length: number): string {
  // The largest multiple of the alphabet's length in a byte; above it a character would be likelier than another.
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

/**
 * What the QR code of a child's card says instead of its name. It says nothing of the child, and opens nothing without the
 * class code and the PIN.
 */
export function cardIdOf(secret: string, studentId: string): string {
  return derivedText(secret, `card:${studentId}`, CODE_ALPHABET, CARD_ID_LENGTH)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 16

/**
 * The session token under which a student plays: 16 letters and digits that follow from the installation's secret, so that it
 * is the same on every device and nowhere stored. Each round has another one; nobody gets from one to the next without the secret.
 */
export function playerTokenOf(secret: string, studentId: string, round: number): string {
  // The first round is what there was before there were rounds.
  const text = round === 0 ? `player:${studentId}` : `player:${studentId} ${round}`
  return derivedText(secret, text, ALPHABET, TOKEN_LENGTH)
}
