import type { ArenaClock } from './clock.ts'

/** Woken at `wakeAtMs`; Infinity for never. */
export type Wakeable = { wakeAtMs: number }

type Entry<Item> = { readonly atMs: number; readonly item: Item }

function before(a: Entry<unknown> | undefined, b: Entry<unknown> | undefined): boolean {
  return a !== undefined && (b === undefined || a.atMs < b.atMs)
}

/** A binary min-heap by time. */
class Heap<Item> {
  readonly #entries: Entry<Item>[] = []

  get first(): Entry<Item> | undefined {
    return this.#entries[0]
  }

  push(entry: Entry<Item>): void {
    let at = this.#entries.push(entry) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = this.#entries[parent]
      if (!above || !before(entry, above)) break
      this.#entries[at] = above
      at = parent
    }
    this.#entries[at] = entry
  }

  pop(): void {
    const last = this.#entries.pop()
    if (!last || this.#entries.length === 0) return
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      const child = before(this.#entries[left + 1], this.#entries[left]) ? left + 1 : left
      const below = this.#entries[child]
      if (!below || !before(below, last)) break
      this.#entries[at] = below
      at = child
    }
    this.#entries[at] = last
  }
}

type Deadlines<Item extends Wakeable> = {
  /** Sets or replaces the item's deadline. */
  set(item: Item, atMs: number): void
}

/**
 * Wakes thousands of items with one timer, set for the earliest of them. The old entry of a moved deadline stays in the heap
 * and is skipped when it is due. At most `maxAtOnce` items are woken per turn of the event loop.
 */
export function deadlines<Item extends Wakeable>(
  clock: ArenaClock,
  wake: (item: Item) => void,
  maxAtOnce: number,
): Deadlines<Item> {
  const heap = new Heap<Item>()
  let armedForMs = Infinity

  const arm = (): void => {
    const atMs = heap.first?.atMs ?? Infinity
    if (atMs >= armedForMs) return
    armedForMs = atMs
    clock.later(Math.max(0, Math.ceil(atMs - clock.nowMs())), () => {
      // Ignored if an earlier timer has been set since.
      if (armedForMs === atMs) ring()
    })
  }

  const ring = (): void => {
    armedForMs = Infinity
    const nowMs = clock.nowMs()
    for (let woken = 0; woken < maxAtOnce;) {
      const entry = heap.first
      if (!entry || entry.atMs > nowMs) break
      heap.pop()
      if (entry.item.wakeAtMs !== entry.atMs) continue
      entry.item.wakeAtMs = Infinity
      woken += 1
      wake(entry.item)
    }
    arm()
  }

  return {
    set: (item, atMs) => {
      if (item.wakeAtMs === atMs) return
      item.wakeAtMs = atMs
      heap.push({ atMs, item })
      arm()
    },
  }
}
