import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from './api.ts'
import { Backoff } from './backoff.ts'
import { isPossibleAge, watchClock } from './clock-jump.ts'
import { warn } from './log.ts'
import { reviveItem, type OutboxDependencies, type OutboxItem } from './outbox-item.ts'

/** A tab sends its own items; another tab sends them after this time, in case the tab was closed. */
const OTHER_TAB_MS = 3000
const ALL_PLAYERS = 'everyone'
/** Nothing was stored: unreachable (0), stopping or no database (503), request timeout (408), replay refused (425). */
const NOT_PROCESSED = [0, 503, 408, 425]

type OutboxStatus = {
  readonly waiting: number
  /** Whether the last attempt failed because the server was unreachable or unavailable. */
  readonly away: boolean
}

/**
 * Writes that must reach the server exactly once, even after a long outage: stored in the browser before the first attempt, sent
 * in order, one at a time, and deleted when the server has answered. Without a response, or with 408, 425, 503 or a response of
 * another server, all items wait. 429 delays the player as long as the server asks. Any other 5xx delays the item and its chain.
 * Any other error is final and logged.
 */
export class Outbox<Content> {
  readonly prefix: string
  readonly status: StoreApi<OutboxStatus> = createStore(() => ({ waiting: 0, away: false }))
  readonly #using: OutboxDependencies<Content>
  readonly #waits: Backoff
  /** Ids answered by the server, in case the storage fails to delete them. */
  readonly #answered = new Set<string>()
  readonly #stopping = new AbortController()
  readonly #clock: ReturnType<typeof watchClock>
  #lastOrder = 0
  #sendingId = ''
  #running: Promise<void> | null = null
  #again = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(using: OutboxDependencies<Content>) {
    this.#using = using
    this.prefix = using.prefix
    this.#waits = new Backoff(using.waits, using.elapsedMs, using.random)
    this.#clock = watchClock(using.deviceNowMs, using.elapsedMs)
    this.#refreshStatus()
  }

  /**
   * Stores an item and sends it as soon as possible. Never throws. Give an `id` if the same item may be added twice, as before and
   * after a reload. `madeAtMs` is by this device's clock; default: now.
   */
  add(
    player: string,
    content: Content,
    id = this.#using.newId(),
    madeAtMs = this.#using.deviceNowMs(),
  ): void {
    if (this.#answered.has(id)) return
    const kept = this.#datedItems()
    this.#lastOrder = Math.max(this.#lastOrder, kept.at(-1)?.order ?? 0) + 1
    let whole = content
    for (const older of kept.toReversed()) {
      if (older.player !== player) continue
      const merged = this.#using.merge(whole, older.content, madeAtMs - older.madeAtMs)
      // What is being sent is replaced, but not sent again as a part.
      if (merged === null || (merged !== whole && older.id === this.#sendingId)) continue
      whole = merged
      if (older.id !== id) this.#delete(older)
    }
    const knownMs = this.#using.serverNowMs()
    const serverMs = madeAtMs + (knownMs && knownMs - this.#using.deviceNowMs())
    const item = { id, player, order: this.#lastOrder, madeAtMs, serverMs, content: whole }
    this.#using.store.write(this.prefix + id, item)
    this.#makeRoom()
    this.#refreshStatus()
    void this.flush()
  }

  /** Sends all items that need not wait; resolves when done. Never rejects. */
  flush(): Promise<void> {
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      this.#plan()
    })
    return this.#running
  }

  /** Call when the network may be back: retries at once, except for waits that the server asked for. */
  wake(): void {
    this.#waits.clear(ALL_PLAYERS)
    void this.flush()
  }

  /** Call when another tab has added an item. */
  otherTabAdded(): void {
    this.#refreshStatus()
    this.#flushIn(OTHER_TAB_MS)
  }

  /** Stops sending; unanswered items stay stored. */
  stop(): void {
    this.#stopping.abort()
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false
      await this.#using.withLock(() => this.#pass())
    }
  }

  async #pass(): Promise<void> {
    const held = new Set<string>()
    for (const item of this.#datedItems()) {
      if (this.#stopped || this.#waits.remainingMs(ALL_PLAYERS) > 0) return
      const chain = this.#chainOf(item)
      const isFree = chain === null || !held.has(chain)
      if (isFree && this.#isKept(item) && this.#waitMs(item) === 0) await this.#attempt(item)
      if (chain !== null && this.#isKept(item)) held.add(chain)
    }
  }

  /** All items; their ages stay when the device's clock has been set. */
  #datedItems(): OutboxItem<Content>[] {
    const dateOf = this.#clock()
    return this.#items().map((item) => {
      const madeAtMs = dateOf(item.madeAtMs)
      if (madeAtMs === item.madeAtMs) return item
      const dated = { ...item, madeAtMs }
      this.#using.store.write(this.prefix + item.id, dated)
      return dated
    })
  }

  /** Chains of different players are distinct. */
  #chainOf({ player, content }: OutboxItem<Content>): string | null {
    const chain = this.#using.chainOf(content)
    return chain === null ? null : `${player} ${chain}`
  }

  #isKept({ id }: OutboxItem<Content>): boolean {
    return (
      !this.#answered.has(id) && this.#using.store.find(this.prefix + id, (json) => json).kind === 'value'
    )
  }

  #waitMs({ player, id }: OutboxItem<Content>): number {
    return Math.max(this.#waits.remainingMs(player), this.#waits.remainingMs(id))
  }

  async #attempt(item: OutboxItem<Content>): Promise<void> {
    const knownMs = this.#using.serverNowMs()
    const byDeviceMs = this.#using.deviceNowMs() - item.madeAtMs
    // If the device's clock was set since, the server's tells how old the item is.
    const isSet = knownMs && !isPossibleAge(byDeviceMs)
    const ageMs = Math.max(0, isSet ? knownMs - item.serverMs : byDeviceMs)
    if (!isPossibleAge(ageMs)) {
      if (knownMs) {
        warn('Kept result too old: dropped')
        this.#delete(item)
      } else this.#waits.fail(item.id)
    } else {
      this.#sendingId = item.id
      const result = await this.#using.send(item, Math.round(ageMs / 1000), this.#stopping.signal)
      this.#sendingId = ''
      if (this.#stopped) return
      if (result.ok) this.#settle(item)
      else this.#fail(item, result)
    }
    this.#refreshStatus()
  }

  #settle(item: OutboxItem<Content>): void {
    this.#waits.clear(ALL_PLAYERS)
    this.#waits.clear(item.player)
    this.#delete(item)
  }

  #fail(item: OutboxItem<Content>, failure: Failure): void {
    const { status, code, retryAfterSeconds } = failure
    if (NOT_PROCESSED.includes(status)) {
      this.#waits.fail(ALL_PLAYERS, retryAfterSeconds)
      return
    }
    this.#waits.clear(ALL_PLAYERS)
    if (status === 429) {
      this.#waits.fail(item.player, retryAfterSeconds)
    } else if (status >= 500) {
      this.#waits.fail(item.id, retryAfterSeconds)
    } else {
      warn(`Kept result refused (${status}, ${code})`)
      this.#settle(item)
    }
  }

  #delete(item: OutboxItem<Content>): void {
    this.#waits.clear(item.id)
    this.#using.store.remove(this.prefix + item.id)
    this.#answered.add(item.id)
  }

  #makeRoom(): void {
    const { store, maxItems } = this.#using
    const surplus = store.keys(this.prefix).length - maxItems
    if (surplus <= 0) return
    const rank = ({ content }: OutboxItem<Content>): number => (this.#using.mayDrop(content) ? 0 : 1)
    const items = this.#items().toSorted((a, b) => rank(a) - rank(b))
    for (const item of items.slice(0, surplus)) this.#delete(item)
    warn(`Over ${maxItems} kept results: oldest dropped`)
  }

  /** All stored items, in order. Deletes invalid ones. */
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

  /** The items that wait for no other item. */
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

  /** Schedules the next attempt if items are waiting. */
  #plan(): void {
    const items = this.#heads()
    if (this.#again) this.#flushIn(0)
    else if (items.length > 0) {
      const soonestMs = Math.min(...items.map((item) => this.#waitMs(item)))
      this.#flushIn(Math.max(this.#waits.remainingMs(ALL_PLAYERS), soonestMs))
    }
  }

  #flushIn(delayMs: number): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), delayMs)
  }

  #refreshStatus(): void {
    const waiting = this.#items().length
    const away = waiting > 0 && this.#waits.hasFailed(ALL_PLAYERS)
    const before = this.status.getState()
    if (waiting !== before.waiting || away !== before.away) this.status.setState({ waiting, away })
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted
  }
}
