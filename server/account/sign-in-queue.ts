import { KNOWN_BROWSER_FREE_FAILURES } from '../../domain/sign-in-wait.ts'
import { Refusal } from '../http/errors.ts'
import type { SignInFailureStore } from './sign-in-port.ts'
import { throttle, type Throttle } from './throttle.ts'

function waitRefusal(seconds: number): Refusal {
  const sentence = `Too many wrong tries. Please wait ${seconds} seconds and try again.`
  return new Refusal(429, 'too_many_requests', sentence, seconds)
}

/** Whether the password, PIN or code was checked and wrong. */
export function isWrongAnswer(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'wrong_sign_in'
}

function isWait(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'too_many_requests' && error.status === 429
}

type AccountQueue = {
  /** Resolves when the most recent answer has been admitted or refused. */
  last: Promise<void>
  /** Answers being checked: charged as wrong, but possibly right. */
  readonly checking: Set<Promise<unknown>>
  entries: number
}

async function removeWhenDone({ checking }: AccountQueue, done: Promise<unknown>): Promise<void> {
  await done
  checking.delete(done)
}

/** Resolves when an answer has been refused, or admitted and added to those being checked. */
async function trackCheck(
  queue: AccountQueue,
  admitted: Promise<void>,
  checked: Promise<unknown>,
): Promise<void> {
  const [entry] = await Promise.allSettled([admitted])
  if (entry.status === 'rejected') return
  const done = Promise.allSettled([checked])
  queue.checking.add(done)
  void removeWhenDone(queue, done)
}

/** Checks the passwords, PINs or codes of an account in order of arrival. */
export type SignInQueue = {
  /**
   * Charges the answer as wrong, checks it with `verify`, and resets the count if it was right. An answer that could not be checked is
   * credited back. Throws a 429 Refusal if it has to wait, and what `verify` throws. `freeFailures` wrong answers need no wait
   * (domain/sign-in-wait.ts).
   */
  check<T>(accountKey: string, verify: () => Promise<T>, freeFailures?: number): Promise<T>
  /**
   * As `check` for a password from a known browser: after 100 wrong ones, answers are checked slowly instead of refused. Throws a
   * 429 Refusal only if several are already waiting.
   */
  checkKnown<T>(accountKey: string, verify: () => Promise<T>): Promise<T>
}

type AccountCharge = { readonly key: string; readonly freeFailures: number | undefined }

const nothing = (): void => {}

/**
 * Answers are charged before they are checked, so that concurrent requests do not allow more guesses than sequential ones. An
 * answer that would be refused waits for those being checked first: if one is right, it need not be refused.
 */
export function signInQueue(
  failures: Pick<SignInFailureStore, 'charge' | 'credit' | 'resetAfterSuccess'>,
  now: () => number,
  turns: Throttle = throttle(),
): SignInQueue {
  const queues = new Map<string, AccountQueue>()

  const admit = async (
    account: AccountCharge,
    { checking }: AccountQueue,
    before: Promise<void>,
  ): Promise<void> => {
    await before
    for (;;) {
      const seconds = await failures.charge(account.key, now(), account.freeFailures)
      if (seconds === 0) return
      if (checking.size === 0) throw waitRefusal(seconds)
      await Promise.race(checking)
    }
  }

  const verifyCharged = async <T>(accountKey: string, verify: () => Promise<T>): Promise<T> => {
    try {
      const value = await verify()
      await failures.resetAfterSuccess(accountKey, now())
      return value
    } catch (error) {
      // Ignored if the database is unreachable.
      if (!isWrongAnswer(error)) await failures.credit(accountKey, now()).catch(nothing)
      throw error
    }
  }

  const verifyAdmitted = async <T>(
    admitted: Promise<void>,
    accountKey: string,
    verify: () => Promise<T>,
  ): Promise<T> => {
    await admitted
    return await verifyCharged(accountKey, verify)
  }

  /** Queues the answer in the queue of its account; resolves when it has been checked. */
  const enqueue = <T>(account: AccountCharge, queue: AccountQueue, verify: () => Promise<T>): Promise<T> => {
    const admitted = admit(account, queue, queue.last)
    const checked = verifyAdmitted(admitted, account.key, verify)
    queue.last = trackCheck(queue, admitted, checked)
    return checked
  }

  const check: SignInQueue['check'] = async (accountKey, verify, freeFailures) => {
    const queue = queues.get(accountKey) ?? { last: Promise.resolve(), checking: new Set(), entries: 0 }
    queues.set(accountKey, queue)
    queue.entries += 1
    try {
      return await enqueue({ key: accountKey, freeFailures }, queue, verify)
    } finally {
      queue.entries -= 1
      if (queue.entries === 0) queues.delete(accountKey)
    }
  }

  return {
    check,
    checkKnown: async (accountKey, verify) => {
      try {
        return await check(accountKey, verify, KNOWN_BROWSER_FREE_FAILURES)
      } catch (error) {
        if (!isWait(error) || !(await turns.take(accountKey))) throw error
      }
      const value = await verify()
      await failures.resetAfterSuccess(accountKey, now())
      return value
    },
  }
}
