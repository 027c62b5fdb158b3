import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 16
/** The largest multiple of the alphabet's length in a byte; above it a letter would be likelier than another. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/**
 * The session token under which a student plays: 16 letters and digits that follow from the installation's secret, so that it
 * is the same on every device and nowhere stored.
 */
export function playerTokenOf(secret: string, studentId: string): string {
  let token = ''
  for (let round = 0; token.length < TOKEN_LENGTH; round += 1) {
    const text = round === 0 ? `player:${studentId}` : `player:${studentId}:${round}`
    for (const byte of createHmac('sha256', secret).update(text).digest()) {
      if (byte < FAIR_BYTES && token.length < TOKEN_LENGTH) token += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return token
}
