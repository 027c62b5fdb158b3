import { createHash } from 'node:crypto'

/**
 * What is stored in place of something that opens a door: a session's token, a link code. They are long and random, so no
 * salt and no slow hash is needed to keep them from being guessed back (ADR 0004).
 */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
