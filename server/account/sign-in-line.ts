import { KNOWN_BROWSER_FREE_FAILURES } from '../../domain/sign-in-wait.ts'
import { Refusal } from '../http/errors.ts'
import type { SignInFailureStore } from './port.ts'
import { slowTurns, type SlowTurns } from './slow-turns.ts'

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

type Line = {
  /** Resolves when the most recent answer has been admitted or refused. */
  last: Promise<void>
  /** Answers being checked: charged as wrong, but possibly right. */
  readonly lookedAt: Set<Promise<unknown>>
  inside: number
}

async function forgetWhenDone({ lookedAt }: Line, done: Promise<unknown>): Promise<void> {
  await done
  lookedAt.delete(done)
}

/** Resolves when an answer has been refused, or admitted and added to those being checked. */
async function noteLookedAt(line: Line, admitted: Promise<void>, looked: Promise<unknown>): Promise<void> {
  const [entry] = await Promise.allSettled([admitted])
  if (entry.status === 'rejected') return
  const done = Promise.allSettled([looked])
  line.lookedAt.add(done)
  void forgetWhenDone(line, done)
}

/** Checks the passwords, PINs or codes of an account in order of arrival. */
export type SignInLine = {
  /**
   * Charges the answer as wrong, checks it with `look`, and resets the count if it was right. An answer that could not be checked is
   * credited back. Throws a 429 Refusal if it has to wait, and what `look` throws. `freeFailures` wrong answers need no wait
   * (domain/sign-in-wait.ts).
   */
  hear<T>(accountKey: string, look: () => Promise<T>, freeFailures?: number): Promise<T>
  /**
   * As `hear` for a password from a known browser: after 100 wrong ones, answers are checked slowly instead of refused. Throws a
   * 429 Refusal only if several are already waiting.
   */
  hearKnown<T>(accountKey: string, look: () => Promise<T>): Promise<T>
}

type Counted = { readonly key: string; readonly freeFailures: number | undefined }

const nothing = (): void => {}

/**
 * Answers are charged before they are checked, so that concurrent requests do not allow more guesses than sequential ones. An
 * answer that would be refused waits for those being checked first: if one is right, it need not be refused.
 */
export function signInLine(
  failures: Pick<SignInFailureStore, 'charge' | 'credit' | 'right'>,
  now: () => number,
  turns: SlowTurns = slowTurns(),
): SignInLine {
  const lines = new Map<string, Line>()

  const admit = async (account: Counted, { lookedAt }: Line, before: Promise<void>): Promise<void> => {
    await before
    for (;;) {
      const seconds = await failures.charge(account.key, now(), account.freeFailures)
      if (seconds === 0) return
      if (lookedAt.size === 0) throw waitRefusal(seconds)
      await Promise.race(lookedAt)
    }
  }

  const lookAt = async <T>(accountKey: string, look: () => Promise<T>): Promise<T> => {
    try {
      const value = await look()
      await failures.right(accountKey, now())
      return value
    } catch (error) {
      // Ignored if the database is unreachable.
      if (!isWrongAnswer(error)) await failures.credit(accountKey, now()).catch(nothing)
      throw error
    }
  }

  const lookAfter = async <T>(
    admitted: Promise<void>,
    accountKey: string,
    look: () => Promise<T>,
  ): Promise<T> => {
    await admitted
    return await lookAt(accountKey, look)
  }

  /** Queues the answer in the line of its account; resolves when it has been checked. */
  const inLine = <T>(account: Counted, line: Line, look: () => Promise<T>): Promise<T> => {
    const admitted = admit(account, line, line.last)
    const looked = lookAfter(admitted, account.key, look)
    line.last = noteLookedAt(line, admitted, looked)
    return looked
  }

  const hear: SignInLine['hear'] = async (accountKey, look, freeFailures) => {
    const line = lines.get(accountKey) ?? { last: Promise.resolve(), lookedAt: new Set(), inside: 0 }
    lines.set(accountKey, line)
    line.inside += 1
    try {
      return await inLine({ key: accountKey, freeFailures }, line, look)
    } finally {
      line.inside -= 1
      if (line.inside === 0) lines.delete(accountKey)
    }
  }

  return {
    hear,
    hearKnown: async (accountKey, look) => {
      try {
        return await hear(accountKey, look, KNOWN_BROWSER_FREE_FAILURES)
      } catch (error) {
        if (!isWait(error) || !(await turns.take(accountKey))) throw error
      }
      const value = await look()
      await failures.right(accountKey, now())
      return value
    },
  }
}
