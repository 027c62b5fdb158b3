import { createStore, type StoreApi } from 'zustand/vanilla'
import { MAX_SECONDS_AGO } from '../generated/constants.ts'
import type { CallResult, Failure } from './api.ts'
import { warn } from './log.ts'
import type { DurableStore } from './storage.ts'
import { Waits, type WaitLimits } from './waits.ts'

/** Another tab sends what it adds; this one looks after it only in case that tab was closed. */
const OTHER_TAB_MS = 3000
const EVERYONE = 'everyone'
/** The server was stopping or without its database, stood still while the request arrived, or took it for a replay. */
const NOTHING_DONE: ReadonlySet<number> = new Set([503, 408, 425])

export type OutboxItem<Content> = {
  /** The submission id: the server counts it once, however often it arrives (decisions §5). */
  readonly id: string
  /** Whose it is (the session token): one player's items are sent in order. */
  readonly player: string
  readonly order: number
  /** When it happened by this device's clock, epoch milliseconds; only differences to it are used (ADR 0003). */
  readonly madeAtMs: number
  readonly content: Content
}

type OutboxStatus = {
  readonly waiting: number
  /** Whether the last try did not reach the server, or found it out of service. */
  readonly away: boolean
}

export type OutboxDependencies<Content> = {
  readonly store: DurableStore
  /** What the keys of its items begin with: each has a key of its own, so that two tabs never overwrite each other's. */
  readonly prefix: string
  /** Most items kept. Above it the oldest that `mayDrop` allows go first, then the oldest of all; both are logged. */
  readonly maxItems: number
  readonly revive: (json: unknown) => Content | null
  /** Makes the call. `secondsAgo` is how long ago it happened, 0 to seven days. */
  readonly send: (
    item: OutboxItem<Content>,
    secondsAgo: number,
    signal: AbortSignal,
  ) => Promise<CallResult<unknown>>
  /** Items with the same name depend on those before them: each waits until they have been answered. Null for none. */
  readonly chainOf: (content: Content) => string | null
  /** Whether the newer item of the same player makes the older one pointless. */
  readonly supersedes: (newer: Content, older: Content) => boolean
  /** Which items go first when there are too many. */
  readonly mayDrop: (content: Content) => boolean
  readonly deviceNowMs: () => number
  readonly elapsedMs: () => number
  readonly random: () => number
  readonly newId: () => string
  /** Runs the action while no other tab runs one. */
  readonly alone: (action: () => Promise<void>) => Promise<void>
  readonly waits: WaitLimits
}

/**
 * Writes that must reach the server once, however long it is away: kept in the browser before they are first tried,
 * sent in order, one at a time, and forgotten only when the server has answered. Out of reach, 503, 408 and a stranger's
 * answer make everything wait; 429 makes that player wait as long as the server asks; any other 5xx makes that item
 * and what depends on it wait and lets the rest pass; any other refusal is final and logged.
 */
export class Outbox<Content> {
  readonly prefix: string
  readonly status: StoreApi<OutboxStatus> = createStore(() => ({ waiting: 0, away: false }))
  readonly #using: OutboxDependencies<Content>
  readonly #waits: Waits
  /** Answered by the server, yet still in a storage that does not let go of them. */
  readonly #answered = new Set<string>()
  readonly #stopping = new AbortController()
  #lastOrder = 0
  #running: Promise<void> | null = null
  #again = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(using: OutboxDependencies<Content>) {
    this.#using = using
    this.prefix = using.prefix
    this.#waits = new Waits(using.waits, using.elapsedMs, using.random)
    this.#refreshStatus()
  }

  /**
   * Keeps what the player did, and sends it as soon as it can. Never throws. `id` is for what may be told twice, such as
   * a result on either side of a reload; it must then be the same both times, and unlike any other. `madeAtMs` is when it
   * happened by this device's clock, where that was not now.
   */
  add(
    player: string,
    content: Content,
    id = this.#using.newId(),
    madeAtMs = this.#using.deviceNowMs(),
  ): void {
    const { store, supersedes } = this.#using
    if (this.#answered.has(id)) return
    const kept = this.#items()
    this.#lastOrder = Math.max(this.#lastOrder, kept.at(-1)?.order ?? 0) + 1
    const order = this.#lastOrder
    const item: OutboxItem<Content> = { id, player, order, madeAtMs, content }
    for (const older of kept) {
      if (older.player === player && supersedes(content, older.content)) this.#forget(older)
    }
    store.write(this.prefix + item.id, item)
    this.#makeRoom()
    this.#refreshStatus()
    void this.flush()
  }

  /** Sends what may be sent now; resolves when nothing more can be done for the moment. Never rejects. */
  flush(): Promise<void> {
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      this.#plan()
    })
    return this.#running
  }

  /** The network may be back: forgets that the server was out of reach, and tries. What it asked for is kept. */
  wake(): void {
    this.#waits.clear(EVERYONE)
    void this.flush()
  }

  /** Another tab has added something. */
  noteOtherTab(): void {
    this.#refreshStatus()
    this.#flushIn(OTHER_TAB_MS)
  }

  /** Ends all sending, as a closed page does; what was not answered stays kept. */
  stop(): void {
    this.#stopping.abort()
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false
      await this.#using.alone(() => this.#pass())
    }
  }

  async #pass(): Promise<void> {
    const held = new Set<string>()
    for (const item of this.#items()) {
      if (this.#stopped || this.#waits.leftMs(EVERYONE) > 0) return
      const chain = this.#chainOf(item)
      const isFree = chain === null || !held.has(chain)
      if (isFree && this.#isKept(item) && !this.#isWaiting(item)) await this.#attempt(item)
      if (chain !== null && this.#isKept(item)) held.add(chain)
    }
  }

  /** Two players' chains are never the same one. */
  #chainOf({ player, content }: OutboxItem<Content>): string | null {
    const chain = this.#using.chainOf(content)
    return chain === null ? null : `${player} ${chain}`
  }

  #isKept({ id }: OutboxItem<Content>): boolean {
    return (
      !this.#answered.has(id) && this.#using.store.find(this.prefix + id, (json) => json).kind === 'value'
    )
  }

  #isWaiting({ player, id }: OutboxItem<Content>): boolean {
    return this.#waits.leftMs(player) > 0 || this.#waits.leftMs(id) > 0
  }

  async #attempt(item: OutboxItem<Content>): Promise<void> {
    const secondsAgo = Math.max(0, Math.round((this.#using.deviceNowMs() - item.madeAtMs) / 1000))
    if (secondsAgo > MAX_SECONDS_AGO) {
      warn('Kept result too old: dropped')
      this.#forget(item)
    } else {
      const result = await this.#using.send(item, secondsAgo, this.#stopping.signal)
      if (this.#stopped) return
      if (result.ok) this.#settle(item)
      else this.#fail(item, result)
    }
    this.#refreshStatus()
  }

  #settle(item: OutboxItem<Content>): void {
    this.#waits.clear(EVERYONE)
    this.#waits.clear(item.player)
    this.#forget(item)
  }

  #fail(item: OutboxItem<Content>, failure: Failure): void {
    const { status, code, retryAfterSeconds } = failure
    if (code === 'unreachable' || code === 'not_ours' || NOTHING_DONE.has(status)) {
      this.#waits.fail(EVERYONE, retryAfterSeconds)
      return
    }
    this.#waits.clear(EVERYONE)
    if (status === 429) {
      this.#waits.fail(item.player, retryAfterSeconds)
    } else if (status >= 500) {
      this.#waits.fail(item.id, retryAfterSeconds)
    } else {
      warn(`Kept result refused (${failure.status}, ${failure.code})`)
      this.#settle(item)
    }
  }

  #forget(item: OutboxItem<Content>): void {
    this.#waits.clear(item.id)
    this.#using.store.remove(this.prefix + item.id)
    this.#answered.add(item.id)
  }

  #makeRoom(): void {
    const { store, maxItems } = this.#using
    const surplus = store.keys(this.prefix).length - maxItems
    if (surplus <= 0) return
    const items = this.#items()
    const first = items.filter(({ content }) => this.#using.mayDrop(content))
    const rest = items.filter(({ content }) => !this.#using.mayDrop(content))
    for (const item of [...first, ...rest].slice(0, surplus)) this.#forget(item)
    warn(`Over ${maxItems} kept results: oldest dropped`)
  }

  /** Everything kept, in the order in which it happened. Garbage is removed. */
  #items(): OutboxItem<Content>[] {
    const { store, revive } = this.#using
    const items: OutboxItem<Content>[] = []
    for (const key of store.keys(this.prefix)) {
      const id = key.slice(this.prefix.length)
      const found = store.find(key, (json) => reviveItem(json, id, revive))
      if (found.kind === 'broken' || this.#answered.has(id)) store.remove(key)
      else if (found.kind === 'value') items.push(found.value)
    }
    return items.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
  }

  /** What is kept and depends on nothing else that is kept. */
  #heads(): OutboxItem<Content>[] {
    const chains = new Set<string>()
    return this.#items().filter((item) => {
      const chain = this.#chainOf(item)
      if (chain === null) return true
      const isFirst = !chains.has(chain)
      chains.add(chain)
      return isFirst
    })
  }

  /** Sets the clock for the next try, when something is waiting. */
  #plan(): void {
    const items = this.#heads()
    if (this.#again) this.#flushIn(0)
    else if (items.length > 0) {
      const soonestMs = Math.min(
        ...items.map(({ player, id }) => Math.max(this.#waits.leftMs(player), this.#waits.leftMs(id))),
      )
      this.#flushIn(Math.max(this.#waits.leftMs(EVERYONE), soonestMs))
    }
  }

  #flushIn(delayMs: number): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), delayMs)
  }

  #refreshStatus(): void {
    const waiting = this.#items().length
    const away = waiting > 0 && this.#waits.hasFailed(EVERYONE)
    const before = this.status.getState()
    if (waiting !== before.waiting || away !== before.away) this.status.setState({ waiting, away })
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted
  }
}

function reviveItem<Content>(
  json: unknown,
  id: string,
  revive: (json: unknown) => Content | null,
): OutboxItem<Content> | null {
  if (typeof json !== 'object' || json === null) return null
  const kept = new Map<string, unknown>(Object.entries(json))
  const [player, order, madeAtMs] = [kept.get('player'), kept.get('order'), kept.get('madeAtMs')]
  if (kept.get('id') !== id || typeof player !== 'string') return null
  if (typeof order !== 'number' || typeof madeAtMs !== 'number') return null
  const content = revive(kept.get('content'))
  return content === null ? null : { id, player, order, madeAtMs, content }
}
