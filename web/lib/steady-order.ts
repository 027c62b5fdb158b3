import { createStore, type StoreApi } from 'zustand/vanilla'

/** Scrolling counts as finished after this time without a scroll event. */
const SETTLED_MS = 500
/** The longest time that a new order is held back. */
const MAX_HOLD_MS = 1000

/**
 * The order of a live list. A new order waits while the pointer is on the list or the page scrolls; the content of rows is
 * updated at once.
 */
export class SteadyOrder<Row> {
  /** The rows to show now. */
  readonly shown: StoreApi<readonly Row[]>
  readonly #idOf: (row: Row) => string
  #newest: readonly Row[]
  #isPointed = false
  #settledAtMs = -Infinity
  #heldSinceMs: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(rows: readonly Row[], idOf: (row: Row) => string) {
    this.shown = createStore<readonly Row[]>(() => rows)
    this.#newest = rows
    this.#idOf = idOf
  }

  /** Sets the newest rows. Those that are as before stay the same objects, so that they are not rendered again. */
  update(rows: readonly Row[]): void {
    const before = new Map(this.#newest.map((row) => [this.#idOf(row), row]))
    this.#newest = rows.map((row) => {
      const known = before.get(this.#idOf(row))
      return known !== undefined && JSON.stringify(known) === JSON.stringify(row) ? known : row
    })
    this.#settle()
  }

  /** Sets whether the pointer is on the list. */
  setPointed(isPointed: boolean): void {
    this.#isPointed = isPointed
    if (!isPointed) this.#settle()
  }

  /** Call on each scroll event. */
  readonly scroll = (): void => {
    this.#settledAtMs = performance.now() + SETTLED_MS
  }

  /** Cancels the pending change of order. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  readonly #settle = (): void => {
    clearTimeout(this.#timer)
    const waitMs = this.#movesRows() ? this.#waitMs() : 0
    if (waitMs > 0) {
      this.#heldSinceMs ??= performance.now()
      this.#timer = setTimeout(this.#settle, waitMs)
      this.#show(this.#inShownOrder())
    } else {
      this.#heldSinceMs = null
      this.#show(this.#newest)
    }
  }

  /** Rows added or removed at the end move no other row. */
  #movesRows(): boolean {
    const shown = this.shown.getState()
    const kept = Math.min(shown.length, this.#newest.length)
    const idsOf = (rows: readonly Row[]) => rows.slice(0, kept).map(this.#idOf).join('\n')
    return idsOf(shown) !== idsOf(this.#newest)
  }

  #waitMs(): number {
    const nowMs = performance.now()
    const restMs = this.#isPointed ? Infinity : this.#settledAtMs - nowMs
    return Math.min(restMs, (this.#heldSinceMs ?? nowMs) + MAX_HOLD_MS - nowMs)
  }

  #inShownOrder(): readonly Row[] {
    const newest = new Map(this.#newest.map((row) => [this.#idOf(row), row]))
    return this.shown.getState().map((row) => newest.get(this.#idOf(row)) ?? row)
  }

  #show(rows: readonly Row[]): void {
    const shown = this.shown.getState()
    const isSame = rows.length === shown.length && rows.every((row, at) => row === shown[at])
    if (!isSame) this.shown.setState(rows, true)
  }
}
