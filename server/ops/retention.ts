import { daysBefore, practiceDay } from '../../domain/practice-day.ts'
import { FORGET_FAILURES_MS } from '../../domain/sign-in-wait.ts'
import type { Log } from './log.ts'

/** How many rows of each kind were deleted, and how it ended. */
export type DeletedByRetention = {
  readonly guests: number
  readonly results: number
  readonly battles: number
  readonly reports: number
  /**
   * `complete`: all that was to go is gone from the files. `journal_in_use`: it is deleted, but the journal may still
   * hold it, because another program reads the database. `stopped`: the next call deletes the rest. `elsewhere`: another
   * process is at it.
   */
  readonly end: 'complete' | 'journal_in_use' | 'stopped' | 'elsewhere'
}

/** Where guest data is forgotten. */
export type RetentionStore = {
  /** Deletes the records of who has looked at what of a child, as far as they are older. */
  forgetAccesses(beforeMs: number, signal: AbortSignal): Promise<void>
  /**
   * Deletes the counts of wrong answers: of an account when the next one could be heard before `beforeMs`, of a class when all
   * its guesses are free at `nowMs`.
   */
  forgetFailures(beforeMs: number, nowMs: number, signal: AbortSignal): Promise<void>
  /**
   * Deletes everything of practice days before `firstKeptDay`, and the guests last active before it, in portions
   * between which others write. Once `signal` is aborted it resolves after the portion that is under way.
   */
  forgetBefore(firstKeptDay: string, signal: AbortSignal): Promise<DeletedByRetention>
}

export const RETENTION_EVERY_MS = 3_600_000

export type RetentionJob = {
  /** Runs once now; a failure is logged and the next hour tries again. */
  run(): Promise<void>
  /** Runs now and every hour. */
  start(): void
  /** Stops for good; a run that is under way ends between two portions, and the rest is the next start's. */
  stop(): Promise<void>
}

/**
 * The first practice day that is kept: `retentionDays` days stay, today among them. What was done on a day is
 * therefore gone that many days after the day began (decisions §6).
 */
export function firstKeptDay(nowMs: number, retentionDays: number): string {
  return daysBefore(practiceDay(nowMs), retentionDays - 1)
}

/** The job that deletes old guest data. It remembers nothing, so a restart only makes it run sooner. */
export function retentionJob(needs: {
  readonly store: RetentionStore
  readonly retentionDays: number
  readonly accessLogDays: number
  /** What else is deleted when its time is over. */
  readonly policy?: (signal: AbortSignal) => Promise<unknown>
  readonly now: () => number
  readonly log: Log
}): RetentionJob {
  const { store, retentionDays, accessLogDays, policy, now, log } = needs
  let timer: NodeJS.Timeout | null = null
  let underWay: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  const runOnce = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    try {
      const nowMs = now()
      const day = firstKeptDay(nowMs, retentionDays)
      await store.forgetAccesses(nowMs - accessLogDays * 24 * 3_600_000, stopping.signal)
      // An hour early, so that none lasts longer than a day, whenever the job runs.
      await store.forgetFailures(nowMs - FORGET_FAILURES_MS + RETENTION_EVERY_MS, nowMs, stopping.signal)
      const { end, ...counts } = await store.forgetBefore(day, stopping.signal)
      await policy?.(stopping.signal)
      if (end === 'elsewhere') return
      const facts = { firstKeptDay: day, ...counts }
      if (end === 'complete') log.info({ event: 'retention', ...facts }, 'old guest data deleted')
      else log.warn({ event: 'retention_unfinished', end, ...facts }, 'deletion goes on at the next run')
    } catch (error) {
      log.error({ event: 'retention_failed', err: error }, 'old guest data could not be deleted')
    }
  }
  const run = (): Promise<void> => {
    underWay = underWay.then(runOnce)
    return underWay
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
      await underWay
    },
  }
}
