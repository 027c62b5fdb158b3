import type { ArenaClock } from '../referee/clock.ts'
import { StorageUnavailable } from '../../http/errors.ts'
import { LedgerBatch } from './ledger-batch.ts'
import type { Appended, ProcessId, SharedStore } from './shared-port.ts'

/**
 * The least time between two writes. At a few thousand answers per second, several share the cost of a write; the delay is
 * unnoticeable.
 */
const MIN_WRITE_INTERVAL_MS = 2

type OutboxNeeds = {
  readonly clock: ArenaClock
  readonly store: Pick<SharedStore, 'append' | 'isUnavailable'>
  readonly me: () => ProcessId
  /** Whether this process cannot have been taken over yet. */
  readonly holdsLease: () => boolean
  /** The store has confirmed that this process is registered. */
  readonly confirmed: () => void
  /** Drops battles that another process has. Returns their people. */
  readonly lost: (battleIds: readonly string[]) => readonly string[]
  /** The store is out of date: this process registers again, rewrites its battles and calls `resume`. */
  readonly unregistered: () => void
  readonly failed: (error: unknown) => void
}

/**
 * `unavailable`: effects run without being written; the logs are rewritten later. `held`: no effects run, because another process may
 * have taken over.
 */
type State = 'up' | 'unavailable' | 'held'

export type ClusterOutbox = {
  /** The batch that collects the current events. */
  batch(): LedgerBatch
  /** Pauses until `resume`; resolves once no write is in flight. */
  hold(): Promise<void>
  /** Continues after `hold` or an outage. */
  resume(): void
  /** The pending entries are in the logs, which are about to be rewritten, so they need not be written separately. */
  dropLogged(): void
  /** Drops pending items of these battles and players. */
  drop(lost: ReadonlySet<string>): void
  /** The store is unreachable. */
  unavailable(): void
  isUp(): boolean
}

/**
 * Writes events before their effects become visible (ADR 0021). One batch per turn of the event loop and one write in flight, so
 * that batches grow with load.
 */
export class SharedOutbox implements ClusterOutbox {
  readonly #needs: OutboxNeeds
  #state: State = 'up'
  #waiting = new LedgerBatch()
  #inFlight: LedgerBatch | null = null
  #isScheduled = false
  #sentAtMs = -Infinity
  readonly #whenHeld = new Set<() => void>()

  constructor(needs: OutboxNeeds) {
    this.#needs = needs
  }

  readonly #schedule = (): void => {
    if (this.#isScheduled) return
    this.#isScheduled = true
    if (this.#needs.clock.nowMs() - this.#sentAtMs < MIN_WRITE_INTERVAL_MS)
      this.#needs.clock.later(MIN_WRITE_INTERVAL_MS, this.#flush)
    else setImmediate(this.#flush)
  }

  /** Puts a batch that was not written back in front. */
  #putBack(batch: LedgerBatch): void {
    const behind = this.#waiting
    this.#waiting = batch
    this.#waiting.append(behind)
  }

  #answered(batch: LedgerBatch, answer: Appended): void {
    this.#needs.confirmed()
    switch (answer.kind) {
      case 'done':
        batch.written()
        return batch.runEffects()
      case 'lost': {
        const gone = new Set([...answer.battleIds, ...this.#needs.lost(answer.battleIds)])
        this.#putBack(batch)
        return this.#waiting.without(gone)
      }
      case 'unregistered':
        this.#state = 'held'
        this.#putBack(batch)
        return this.#needs.unregistered()
    }
  }

  #refused(batch: LedgerBatch, error: unknown): void {
    this.#putBack(batch)
    if (!(error instanceof StorageUnavailable)) {
      this.#needs.failed(error)
      // The failed write leaves a gap, so the logs have to be rewritten.
      this.#state = 'held'
      return this.#needs.unregistered()
    }
    if (this.#state === 'up') this.#state = this.#needs.holdsLease() ? 'unavailable' : 'held'
  }

  readonly #flush = (): void => {
    this.#isScheduled = false
    if (this.#inFlight !== null || this.#state === 'held') return
    const batch = this.#waiting
    if (batch.isEmpty) return
    this.#waiting = new LedgerBatch()
    if (this.#state === 'unavailable') {
      batch.runEffects()
      return this.#schedule()
    }
    this.#inFlight = batch
    this.#sentAtMs = this.#needs.clock.nowMs()
    void this.#write(batch).catch(this.#needs.failed).finally(this.#schedule)
  }

  async #write(batch: LedgerBatch): Promise<void> {
    try {
      const answer = await this.#needs.store.append(this.#needs.me(), batch.words(this.#needs.me()))
      this.#inFlight = null
      this.#answered(batch, answer)
    } catch (error) {
      if (this.#inFlight === null) throw error
      this.#inFlight = null
      this.#refused(batch, error)
    } finally {
      for (const resolve of this.#whenHeld) resolve()
      this.#whenHeld.clear()
    }
  }

  readonly batch: ClusterOutbox['batch'] = () => {
    this.#schedule()
    return this.#waiting
  }

  readonly hold: ClusterOutbox['hold'] = () => {
    this.#state = 'held'
    return this.#inFlight === null ? Promise.resolve() : new Promise((resolve) => this.#whenHeld.add(resolve))
  }

  readonly dropLogged: ClusterOutbox['dropLogged'] = () => this.#waiting.withoutWords()

  readonly resume: ClusterOutbox['resume'] = () => {
    this.#state = 'up'
    this.#schedule()
  }

  readonly drop: ClusterOutbox['drop'] = (lost) => this.#waiting.without(lost)

  readonly unavailable: ClusterOutbox['unavailable'] = () => {
    if (this.#state === 'up') this.#state = this.#needs.holdsLease() ? 'unavailable' : 'held'
    this.#schedule()
  }

  readonly isUp: ClusterOutbox['isUp'] = () => this.#state === 'up'
}
