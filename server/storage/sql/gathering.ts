import { StorageAway } from '../../operations/errors.ts'

/** How one of several pieces of work that were done together has ended. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }

export type GatheringOptions<In, Out> = {
  /** Does the work of several callers as a whole or not at all; an outcome for each, in their order. */
  readonly work: (items: readonly In[]) => Promise<readonly Outcome<Out>[]>
  readonly mostAtOnce: number
  /** Callers that wait at most; beyond it a caller is refused at once, so that memory has a bound. */
  readonly mostWaiting: number
}

type Waiting<In, Out> = {
  readonly item: In
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
  #serving = false

  constructor(options: GatheringOptions<In, Out>) {
    this.#options = options
  }

  /** Resolves or rejects as the outcome of this item says; rejects with StorageAway when too many wait. */
  add(item: In): Promise<Out> {
    if (this.#waiting.length >= this.#options.mostWaiting) {
      return Promise.reject(new StorageAway({ cause: new Error('too many writes are waiting') }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#serving) return
      this.#serving = true
      // After the poll phase: every request that was read in this turn has come by then.
      setImmediate(() => void this.#serve())
    })
  }

  async #serve(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#options.mostAtOnce)
      try {
        await this.#settle(group)
      } catch (error) {
        await this.#settleFailed(group, error)
      }
    }
    this.#serving = false
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
    if (error instanceof StorageAway) {
      // Nobody is to wait in line for what has just been seen to fail.
      for (const { reject } of [...group, ...this.#waiting.splice(0)]) reject(error)
      return
    }
    const [only] = group
    if (group.length === 1 && only) {
      only.reject(error)
      return
    }
    // One of them spoils it for the others: each alone.
    for (const each of group) {
      await this.#settle([each]).catch((own: unknown) => each.reject(own))
    }
  }
}
