import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { fairQueue, OPERATOR, type Requester, type FairQueueSizes } from './fair-queue.ts'

/**
 * A hash takes 32 MB and about 80 ms of a core (scrypt). Two at once leave the other libuv threads for files and DNS; a lane of 120
 * is cleared in about ten seconds, the longest that people wait for a page.
 */
const SIZES: FairQueueSizes = { concurrency: 2, maxWaiting: 120 }
/** The hash of no secret; comparing with it takes as long as with a real one. */
const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** Memory-hard hashing of adults' passwords. */
export type Hashing = {
  /** Returns a salted hash. Throws a 503 Refusal when too many are pending. */
  hash(secret: string): Promise<string>
  /** Compares with a hash. Without one it takes as long and returns false. */
  verify(hash: string | null, secret: string): Promise<boolean>
  /** Hashes during `work` are queued for this requester; others, for the operator. */
  onBehalfOf<T>(requester: Requester, work: () => Promise<T>): Promise<T>
}

/** The hash function; the tests of what happens around it have one that takes no time. */
type HashFunction = {
  hash(secret: string): Promise<string>
  matches(hash: string, secret: string): Promise<boolean>
}

const SCRYPT: HashFunction = {
  hash: hashPassword,
  matches: (hash, secret) => verifyPassword({ hash, password: secret }),
}

export function boundedHashing(by: HashFunction = SCRYPT): Hashing {
  const queue = fairQueue(SIZES)
  // better-auth calls these functions without saying for whom.
  const requesters = new AsyncLocalStorage<Requester>()
  const queued = <T>(work: () => Promise<T>): Promise<T> => queue.run(requesters.getStore() ?? OPERATOR, work)
  return {
    hash: (secret) => queued(() => by.hash(secret)),
    verify: async (known, secret) => {
      const hash = known ?? NOBODYS_HASH
      const isRight = await queued(() => by.matches(hash, secret))
      return known !== null && isRight
    },
    onBehalfOf: (requester, work) => requesters.run(requester, work),
  }
}
