import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Refusal } from '../operations/errors.ts'

/** Each takes 32 MB and some 80 ms of a core (scrypt); two at once leave Node's other threads to files and names. */
const AT_ONCE = 2
/** Beyond a whole school that signs in at once, it is a flood. */
const MOST_WAITING = 1000
const RETRY_AFTER_SECONDS = 10
/** Of no secret; comparing with it takes as long as with another. */
const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** Hashing passwords and PINs by one memory-hard function, so many at once and the others in order. */
export type Hashing = {
  /** The hash with its salt. Throws a 503 Refusal where too many wait. */
  hash(secret: string): Promise<string>
  /** Whether this is what was hashed; without a hash it takes as long and is false. */
  verify(hash: string | null, secret: string): Promise<boolean>
}

/** The hashing of one app, with at most so many who wait. */
export function boundedHashing(mostWaiting = MOST_WAITING): Hashing {
  const waiting: (() => void)[] = []
  let running = 0

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= mostWaiting) {
        const sentence = 'Too many people are signing in just now. Please try again soon.'
        throw new Refusal(503, 'too_many_requests', sentence, RETRY_AFTER_SECONDS)
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place goes from hand to hand, so that nobody who comes now is faster than who waits.
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (secret) => inTurn(() => hashPassword(secret)),
    verify: async (known, secret) => {
      const hash = known ?? NOBODYS_HASH
      const isRight = await inTurn(() => verifyPassword({ hash, password: secret }))
      return known !== null && isRight
    },
  }
}
