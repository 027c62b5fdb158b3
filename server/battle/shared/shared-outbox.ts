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
export function sharedOutbox(needs: OutboxNeeds): ClusterOutbox {
  const { clock, store, me, isSure, confirmed, lost, unregistered, failed } = needs
  let state: State = 'up'
  let waiting = new LedgerBatch()
  let underWay: LedgerBatch | null = null
  let isScheduled = false
  let sentAtMs = -Infinity
  const whenHeld = new Set<() => void>()

  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    if (clock.nowMs() - sentAtMs < GATHERED_MS) clock.later(GATHERED_MS, flush)
    else setImmediate(flush)
  }

  /** What was on its way goes first again. */
  const putBack = (batch: LedgerBatch): void => {
    const behind = waiting
    waiting = batch
    waiting.append(behind)
  }

  const answered = (batch: LedgerBatch, answer: Appended): void => {
    confirmed()
    switch (answer.kind) {
      case 'done':
        batch.written()
        return batch.perform()
      case 'lost': {
        const gone = new Set([...answer.battleIds, ...lost(answer.battleIds)])
        putBack(batch)
        return waiting.without(gone)
      }
      case 'unregistered':
        state = 'held'
        putBack(batch)
        return unregistered()
    }
  }

  const refused = (batch: LedgerBatch, error: unknown): void => {
    putBack(batch)
    if (!(error instanceof StorageAway)) {
      failed(error)
      // What was not written leaves a gap: all is written again as a whole.
      state = 'held'
      return unregistered()
    }
    if (state === 'up') state = isSure() ? 'away' : 'held'
  }

  const flush = (): void => {
    isScheduled = false
    if (underWay !== null || state === 'held') return
    const batch = waiting
    if (batch.isEmpty) return
    waiting = new LedgerBatch()
    if (state === 'away') {
      batch.perform()
      return schedule()
    }
    underWay = batch
    sentAtMs = clock.nowMs()
    void write(batch).catch(failed).finally(schedule)
  }

  const write = async (batch: LedgerBatch): Promise<void> => {
    try {
      const answer = await store.append(me(), batch.words(me()))
      underWay = null
      answered(batch, answer)
    } catch (error) {
      if (underWay === null) throw error
      underWay = null
      refused(batch, error)
    } finally {
      for (const resolve of whenHeld) resolve()
      whenHeld.clear()
    }
  }

  return {
    batch: () => {
      schedule()
      return waiting
    },
    hold: () => {
      state = 'held'
      return underWay === null ? Promise.resolve() : new Promise((resolve) => whenHeld.add(resolve))
    },
    isLogged: () => waiting.withoutWords(),
    resume: () => {
      state = 'up'
      schedule()
    },
    forget: (gone) => waiting.without(gone),
    away: () => {
      if (state === 'up') state = isSure() ? 'away' : 'held'
      schedule()
    },
    isUp: () => state === 'up',
  }
}
