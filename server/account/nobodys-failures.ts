import { chargeGuess, creditGuess, strangersWait } from '../../domain/class-guesses.ts'
import { charge, credit, type SignInFailures } from '../../domain/sign-in-wait.ts'
import type { SignInFailureStore } from './port.ts'

const NOBODY = 'nobody:'
/** Some 4 MB. Beyond that, the name that was typed longest ago is forgotten. */
const MAX_REMEMBERED = 20_000

/** Where wrong answers are counted that name an account or a class that does not exist. */
export function keyOfNobody(key: string): string {
  return `${NOBODY}${key}`
}

type Counts = Pick<
  SignInFailureStore,
  'charge' | 'credit' | 'right' | 'clear' | 'chargeGuess' | 'creditGuess' | 'strangersWait'
>

/** A map that forgets what was set longest ago. */
class Remembered<Value> {
  readonly #values = new Map<string, Value>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
  }

  delete(key: string): void {
    this.#values.delete(key)
  }
}

/** The same rules as for accounts that exist, so that the answers tell nothing; kept in this process only. */
function inMemory(most: number): Counts {
  const accounts = new Remembered<SignInFailures>(most)
  const classes = new Remembered<number>(most)
  return {
    charge: async (key, nowMs, freeFailures) => {
      const charged = charge(accounts.get(key) ?? null, nowMs, freeFailures)
      if (charged.kind === 'wait') return charged.seconds
      accounts.set(key, charged.next)
      return 0
    },
    credit: async (key, nowMs) => {
      const known = accounts.get(key)
      if (known) accounts.set(key, credit(known, nowMs))
    },
    right: async (key) => accounts.delete(key),
    clear: async (key) => {
      accounts.delete(key)
      classes.delete(key)
    },
    chargeGuess: async (key, nowMs) => {
      const charged = chargeGuess(classes.get(key) ?? 0, nowMs)
      if (charged.kind === 'wait') return charged.seconds
      classes.set(key, charged.fullAtMs)
      return 0
    },
    creditGuess: async (key) => {
      const fullAtMs = classes.get(key)
      if (fullAtMs !== undefined) classes.set(key, creditGuess(fullAtMs))
    },
    strangersWait: async (key, nowMs) => strangersWait(classes.get(key) ?? 0, nowMs),
  }
}

/** Wrong answers, of which those at accounts and classes that do not exist are written nowhere: anybody can make up any number of names. */
export function withoutNobodys(stored: SignInFailureStore, most = MAX_REMEMBERED): SignInFailureStore {
  const memory = inMemory(most)
  const of = (key: string): Counts => (key.startsWith(NOBODY) ? memory : stored)
  return {
    ...stored,
    charge: (key, nowMs, freeFailures) => of(key).charge(key, nowMs, freeFailures),
    credit: (key, nowMs) => of(key).credit(key, nowMs),
    right: (key, nowMs) => of(key).right(key, nowMs),
    clear: (key) => of(key).clear(key),
    chargeGuess: (key, nowMs) => of(key).chargeGuess(key, nowMs),
    creditGuess: (key) => of(key).creditGuess(key),
    strangersWait: (key, nowMs) => of(key).strangersWait(key, nowMs),
  }
}
