import { RETENTION } from '../../domain/retention.ts'
import { daysBefore, practiceDay } from '../../domain/practice-day.ts'
import type { Log } from './log.ts'

/** The number of deleted rows, and how the run ended. */
export type DeletedByRetention = {
  readonly guests: number
  readonly results: number
  readonly battles: number
  readonly reports: number
  /**
   * `complete`: everything is gone from the files. `journal_in_use`: deleted, but the journal may still contain it, because another
   * program reads the database. `stopped`: the next run deletes the rest. `elsewhere`: another process is running it.
   */
  readonly end: 'complete' | 'journal_in_use' | 'stopped' | 'elsewhere'
}

/** Deletes old data. */
export type RetentionStore = {
  /** Deletes rows of the access log, and records of guests removed by operators, from before `beforeMs`. */
  deleteLogsBefore(beforeMs: number, signal: AbortSignal): Promise<void>
  /** Deletes counts of wrong PINs of practice days before this one. */
  deleteWrongPinsBefore(day: string, signal: AbortSignal): Promise<void>
  /**
   * Deletes the data of practice days before `firstKeptDay` and guests last active before it, in batches, between which other writes
   * can run. After an abort, it resolves at the end of the current batch.
   */
  deleteDaysBefore(firstKeptDay: string, signal: AbortSignal): Promise<DeletedByRetention>
}

export const RETENTION_EVERY_MS = 3_600_000

export type RetentionJob = {
  /** Runs once; failures are logged. */
  run(): Promise<void>
  /** Runs now and then every hour. */
  start(): void
  /** Stops permanently; the current run ends after its batch, and the next start continues. */
  stop(): Promise<void>
}

/**
 * The first practice day that is kept: `retentionDays` days including today. So data is deleted that many days after its day
 * began (decisions §6).
 */
export function firstKeptDay(nowMs: number, retentionDays: number): string {
  return daysBefore(practiceDay(nowMs), retentionDays - 1)
}

/** Deletes old guest data every hour. Stateless, so a restart only makes it run sooner. */
export function retentionJob(needs: {
  readonly store: RetentionStore
  readonly retentionDays: number
  /** The retention policy of accounts. */
  readonly policy?: (signal: AbortSignal) => Promise<unknown>
  readonly now: () => number
  readonly log: Log
}): RetentionJob {
  const { store, retentionDays, policy, now, log } = needs
  let timer: NodeJS.Timeout | null = null
  let current: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  const runOnce = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    try {
      const nowMs = now()
      const day = firstKeptDay(nowMs, retentionDays)
      await store.deleteLogsBefore(nowMs - RETENTION.accessLogDays * 24 * 3_600_000, stopping.signal)
      await store.deleteWrongPinsBefore(practiceDay(nowMs), stopping.signal)
      const { end, ...counts } = await store.deleteDaysBefore(day, stopping.signal)
      await policy?.(stopping.signal)
      if (end === 'elsewhere') return
      const facts = { firstKeptDay: day, ...counts }
      if (end === 'complete') log.info({ event: 'retention', ...facts }, 'old guest data deleted')
      else log.warn({ event: 'retention_unfinished', end, ...facts }, 'deletion continues at the next run')
    } catch (error) {
      log.error({ event: 'retention_failed', err: error }, 'old guest data could not be deleted')
    }
  }
  const run = (): Promise<void> => {
    current = current.then(runOnce)
    return current
  }
  return {
    run,
    start: () => {
      void run()
      timer = setInterval(() => void run(), RETENTION_EVERY_MS)
      timer.unref()
    },
    stop: async () => {
      if (timer) clearInterval(timer)
      timer = null
      stopping.abort()
      await current
    },
  }
}
