import { createHash, createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { CLASS_GUESSES, KNOWN_BROWSER_GUESSES, SIGN_IN_WINDOWS } from '../../domain/class-guesses.ts'
import {
  COUNT_KEPT_SECONDS,
  KNOWN_BROWSER_ANSWERS,
  KNOWN_BROWSER_CODES,
  WRONG_ANSWERS,
  type WaitAfter,
} from '../../domain/sign-in-wait.ts'
import { Refusal } from '../http/errors.ts'
import { tooManyRequests } from '../http/rate-limit.ts'
import type { Requester } from './hashing.ts'
import { keyedMutex } from './keyed-mutex.ts'

type LimiterOptions = {
  readonly keyPrefix: string
  readonly points: number
  /** In seconds. */
  readonly duration: number
}

/** Makes a limiter in memory, or one that several processes share. */
export type NewLimiter = (options: LimiterOptions) => RateLimiterAbstract

/** Counts in this process only. */
export const memoryLimiter: NewLimiter = (options) => new RateLimiterMemory(options)

/** Names that do not exist share so many keys, because anybody can invent any number. A collision only means an earlier wait. */
const NONEXISTENT_KEYS = 65_536

/** The key of an account or class that does not exist. */
export function keyOfNonexistent(name: string): string {
  return `nobody ${createHash('sha256').update(name).digest().readUInt32BE() % NONEXISTENT_KEYS}`
}

/** Counts tries before they are checked, so that many at once are no more guesses than one after another. */
export type Tries = {
  /** Returns the seconds to wait if the try may not be checked, else 0. */
  charge(key: string): Promise<number>
  /** Takes a charge back, because the answer was right or not checked. */
  credit(key: string): Promise<void>
  clear(key: string): Promise<void>
  /** Whether a try would have to wait now. */
  isWaiting(key: string): Promise<boolean>
}

function secondsOf(refused: unknown): number {
  if (!(refused instanceof RateLimiterRes)) throw refused
  return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
}

/** Keys are names; they are stored only as keyed hashes, because class codes and email addresses are secrets. */
function triesBy(newLimiter: NewLimiter, hash: (key: string) => string) {
  return (name: string, waitAfter: WaitAfter): Tries => {
    const counts = newLimiter({ keyPrefix: name, points: 1, duration: COUNT_KEPT_SECONDS })
    const waits = newLimiter({ keyPrefix: `${name}-wait`, points: 1, duration: COUNT_KEPT_SECONDS })
    return {
      charge: async (plainKey) => {
        const key = hash(plainKey)
        const { consumedPoints } = await counts.penalty(key)
        const seconds = waitAfter(consumedPoints)
        if (seconds === 0) return 0
        try {
          await waits.consume(key, 1, { customDuration: seconds })
          return 0
        } catch (refused) {
          await counts.reward(key)
          return secondsOf(refused)
        }
      },
      credit: async (plainKey) => {
        const key = hash(plainKey)
        await counts.reward(key)
        await waits.delete(key)
      },
      clear: async (plainKey) => {
        const key = hash(plainKey)
        await counts.delete(key)
        await waits.delete(key)
      },
      isWaiting: async (plainKey) => ((await waits.get(hash(plainKey)))?.msBeforeNext ?? 0) > 0,
    }
  }
}

/** Whether the password, PIN or code was checked and wrong. */
export function isWrongAnswer(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'wrong_sign_in'
}

/**
 * Checks the passwords, PINs or codes of an account one after another. Throws a 429 Refusal if one has to wait, and what `verify`
 * throws.
 */
type CheckAnswer = <T>(key: string, verify: () => Promise<T>) => Promise<T>

function checkBy({ charge, credit, clear }: Tries, clears: boolean): CheckAnswer {
  const inTurn = keyedMutex()
  return (key, verify) =>
    inTurn(key, async () => {
      const seconds = await charge(key)
      if (seconds > 0) {
        const sentence = `Too many wrong tries. Please wait ${seconds} seconds and try again.`
        throw new Refusal(429, 'too_many_requests', sentence, seconds)
      }
      try {
        const value = await verify()
        if (clears) await clear(key)
        return value
      } catch (error) {
        if (!isWrongAnswer(error)) await credit(key)
        throw error
      }
    })
}

/** Hashing for unknown browsers, in a minute. A staff room signs in at once from one address. */
const NETWORK_HASHES = 120
const ACCOUNT_HASHES = 20
const MINUTE_SECONDS = 60

/** The limits of signing in, of accounts, classes, browsers and networks. */
export type SignInLimits = {
  /** A right answer resets the count of wrong ones. */
  readonly check: CheckAnswer
  /** In a browser that has signed in before. Right answers count too, because they cost as much. */
  readonly checkKnown: CheckAnswer
  /** As `check`, for second-step codes in such a browser. */
  readonly checkKnownCode: CheckAnswer
  readonly classGuesses: Tries
  /** Guesses at a class from one known browser. */
  readonly browserGuesses: Tries
  readonly signInWindows: Tries
  /** Throws a 429 Refusal if an unknown browser may not have a password hashed now. */
  admitHashing(requester: Requester): Promise<void>
}

/** `secret` must be the same in all processes. */
export function signInLimits(newLimiter: NewLimiter, secret: string): SignInLimits {
  const hash = (key: string): string =>
    createHmac('sha256', secret).update(`sign-in limit:${key}`).digest('base64url')
  const tries = triesBy(newLimiter, hash)
  const perMinute = (keyPrefix: string, points: number) => {
    const limiter = newLimiter({ keyPrefix, points, duration: MINUTE_SECONDS })
    return async (key: string): Promise<void> => {
      try {
        await limiter.consume(hash(key))
      } catch (refused) {
        throw tooManyRequests(secondsOf(refused))
      }
    }
  }
  const perNetwork = perMinute('network-hash', NETWORK_HASHES)
  const perAccount = perMinute('account-hash', ACCOUNT_HASHES)
  return {
    check: checkBy(tries('answer', WRONG_ANSWERS), true),
    checkKnown: checkBy(tries('known-answer', KNOWN_BROWSER_ANSWERS), false),
    checkKnownCode: checkBy(tries('known-code', KNOWN_BROWSER_CODES), true),
    classGuesses: tries('class-guess', CLASS_GUESSES),
    browserGuesses: tries('browser-guess', KNOWN_BROWSER_GUESSES),
    signInWindows: tries('sign-in-window', SIGN_IN_WINDOWS),
    admitHashing: async ({ address, account, isKnown }) => {
      if (isKnown) return
      // Requests from this machine are not limited by address.
      if (address !== '') await perNetwork(address)
      await perAccount(account)
    },
  }
}
