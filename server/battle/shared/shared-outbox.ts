import type { ArenaClock } from '../referee/clock.ts'
import { StorageAway } from '../../http/errors.ts'
import { LedgerBatch } from './ledger-batch.ts'
import type { Appended, ProcessId, SharedStore } from './shared-port.ts'

/**
 * So long after one piece was sent the next one is, unless nothing had happened for longer: at a few thousand answers a second several
 * share what each piece costs, and nobody sees the difference.
 */
const GATHERED_MS = 2

type OutboxNeeds = {
  readonly clock: ArenaClock
  readonly store: Pick<SharedStore, 'append' | 'isAway'>
  readonly me: () => ProcessId
  /** Whether this process can be sure that no other has taken it over, although it cannot ask. */
  readonly isSure: () => boolean
  /** The word of the others that this process is one of them. */
  readonly confirmed: () => void
  /** These battles are another's: they are let go. Answers who plays in them. */
  readonly lost: (battleIds: readonly string[]) => readonly string[]
  /** What the others know of this process is not what it has: it comes back, and calls `resume`. */
  readonly unregistered: () => void
  readonly failed: (error: unknown) => void
}

/**
 * `away`: what happens is told without being written, and written as a whole later. `held`: nothing is told, because another process may
 * have taken over.
 */
type State = 'up' | 'away' | 'held'

export type ClusterOutbox = {
  /** What happens now goes in here. */
  batch(): LedgerBatch
  /** Nothing more is written or told until `resume`; resolves when nothing is on its way. */
  hold(): Promise<void>
  /** What waits is told, and written from now on. */
  resume(): void
  /** What waits is in the logs, which are to be written as a whole. */
  isLogged(): void
  /** What waits about these battles and players is forgotten. */
  forget(lost: ReadonlySet<string>): void
  /** The others cannot be reached. */
  away(): void
  isUp(): boolean
}

/**
 * Writes what happens before it is told (ADR 0021): all of a turn of the event loop in one piece, and the next while nothing else is on its
 * way, so that the more there is to write the less each piece of it costs.
 */
export class SharedOutbox implements ClusterOutbox {
  readonly #needs: OutboxNeeds
  #state: State = 'up'
  #waiting = new LedgerBatch()
  #underWay: LedgerBatch | null = null
  #isScheduled = false
  #sentAtMs = -Infinity
  readonly #whenHeld = new Set<() => void>()

  constructor(needs: OutboxNeeds) {
    this.#needs = needs
  }

  readonly #schedule = (): void => {
    if (this.#isScheduled) return
    this.#isScheduled = true
    if (this.#needs.clock.nowMs() - this.#sentAtMs < GATHERED_MS)
      this.#needs.clock.later(GATHERED_MS, this.#flush)
    else setImmediate(this.#flush)
  }

  /** What was on its way goes first again. */
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
        return batch.perform()
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
    if (!(error instanceof StorageAway)) {
      this.#needs.failed(error)
      // What was not written leaves a gap: all is written again as a whole.
      this.#state = 'held'
      return this.#needs.unregistered()
    }
    if (this.#state === 'up') this.#state = this.#needs.isSure() ? 'away' : 'held'
  }

  readonly #flush = (): void => {
    this.#isScheduled = false
    if (this.#underWay !== null || this.#state === 'held') return
    const batch = this.#waiting
    if (batch.isEmpty) return
    this.#waiting = new LedgerBatch()
    if (this.#state === 'away') {
      batch.perform()
      return this.#schedule()
    }
    this.#underWay = batch
    this.#sentAtMs = this.#needs.clock.nowMs()
    void this.#write(batch).catch(this.#needs.failed).finally(this.#schedule)
  }

  async #write(batch: LedgerBatch): Promise<void> {
    try {
      const answer = await this.#needs.store.append(this.#needs.me(), batch.words(this.#needs.me()))
      this.#underWay = null
      this.#answered(batch, answer)
    } catch (error) {
      if (this.#underWay === null) throw error
      this.#underWay = null
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
    return this.#underWay === null ? Promise.resolve() : new Promise((resolve) => this.#whenHeld.add(resolve))
  }

  readonly isLogged: ClusterOutbox['isLogged'] = () => this.#waiting.withoutWords()

  readonly resume: ClusterOutbox['resume'] = () => {
    this.#state = 'up'
    this.#schedule()
  }

  readonly forget: ClusterOutbox['forget'] = (gone) => this.#waiting.without(gone)

  readonly away: ClusterOutbox['away'] = () => {
    if (this.#state === 'up') this.#state = this.#needs.isSure() ? 'away' : 'held'
    this.#schedule()
  }

  readonly isUp: ClusterOutbox['isUp'] = () => this.#state === 'up'
}
