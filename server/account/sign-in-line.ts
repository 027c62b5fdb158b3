import { KNOWN_BROWSER_FREE_FAILURES } from '../../domain/sign-in-wait.ts'
import { Refusal } from '../http/errors.ts'
import type { SignInFailureStore } from './port.ts'
import { slowTurns, type SlowTurns } from './slow-turns.ts'

/** A wait after wrong answers, as everybody is told it. */
function waitRefusal(seconds: number): Refusal {
  const sentence = `Too many wrong tries. Please wait ${seconds} seconds and try again.`
  return new Refusal(429, 'too_many_requests', sentence, seconds)
}

/** Whether it was the password or the PIN that was wrong; everything else says nothing of it. */
export function isWrongAnswer(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'wrong_sign_in'
}

function isWait(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'too_many_requests' && error.status === 429
}

type Line = {
  /** Whoever came last is let in or told to wait. */
  last: Promise<void>
  /** Answers that are counted as wrong and may be right. */
  readonly lookedAt: Set<Promise<unknown>>
  inside: number
}

async function forgetWhenDone({ lookedAt }: Line, done: Promise<unknown>): Promise<void> {
  await done
  lookedAt.delete(done)
}

/** Resolves when an answer is let in, and is among those that are looked at, or has to wait. */
async function noteLookedAt(line: Line, admitted: Promise<void>, looked: Promise<unknown>): Promise<void> {
  const [entry] = await Promise.allSettled([admitted])
  if (entry.status === 'rejected') return
  const done = Promise.allSettled([looked])
  line.lookedAt.add(done)
  void forgetWhenDone(line, done)
}

/** Passwords and PINs of the same account, heard in order. */
export type SignInLine = {
  /**
   * Counts the answer as wrong, looks at it, and forgets the wrong ones where it was right. What was not looked at is not
   * counted. Throws a 429 Refusal where it may not be heard, and what `look` throws. So many wrong ones are free of any wait
   * (domain/sign-in-wait.ts).
   */
  hear<T>(accountKey: string, look: () => Promise<T>, freeFailures?: number): Promise<T>
  /**
   * The same for a password in a browser that has used the right one: beyond 100 wrong ones it is looked at slowly, and not
   * refused. Throws a 429 Refusal only where several wait for that already.
   */
  hearKnown<T>(accountKey: string, look: () => Promise<T>): Promise<T>
}

type Counted = { readonly key: string; readonly freeFailures: number | undefined }

const nothing = (): void => {}

/**
 * Answers are charged before they are looked at, so that many at once are no more guesses than one after another. Whoever
 * would have to wait only because others are being looked at waits for those first: if one is right, there is no wait.
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
      // With the storage away nothing can be taken back.
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

  /** In the line of its account; resolves when the answer has been looked at. */
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
