import { createHash } from 'node:crypto'
import { verifyPassword } from 'better-auth/crypto'
import { boundedHashing, type Hashing } from '../../server/account/hashing.ts'

const QUICK = 'quick:'
const quickHash = (secret: string): string => QUICK + createHash('sha256').update(secret).digest('hex')

/**
 * The server's hashing, queue included, with a hash that costs nothing: what a test asks happens around it. Hashes that the
 * real server has stored match too.
 */
export function quickHashing(): Hashing {
  return boundedHashing({
    hash: async (secret) => quickHash(secret),
    matches: async (hash, secret) =>
      hash.startsWith(QUICK)
        ? hash === quickHash(secret)
        : !hash.startsWith('00000000') && (await verifyPassword({ hash, password: secret })),
  })
}
