import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Refusal } from '../http/errors.ts'

/** For whom a password is hashed. */
export type Requester = {
  /** The key of the network address; '' for this machine. */
  readonly address: string
  readonly account: string
  /** Whether this browser has signed in to the account before. */
  readonly isKnown: boolean
  /** Whether the client has closed its connection. */
  isDisconnected(): boolean
}

/**
 * A hash takes 32 MB and about 80 ms of a core (scrypt). Two at once leave the other libuv threads for files and DNS.
 */
const AT_ONCE = 2
/** Cleared in about two seconds. */
const MAX_WAITING = 50
/** Only known browsers may wait behind that many, so that no number of strangers refuses them. */
const MAX_WAITING_KNOWN = 100
const RETRY_AFTER_SECONDS = 10
/** The hash of no secret; comparing with it takes as long as with a real one. */
const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** Memory-hard hashing of adults' passwords. */
export type Hashing = {
  /** Returns a salted hash. */
  hash(secret: string): Promise<string>
  /** Compares with a hash. Without one it takes as long and returns false. */
  verify(hash: string | null, secret: string): Promise<boolean>
  /**
   * Runs work that hashes, in order of arrival. Rejects with a 503 Refusal, without running it, when too many are waiting or the
   * client has disconnected by its turn.
   */
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

function busy(): Refusal {
  const sentence = 'Too many people are signing in right now. Please try again soon.'
  return new Refusal(503, 'too_many_requests', sentence, RETRY_AFTER_SECONDS)
}

function boundedQueue(): Hashing['onBehalfOf'] {
  const waiting: (() => void)[] = []
  let running = 0
  return async ({ isKnown, isDisconnected }, work) => {
    if (running < AT_ONCE) running += 1
    else {
      if (waiting.length >= (isKnown ? MAX_WAITING_KNOWN : MAX_WAITING)) throw busy()
      await new Promise<void>((start) => waiting.push(start))
    }
    try {
      if (isDisconnected()) throw busy()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

export function boundedHashing(by: HashFunction = SCRYPT): Hashing {
  return {
    hash: by.hash,
    verify: async (known, secret) => {
      const isRight = await by.matches(known ?? NOBODYS_HASH, secret)
      return known !== null && isRight
    },
    onBehalfOf: boundedQueue(),
  }
}
