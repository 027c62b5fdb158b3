import { setTimeout as pause } from 'node:timers/promises'
import { sendWeeklyMails, type WeeklyMailNeeds } from './weekly-mail-job.ts'

const EVERY_MS = 15_000
/** When the mail server seems to be down. */
const AFTER_FAILURE_MS = 300_000

/** Runs only if no other process is running this; then null. */
type Exclusively = <T>(work: () => Promise<T>) => Promise<T | null>

/** Sends weekly emails when they are due, until it is stopped. Stopping waits for the emails on their way. */
export function weeklyMailLoop(
  needs: WeeklyMailNeeds,
  exclusively: Exclusively,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const sent = await exclusively(() => sendWeeklyMails(needs, signal)).catch((error: unknown) => {
        needs.log.error({ event: 'weekly_mails_failed', err: error }, 'weekly emails could not be sent')
        return null
      })
      const waitMs = sent?.isDown ? AFTER_FAILURE_MS : EVERY_MS
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
