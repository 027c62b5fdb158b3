import { createHash } from 'node:crypto'

/**
 * The stored form of a session token, link code or invitation code. They are long and random, so they need neither salt nor a slow
 * hash (ADR 0004).
 */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
