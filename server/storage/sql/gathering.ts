import { StorageAway, StorageHeld } from '../../http/errors.ts'
import type { Dialect } from '../dialect.ts'

/** How one of several pieces of work that were done together has ended. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }

type GatheringOptions<In, Out> = {
  /** Does the work of several callers as a whole or not at all; an outcome for each, in their order. */
  readonly work: (items: readonly In[]) => Promise<readonly Outcome<Out>[]>
  readonly mostAtOnce: number
  /** Groups under way at the same time. */
  readonly groupsAtOnce: number
  /** Callers that wait at most; beyond it a caller is refused at once, so that memory has a bound. */
  readonly mostWaiting: number
}

/** A second group lets a store with several writers work while the first one waits; where there is one writer it would only wait. */
export function groupsAtOnce(dialect: Dialect): number {
  return dialect === 'postgres' ? 2 : 1
}

/** How long an item waits at most for its group to begin, so that nobody hangs behind a store that does. */
const LONGEST_WAIT_MS = 10_000

type Waiting<In, Out> = {
  readonly item: In
  readonly sinceMs: number
  readonly resolve: (value: Out) => void
  readonly reject: (error: unknown) => void
}

/**
 * Lets callers who come while others are being served wait for one another and be served together. What each costs apart
 * (a journey to the database, a commit) is then paid once for them all.
 */
export class Gathering<In, Out> {
  readonly #options: GatheringOptions<In, Out>
  #waiting: Waiting<In, Out>[] = []
  #serving = 0

  constructor(options: GatheringOptions<In, Out>) {
    this.#options = options
  }

  /** Resolves or rejects as the outcome of this item says; rejects with StorageAway when too many wait. */
  add(item: In): Promise<Out> {
    if (this.#waiting.length >= this.#options.mostWaiting) {
      return Promise.reject(new StorageAway({ cause: new Error('too many writes are waiting') }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, sinceMs: performance.now(), resolve, reject })
      if (this.#serving === this.#options.groupsAtOnce) return
      this.#serving += 1
      // After the poll phase: every request that was read in this turn has come by then.
      setImmediate(() => void this.#serve())
    })
  }

  async #serve(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#refuseLate()
      const group = this.#waiting.splice(0, this.#options.mostAtOnce)
      if (group.length === 0) break
      try {
        await this.#settle(group)
      } catch (error) {
        await this.#settleFailed(group, error)
      }
    }
    this.#serving -= 1
  }

  /** Refuses those who have waited too long; they stand first. */
  #refuseLate(): void {
    const latestMs = performance.now() - LONGEST_WAIT_MS
    const place = this.#waiting.findIndex(({ sinceMs }) => sinceMs >= latestMs)
    const late = this.#waiting.splice(0, place < 0 ? this.#waiting.length : place)
    const away = new StorageAway({ cause: new Error(`no turn came for ${LONGEST_WAIT_MS} ms`) })
    for (const { reject } of late) reject(away)
  }

  async #settle(group: readonly Waiting<In, Out>[]): Promise<void> {
    const outcomes = await this.#options.work(group.map(({ item }) => item))
    for (const [place, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[place]
      if (outcome?.ok) resolve(outcome.value)
      else reject(outcome?.error ?? new Error('a write came without its outcome'))
    }
  }

  async #settleFailed(group: readonly Waiting<In, Out>[], error: unknown): Promise<void> {
    if (error instanceof StorageAway && !(error instanceof StorageHeld)) {
      // Nobody is to wait in line for what has just been seen to fail.
      for (const { reject } of [...group, ...this.#waiting.splice(0)]) reject(error)
      return
    }
    const [only] = group
    if (group.length === 1 && only) {
      only.reject(error)
      return
    }
    // One of them spoils it for the others, or is held by somebody else: each alone.
    await Promise.all(group.map((each) => this.#settle([each]).catch((own: unknown) => each.reject(own))))
  }
}
