import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CallResult, Failure } from './api.ts'

/** What a screen has asked the server for. A `failure` beside a value is that of the last try to refresh it. */
export type Answer<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'value'; readonly value: Value; readonly failure: Failure | null }

/** Asks the server once. Never throws; the signal says that nobody waits for the answer any more. */
export type Ask<Value> = (signal: AbortSignal) => Promise<CallResult<Value>>

/** What a value has to know of the page it is shown on. */
export type PageSight = {
  readonly isSeen: () => boolean
  /** Calls back when that changes and when there is reason to ask sooner; returns what ends it. */
  readonly listen: (listener: () => void) => () => void
}

/** Whatever asks, the same thing is not fetched more often than this. */
const FASTEST_MS = 2000
const RETRY_MS = { first: 3000, longest: 60_000 }
const LOADING = { state: 'loading' } as const

/** Whoever is signed out, or may not see it any more, is not shown it any longer. */
const GONE = [401, 403, 404]

/** Whether asking again may help without anybody doing anything: nothing came back, or the server is in trouble. */
function mayPass({ status, code }: Failure): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'not_ours'
}

/**
 * One value of the server's while somebody looks: asked for when the first one does, again when the page is come back to,
 * every `everyMs`, and after a failure that may pass (after 3 s, doubling up to a minute or `everyMs`).
 * Not a zustand store, because its first subscriber starts the requests and its last one ends them.
 */
export class ServerValue<Value> {
  snapshot: Answer<Value> = LOADING
  readonly #sight: PageSight
  readonly #listeners = new Set<() => void>()
  #ask: Ask<Value> | null = null
  #everyMs = Infinity
  #asking: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #notBeforeMs = 0
  /** Failures in a row. */
  #failures = 0
  #stopListening = (): void => {}

  constructor(sight: PageSight) {
    this.#sight = sight
  }

  /** Says how to ask, and how often; before the first subscription. */
  follow(ask: Ask<Value>, everyMs = Infinity): void {
    this.#ask = ask
    this.#everyMs = everyMs
  }

  /** Keeps the value fresh until the returned function is called; tells the listener when it has changed. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      this.#stopListening = this.#sight.listen(this.#wake)
      this.#wake()
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#stopListening()
      clearTimeout(this.#timer)
      this.#giveUp()
    }
  }

  /** Asks again at once; what is known stays on the screen meanwhile. */
  readonly askAgain = (): void => {
    this.#giveUp()
    if (this.#ask) void this.#askNow(this.#ask)
  }

  /** Takes what a change was answered with, so that nobody has to ask again. */
  readonly put = (change: (known: Value) => Value): void => {
    // An answer under way may be older than the change.
    this.#giveUp()
    const { snapshot } = this
    if (snapshot.state === 'value') {
      this.#show({ state: 'value', value: change(snapshot.value), failure: null })
    }
  }

  #giveUp(): void {
    this.#asking?.abort()
    this.#asking = null
  }

  readonly #wake = (): void => {
    clearTimeout(this.#timer)
    if (this.#asking || !this.#ask || !this.#sight.isSeen()) return
    const waitMs = this.#notBeforeMs - performance.now()
    if (waitMs > 0) this.#timer = setTimeout(this.#wake, waitMs)
    else void this.#askNow(this.#ask)
  }

  async #askNow(ask: Ask<Value>): Promise<void> {
    clearTimeout(this.#timer)
    const asking = new AbortController()
    this.#asking = asking
    const askedAtMs = performance.now()
    this.#notBeforeMs = askedAtMs + FASTEST_MS
    const result = await ask(asking.signal)
    if (this.#asking !== asking) return
    this.#asking = null
    const answeredAtMs = performance.now()
    const pauseMs = this.#pauseMs(result)
    if (!result.ok) {
      this.#notBeforeMs = Math.max(this.#notBeforeMs, answeredAtMs + (result.retryAfterSeconds ?? 0) * 1000)
    }
    this.#show(this.#settled(result))
    if (pauseMs === Infinity) return
    const nextMs = Math.max(askedAtMs + pauseMs, this.#notBeforeMs)
    this.#timer = setTimeout(this.#wake, nextMs - answeredAtMs)
  }

  /** After a failure it asks again sooner, and less and less often until it is back at its usual pace. */
  #pauseMs(result: CallResult<Value>): number {
    if (result.ok || !mayPass(result)) {
      this.#failures = 0
      return this.#everyMs
    }
    const waitMs = RETRY_MS.first * 2 ** Math.min(this.#failures, 10)
    this.#failures += 1
    return Math.min(this.#everyMs, RETRY_MS.longest, waitMs)
  }

  #settled(result: CallResult<Value>): Answer<Value> {
    if (result.ok) return { state: 'value', value: result.value, failure: null }
    const { snapshot } = this
    return snapshot.state === 'value' && !GONE.includes(result.status)
      ? { ...snapshot, failure: result }
      : { state: 'failed', failure: result }
  }

  #show(next: Answer<Value>): void {
    // An answer that says the same again must not draw anything again.
    if (JSON.stringify(next) === JSON.stringify(this.snapshot)) return
    this.snapshot = next
    for (const listener of this.#listeners) listener()
  }
}

/** The browser's opinion of the network only makes it ask sooner: it says "offline" on closed networks that work. */
const SIGNS = ['focus', 'online', 'offline']

const pageSight: PageSight = {
  isSeen: () => !document.hidden,
  listen: (listener) => {
    document.addEventListener('visibilitychange', listener)
    for (const sign of SIGNS) window.addEventListener(sign, listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      for (const sign of SIGNS) window.removeEventListener(sign, listener)
    }
  },
}

const known = new Map<string, unknown>()

function knownValue<Value>(key: string): ServerValue<Value> {
  const value = known.get(key) ?? new ServerValue<Value>(pageSight)
  known.set(key, value)
  return value as ServerValue<Value>
}

/**
 * What the server last said under this key, at once, and refreshed while the page is seen: every 3 s unless `everyMs`
 * says otherwise, never more often than every 2 s. The key names everything the answer depends on (the practice day too),
 * and one key is always asked for by the same call. For what everybody may see: it is kept while nobody looks.
 */
export function useLive<Value>(
  key: string,
  ask: Ask<Value>,
  { everyMs = RETRY_MS.first }: { readonly everyMs?: number } = {},
): Answer<Value> {
  const value = knownValue<Value>(key)
  // Stands before the subscription, which asks for the first time.
  useEffect(() => value.follow(ask, everyMs), [value, ask, everyMs])
  return useSyncExternalStore(value.subscribe, () => value.snapshot)
}

/** What is remembered under a key, without asking for anything. */
export function lastKnown<Value>(key: string): Answer<Value> {
  return knownValue<Value>(key).snapshot
}

export type Asked<Value> = Pick<ServerValue<Value>, 'askAgain' | 'put'> & { readonly answer: Answer<Value> }

/**
 * Asks the server when the screen opens and when the page is come back to, and keeps nothing longer than the screen lives:
 * the next person at this device sees nothing of it. `ask` is a new function when the question is another one.
 */
export function useAnswer<Value>(ask: Ask<Value>): Asked<Value> {
  const value = useMemo(() => {
    const asked = new ServerValue<Value>(pageSight)
    asked.follow(ask)
    return asked
  }, [ask])
  const answer = useSyncExternalStore(value.subscribe, () => value.snapshot)
  return { answer, askAgain: value.askAgain, put: value.put }
}
