import { createHash, randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const PUBLIC_ID_LENGTH = 16
/** The largest multiple of the alphabet's length in a byte; higher values would make some letters more likely. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/**
 * The stored form of a token: its SHA-256 in hex. A token has 95 random bits, so it needs neither salt nor a slow hash
 * (ADR 0004).
 */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A random id of 16 letters and digits. */
export function newPublicId(): string {
  let id = ''
  while (id.length < PUBLIC_ID_LENGTH) {
    for (const byte of randomBytes(PUBLIC_ID_LENGTH)) {
      if (byte < FAIR_BYTES && id.length < PUBLIC_ID_LENGTH) id += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return id
}
