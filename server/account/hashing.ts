import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { fairQueue, OPERATOR, type Asker, type FairQueueSizes } from './fair-queue.ts'

/**
 * A hash takes 32 MB and some 80 ms of a core (scrypt). Two at once leave Node's other threads to files and names; a lane of 120
 * is cleared in some ten seconds, and nobody waits longer for a page.
 */
const SIZES: FairQueueSizes = { atOnce: 2, mostWaiting: 120 }
/** Of no secret; comparing with it takes as long as with another. */
const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** Hashing by one memory-hard function: adults' passwords, and the PINs that an earlier version has hashed. */
export type Hashing = {
  /** The hash with its salt. Throws a 503 Refusal where too many wait. */
  hash(secret: string): Promise<string>
  /** Whether this is what was hashed; without a hash it takes as long and is false. */
  verify(hash: string | null, secret: string): Promise<boolean>
  /** Whatever is hashed in the course of this work takes its turn as this asker's; outside of such work, as an operator's. */
  onBehalfOf<T>(asker: Asker, work: () => Promise<T>): Promise<T>
}

/** The hashing of one app. */
export function boundedHashing(sizes: FairQueueSizes = SIZES): Hashing {
  const queue = fairQueue(sizes)
  // better-auth calls these functions, and tells them nothing of who is calling it.
  const askers = new AsyncLocalStorage<Asker>()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => queue.run(askers.getStore() ?? OPERATOR, work)
  return {
    hash: (secret) => inTurn(() => hashPassword(secret)),
    verify: async (known, secret) => {
      const hash = known ?? NOBODYS_HASH
      const isRight = await inTurn(() => verifyPassword({ hash, password: secret }))
      return known !== null && isRight
    },
    onBehalfOf: (asker, work) => askers.run(asker, work),
  }
}
