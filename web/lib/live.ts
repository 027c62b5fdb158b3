import { useEffect, useSyncExternalStore } from 'react'
import type { CallResult } from './api.ts'

/** Something the server knows that changes while one looks; `stale` when the last attempt to refresh it failed. */
export type Live<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'error' }
  | { readonly state: 'value'; readonly value: Value; readonly stale: boolean }

/** Asks the server once. Never throws; the signal says that nobody waits for the answer any more. */
export type LoadLive<Value> = (signal: AbortSignal) => Promise<CallResult<Value>>

/** What a live value has to know of the page it is shown on. */
export type Sight = {
  readonly isSeen: () => boolean
  /** Calls back when that changes and when there is reason to ask sooner; returns what ends it. */
  readonly listen: (listener: () => void) => () => void
}

/** Whatever asks, the same thing is not fetched more often than this. */
const FASTEST_MS = 2000
const USUAL_MS = 3000
const LOADING = { state: 'loading' } as const
const FAILED = { state: 'error' } as const

/** One value that is asked for again and again while somebody looks, and remembered while nobody does. */
export class LiveValue<Value> {
  snapshot: Live<Value> = LOADING
  readonly #sight: Sight
  readonly #listeners = new Set<() => void>()
  #load: LoadLive<Value> | null = null
  #everyMs = USUAL_MS
  #asking: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #notBeforeMs = 0
  /** Failures in a row. */
  #failures = 0
  #stopListening = (): void => {}

  constructor(sight: Sight) {
    this.#sight = sight
  }

  /** Says how to ask, and how often; before the first subscription. */
  follow(load: LoadLive<Value>, everyMs: number): void {
    this.#load = load
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
      this.#asking?.abort()
      this.#asking = null
    }
  }

  readonly #wake = (): void => {
    clearTimeout(this.#timer)
    if (this.#asking || !this.#load || !this.#sight.isSeen()) return
    const waitMs = this.#notBeforeMs - performance.now()
    if (waitMs > 0) this.#timer = setTimeout(this.#wake, waitMs)
    else void this.#ask(this.#load)
  }

  async #ask(load: LoadLive<Value>): Promise<void> {
    const asking = new AbortController()
    this.#asking = asking
    const askedAtMs = performance.now()
    this.#notBeforeMs = askedAtMs + FASTEST_MS
    const result = await load(asking.signal)
    if (this.#asking !== asking) return
    this.#asking = null
    const answeredAtMs = performance.now()
    if (result.ok) {
      this.#failures = 0
      this.#show({ state: 'value', value: result.value, stale: false })
    } else {
      this.#failures += 1
      this.#notBeforeMs = Math.max(this.#notBeforeMs, answeredAtMs + (result.retryAfterSeconds ?? 0) * 1000)
      this.#fail()
    }
    const nextMs = Math.max(askedAtMs + this.#pauseMs(), this.#notBeforeMs)
    this.#timer = setTimeout(this.#wake, nextMs - answeredAtMs)
  }

  /** After a failure it asks again sooner, and less and less often until it is back at its usual pace. */
  #pauseMs(): number {
    if (this.#failures === 0) return this.#everyMs
    return Math.min(this.#everyMs, USUAL_MS * 2 ** Math.min(this.#failures - 1, 10))
  }

  #fail(): void {
    const { snapshot } = this
    this.#show(snapshot.state === 'value' ? { ...snapshot, stale: true } : FAILED)
  }

  #show(next: Live<Value>): void {
    // An answer that says the same again must not draw anything again.
    if (JSON.stringify(next) === JSON.stringify(this.snapshot)) return
    this.snapshot = next
    for (const listener of this.#listeners) listener()
  }
}

/** The browser's opinion of the network only makes it ask sooner: it says "offline" on closed networks that work. */
const SIGNS = ['focus', 'online', 'offline']

const pageSight: Sight = {
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

function liveValue<Value>(key: string): LiveValue<Value> {
  const live = known.get(key) ?? new LiveValue<Value>(pageSight)
  known.set(key, live)
  return live as LiveValue<Value>
}

/**
 * What the server last said under this key, at once, and refreshed while the page is seen: every 3 s unless `everyMs`
 * says otherwise, never more often than every 2 s. A failed refresh keeps the value, calls it stale, and is soon tried again. The key names
 * everything the answer depends on (the practice day too), and one key is always asked for by the same call.
 */
export function useLive<Value>(
  key: string,
  load: LoadLive<Value>,
  { everyMs = USUAL_MS }: { readonly everyMs?: number } = {},
): Live<Value> {
  const live = liveValue<Value>(key)
  // Stands before the subscription, which asks for the first time.
  useEffect(() => live.follow(load, everyMs), [live, load, everyMs])
  return useSyncExternalStore(live.subscribe, () => live.snapshot)
}

/** What is remembered under a key, without asking for anything. */
export function lastKnown<Value>(key: string): Live<Value> {
  return liveValue<Value>(key).snapshot
}
