import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { chargeGuess, creditGuess, strangersWait } from '../../domain/class-guesses.ts'
import { charge, credit, FAILURES_KEPT_MS, type SignInFailures } from '../../domain/sign-in-wait.ts'
import { StorageUnavailable } from '../http/errors.ts'
import { keyedMutex } from './keyed-mutex.ts'
import type { ClassGuessCounts, SignInFailureStore } from './sign-in-port.ts'

const NONEXISTENT = 'nobody:'
/** About 4 MB; beyond it, the least recently used key is dropped. */
const MAX_ENTRIES = 20_000

/** The key of wrong answers for an account or class that does not exist. */
export function keyOfNonexistent(key: string): string {
  return `${NONEXISTENT}${key}`
}

const DEVICE = ' device:'

/**
 * The key of wrong answers for this account from one known browser: it waits alone, and only the count of the day, under `accountKey`,
 * is stored. `device` identifies the browser and must not name the child.
 */
export function keyOfDevice(accountKey: string, device: string): string {
  return `${accountKey}${DEVICE}${device}`
}

type Counts = Pick<SignInFailureStore, 'charge' | 'credit' | 'resetAfterSuccess' | 'clear'> & ClassGuessCounts

/** A map that drops the entries set longest ago. */
class BoundedMap<Value> {
  readonly #values = new Map<string, Value>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest)
  }

  delete(key: string): void {
    this.#values.delete(key)
  }
}

/** Counts in memory, with the same rules as for existing accounts, so that responses do not reveal which exist. */
function inMemory(max: number): Counts {
  const accounts = new BoundedMap<SignInFailures>(max)
  const classes = new BoundedMap<number>(max)
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
    resetAfterSuccess: async (key) => accounts.delete(key),
    clear: async (key) => accounts.delete(key),
    clearGuesses: async (key) => classes.delete(key),
    chargeGuess: async (key, nowMs, atOnce) => {
      const charged = chargeGuess(classes.get(key) ?? 0, nowMs, atOnce)
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

/** Strings shared by several processes, with expiration. */
export type SharedStrings = {
  read(key: string): Promise<string | null>
  /** Compare and swap: replaces the string, or removes it with null, if it is still `before`; else false. Rejects with StorageUnavailable. */
  swap(key: string, before: string | null, after: string | null, keepMs: number): Promise<boolean>
}

/** Nonexistent names are hashed to this many strings to bound storage. A collision only means an earlier wait. */
const NONEXISTENT_KEYS = 65_536
const MAX_TRIES = 20
const MAX_PAUSE_MS = 10

function sharedKeyOf(kind: 'name' | 'class', key: string): string {
  if (!key.startsWith(NONEXISTENT)) return key
  const hash = createHash('sha256').update(key).digest().readUInt32BE()
  return `nobody:${kind}:${hash % NONEXISTENT_KEYS}`
}

type Step<Result> = { readonly after: string | null; readonly result: Result }

async function compareAndSwap<Result>(
  strings: SharedStrings,
  key: string,
  step: (before: string | null) => Step<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const before = await strings.read(key)
    const { after, result } = step(before)
    const isDone = after === before || (await strings.swap(key, before, after, FAILURES_KEPT_MS))
    if (isDone) return result
    // Random, because with equal pauses the same process would lose every time.
    await pause(Math.random() * MAX_PAUSE_MS)
    if (tries === MAX_TRIES) throw new StorageUnavailable({ cause: new Error('too many concurrent changes') })
  }
}

function failuresIn(text: string | null): SignInFailures | null {
  if (text === null) return null
  const [failures = 0, notBeforeMs = 0] = text.split(' ').map(Number)
  return { failures, notBeforeMs }
}

const textOf = ({ failures, notBeforeMs }: SignInFailures): string => `${failures} ${notBeforeMs}`

const removed = (): Step<void> => ({ after: null, result: undefined })

/** Counts shared by all processes. */
function inSharedStore(strings: SharedStrings): Counts {
  // One at a time per process, so that only other processes can interfere.
  const turns = keyedMutex()
  const inTurn = <Result>(key: string, change: (key: string) => Promise<Result>): Promise<Result> =>
    turns(key, () => change(key))
  const onName = <Result>(key: string, step: (before: string | null) => Step<Result>): Promise<Result> =>
    inTurn(sharedKeyOf('name', key), (key) => compareAndSwap(strings, key, step))
  const onClass = <Result>(key: string, step: (before: string | null) => Step<Result>): Promise<Result> =>
    inTurn(sharedKeyOf('class', key), (key) => compareAndSwap(strings, key, step))
  return {
    charge: (key, nowMs, freeFailures) =>
      onName(key, (before) => {
        const charged = charge(failuresIn(before), nowMs, freeFailures)
        if (charged.kind === 'wait') return { after: before, result: charged.seconds }
        return { after: textOf(charged.next), result: 0 }
      }),
    credit: (key, nowMs) =>
      onName(key, (before) => {
        const known = failuresIn(before)
        return { after: known && textOf(credit(known, nowMs)), result: undefined }
      }),
    resetAfterSuccess: (key) => onName(key, removed),
    clear: (key) => onName(key, removed),
    clearGuesses: (key) => onClass(key, removed),
    chargeGuess: (key, nowMs, atOnce) =>
      onClass(key, (before) => {
        const charged = chargeGuess(Number(before ?? 0), nowMs, atOnce)
        if (charged.kind === 'wait') return { after: before, result: charged.seconds }
        return { after: String(charged.fullAtMs), result: 0 }
      }),
    creditGuess: (key) =>
      onClass(key, (before) => ({
        after: before && String(creditGuess(Number(before))),
        result: undefined,
      })),
    strangersWait: async (key, nowMs) =>
      strangersWait(Number((await strings.read(sharedKeyOf('class', key))) ?? 0), nowMs),
  }
}

/** Falls back to this process's own counts while the shared ones are unreachable. */
function withLocalFallback(shared: Counts, local: Counts): Counts {
  const either = async <Result>(count: (counts: Counts) => Promise<Result>): Promise<Result> => {
    try {
      return await count(shared)
    } catch (error) {
      if (error instanceof StorageUnavailable) return count(local)
      throw error
    }
  }
  return {
    charge: (...args) => either((counts) => counts.charge(...args)),
    credit: (...args) => either((counts) => counts.credit(...args)),
    resetAfterSuccess: (...args) => either((counts) => counts.resetAfterSuccess(...args)),
    clear: (...args) => either((counts) => counts.clear(...args)),
    clearGuesses: (...args) => either((counts) => counts.clearGuesses(...args)),
    chargeGuess: (...args) => either((counts) => counts.chargeGuess(...args)),
    creditGuess: (...args) => either((counts) => counts.creditGuess(...args)),
    strangersWait: (...args) => either((counts) => counts.strangersWait(...args)),
  }
}

/** The names in keys of `keyOfDevice`; null for other keys. */
function deviceIn(key: string): { readonly account: string; readonly device: string } | null {
  const at = key.indexOf(DEVICE)
  return at < 0 ? null : { account: key.slice(0, at), device: key.slice(at + 1) }
}

/** Wrong answers from known browsers: waits in `devices`, and the count of the day in `stored`. */
function deviceCounts(
  stored: SignInFailureStore,
  devices: Counts,
): Pick<Counts, 'charge' | 'credit' | 'resetAfterSuccess'> {
  return {
    charge: async (key, nowMs, freeFailures) => {
      const known = deviceIn(key)
      if (!known) return stored.charge(key, nowMs, freeFailures)
      const seconds = await devices.charge(known.device, nowMs, freeFailures)
      if (seconds > 0) return seconds
      try {
        return await stored.charge(known.account, nowMs, Infinity)
      } catch (error) {
        await devices.credit(known.device, nowMs)
        throw error
      }
    },
    credit: async (key, nowMs) => {
      const known = deviceIn(key)
      if (known) await devices.credit(known.device, nowMs)
      await stored.credit(known?.account ?? key, nowMs)
    },
    resetAfterSuccess: async (key, nowMs) => {
      const known = deviceIn(key)
      if (known) await devices.resetAfterSuccess(known.device, nowMs)
      await stored.resetAfterSuccess(known?.account ?? key, nowMs)
    },
  }
}

/** All counts of wrong answers, in the database and in memory. */
export type SignInCounts = SignInFailureStore & ClassGuessCounts

/**
 * Combines the stored counts with those kept in memory or shared by processes: of accounts and classes that do not exist, because
 * anybody can invent any number of them, and of guesses at classes, so that a guess writes at most one row.
 */
export function signInCounts(
  stored: SignInFailureStore,
  strings: SharedStrings | null = null,
  max = MAX_ENTRIES,
): SignInCounts {
  const shared = (max: number): Counts => {
    const local = inMemory(max)
    return strings ? withLocalFallback(inSharedStore(strings), local) : local
  }
  // Separate, so that invented names cannot displace existing classes.
  const [nonexistent, classes, devices] = [shared(max), shared(Infinity), shared(max)]
  const existing = { ...stored, ...deviceCounts(stored, devices) }
  const names = (key: string) => (key.startsWith(NONEXISTENT) ? nonexistent : existing)
  const guesses = (key: string) =>
    key.startsWith(NONEXISTENT) ? nonexistent : key.startsWith(DEVICE) ? devices : classes
  return {
    ...stored,
    charge: (key, nowMs, freeFailures) => names(key).charge(key, nowMs, freeFailures),
    credit: (key, nowMs) => names(key).credit(key, nowMs),
    resetAfterSuccess: (key, nowMs) => names(key).resetAfterSuccess(key, nowMs),
    clear: (key) => names(key).clear(key),
    chargeGuess: (key, nowMs, atOnce) => guesses(key).chargeGuess(key, nowMs, atOnce),
    creditGuess: (key) => guesses(key).creditGuess(key),
    strangersWait: (key, nowMs) => guesses(key).strangersWait(key, nowMs),
    clearGuesses: (key) => guesses(key).clearGuesses(key),
  }
}
