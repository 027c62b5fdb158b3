import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const PUBLIC_ID_LENGTH = 16
/** The largest multiple of the alphabet's length in a byte; above it a letter would be likelier than another. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/**
 * What is stored in place of a token: its SHA-256 in hex. A token has 95 random bits, so no salt and no slow
 * hash is needed to keep it from being guessed back (ADR 0004).
 */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A random id of 16 letters and digits that says nothing of its guest. */
export function newPublicId(): string {
  let id = ''
  while (id.length < PUBLIC_ID_LENGTH) {
    for (const byte of randomBytes(PUBLIC_ID_LENGTH)) {
      if (byte < FAIR_BYTES && id.length < PUBLIC_ID_LENGTH) id += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return id
}
