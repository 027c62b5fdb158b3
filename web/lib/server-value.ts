import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CallResult, Failure } from './api.ts'

/** The state of a request. A `failure` next to a value is that of the last refresh. */
export type Answer<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'value'; readonly value: Value; readonly failure: Failure | null }

/** Requests the value. Never throws. The signal aborts when nobody waits for it anymore. */
export type Load<Value> = (signal: AbortSignal) => Promise<CallResult<Value>>

/** Visibility of the page. */
export type PageVisibility = {
  readonly isVisible: () => boolean
  /** Calls back when that changes, or when a request may succeed again. Returns a function that unsubscribes. */
  readonly listen: (listener: () => void) => () => void
}

/** The shortest interval between requests for the same value. */
const MIN_INTERVAL_MS = 2000
const RETRY_MS = { first: 3000, longest: 60_000 }
const LOADING = { state: 'loading' } as const

/** After these statuses, the person may no longer see the old value. */
const NO_ACCESS = [401, 403, 404]

/** Whether a retry may succeed without the user's help. */
function isTemporary({ status }: Failure): boolean {
  return status === 0 || status === 429 || status >= 500
}

/**
 * A value of the server while it has subscribers: requested for the first one, when the page becomes visible again, every
 * `everyMs`, and after a temporary failure (after 3 s, doubling up to a minute or `everyMs`).
 * Not a zustand store, because its first subscriber starts the requests and its last one ends them.
 */
export class ServerValue<Value> {
  snapshot: Answer<Value> = LOADING
  readonly #sight: PageVisibility
  readonly #listeners = new Set<() => void>()
  #ask: Load<Value> | null = null
  #everyMs = Infinity
  #pending: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #notBeforeMs = 0
  /** Failures in a row. */
  #failures = 0
  #stopListening = (): void => {}

  constructor(sight: PageVisibility) {
    this.#sight = sight
  }

  /** Sets the request and its interval. Call before the first subscription. */
  follow(ask: Load<Value>, everyMs = Infinity): void {
    this.#ask = ask
    this.#everyMs = everyMs
  }

  /** Refreshes the value until the returned function is called. The listener is called on changes. */
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
      this.#abort()
    }
  }

  /** Requests the value now; the old one is shown meanwhile. */
  readonly refetch = (): void => {
    this.#abort()
    if (this.#ask) void this.#request(this.#ask)
  }

  /** Changes the value locally, after a write whose response contains the change. */
  readonly update = (change: (known: Value) => Value): void => {
    // A response in flight may be older than the change.
    this.#abort()
    const { snapshot } = this
    if (snapshot.state === 'value') {
      this.#show({ state: 'value', value: change(snapshot.value), failure: null })
    }
  }

  #abort(): void {
    this.#pending?.abort()
    this.#pending = null
  }

  readonly #wake = (): void => {
    clearTimeout(this.#timer)
    if (this.#pending || !this.#ask || !this.#sight.isVisible()) return
    const waitMs = this.#notBeforeMs - performance.now()
    if (waitMs > 0) this.#timer = setTimeout(this.#wake, waitMs)
    else void this.#request(this.#ask)
  }

  async #request(ask: Load<Value>): Promise<void> {
    clearTimeout(this.#timer)
    const asking = new AbortController()
    this.#pending = asking
    const askedAtMs = performance.now()
    this.#notBeforeMs = askedAtMs + MIN_INTERVAL_MS
    const result = await ask(asking.signal)
    if (this.#pending !== asking) return
    this.#pending = null
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

  /** The delay of the next request: exponential after failures, else the usual interval. */
  #pauseMs(result: CallResult<Value>): number {
    if (result.ok || !isTemporary(result)) {
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
    return snapshot.state === 'value' && !NO_ACCESS.includes(result.status)
      ? { ...snapshot, failure: result }
      : { state: 'failed', failure: result }
  }

  #show(next: Answer<Value>): void {
    // An equal response must not render anything.
    if (JSON.stringify(next) === JSON.stringify(this.snapshot)) return
    this.snapshot = next
    for (const listener of this.#listeners) listener()
  }
}

/** Network events only trigger a request: browsers report "offline" on some closed networks that work. */
const WAKE_EVENTS = ['focus', 'online', 'offline']

const pageSight: PageVisibility = {
  isVisible: () => !document.hidden,
  listen: (listener) => {
    document.addEventListener('visibilitychange', listener)
    for (const sign of WAKE_EVENTS) window.addEventListener(sign, listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      for (const sign of WAKE_EVENTS) window.removeEventListener(sign, listener)
    }
  },
}

const known = new Map<string, unknown>()

function sharedValue<Value>(key: string): ServerValue<Value> {
  const value = known.get(key) ?? new ServerValue<Value>(pageSight)
  known.set(key, value)
  return value as ServerValue<Value>
}

/**
 * The cached value of this key, refreshed while the page is visible: every 3 s by default, at most every 2 s. The key must contain
 * everything that the response depends on, such as the practice day. For public data only, because the cache outlives the screen.
 */
export function useLive<Value>(
  key: string,
  ask: Load<Value>,
  { everyMs = RETRY_MS.first }: { readonly everyMs?: number } = {},
): Answer<Value> {
  const value = sharedValue<Value>(key)
  // Must precede the subscription, which sends the first request.
  useEffect(() => value.follow(ask, everyMs), [value, ask, everyMs])
  return useSyncExternalStore(value.subscribe, () => value.snapshot)
}

/** The cached value of a key, without a request. */
export function cachedAnswer<Value>(key: string): Answer<Value> {
  return sharedValue<Value>(key).snapshot
}

export type RefetchableAnswer<Value> = Pick<ServerValue<Value>, 'refetch' | 'update'> & {
  readonly answer: Answer<Value>
}

/**
 * Requests a value when the screen opens and when the page becomes visible again. It is not cached beyond the screen, so that the
 * next person at this device does not see it. Pass a new `ask` function to request another value, or
 * null to request nothing yet.
 */
export function useAnswer<Value>(ask: Load<Value> | null): RefetchableAnswer<Value> {
  const value = useMemo(() => {
    const asked = new ServerValue<Value>(pageSight)
    if (ask) asked.follow(ask)
    return asked
  }, [ask])
  const answer = useSyncExternalStore(value.subscribe, () => value.snapshot)
  return { answer, refetch: value.refetch, update: value.update }
}
