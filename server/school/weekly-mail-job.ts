import { dueSlots, dueWeek } from '../../domain/school/weekly-mail.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import type { Mail, MailOutcome } from '../account/port.ts'
import type { Log } from '../ops/log.ts'
import type { AccessStore } from '../storage/sql/accounts/access-store.ts'
import type { DueMail, ReportedChild, WeeklyMailStore } from '../storage/sql/school/weekly-mail-store.ts'
import { parentMail, type MailedWeek } from './parent-mail.ts'

/** What the links of an email are made of. */
export type MailLinks = {
  readonly siteName: string
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** What turns off this adult's email. */
  readonly offTokenOf: (adultId: string) => string
}

/** The email of an adult, and the children it is about; null where there is nothing to say. */
export type Composed =
  | { readonly mail: null; readonly emptyWeeks: number }
  | { readonly mail: Mail; readonly children: readonly ReportedChild[]; readonly emptyWeeks: number }

export type WeeklyMailNeeds = Parameters<typeof parentMail>[0] & {
  readonly store: WeeklyMailStore
  readonly accesses: Pick<AccessStore, 'record'>
  readonly deliver: (kind: string, mail: Mail) => Promise<MailOutcome>
  readonly now: () => number
  readonly log: Log
}

/** Adults are read in batches of this size, and this many emails are sent at the same time. */
const PORTION = 100
const AT_ONCE = 4
/** An email that was not accepted is tried again after this time. */
const RETRY_MS = 15 * 60_000
/** After this many failures in a row, the mail server counts as down and the run ends. */
const DOWN_FAILURES = 8

type Sent = MailOutcome | 'nothing'

const MAILED: readonly Sent[] = ['sent', 'refused']
const FAILURES: readonly Sent[] = ['failed', 'unconfirmed']

/**
 * Sends one adult's email of a week, at most once: the week is claimed before the mail server gets anything, and stays claimed if it
 * is not known whether the mail server accepted the email.
 */
async function sendTo(needs: WeeklyMailNeeds, due: DueMail, week: MailedWeek): Promise<Sent> {
  const { store, accesses, deliver, now } = needs
  const { adultId } = due
  const { monday } = week
  const composed = await parentMail(needs, due, week)
  const isClaimed = await store.claim(adultId, monday, composed.emptyWeeks)
  if (!isClaimed || composed.mail === null) return 'nothing'
  const { mail, children } = composed
  await accesses.record({ children, by: { id: adultId, role: 'parent' }, kind: 'view', nowMs: now() })
  const outcome = await deliver('weekly', mail)
  if (outcome === 'refused') await store.turnOff(adultId, 'bounced')
  if (outcome === 'failed') {
    await store.release(adultId, monday, daysBefore(monday, 7), due.emptyWeeks, now() + RETRY_MS)
  }
  return outcome
}

/** Sends all weekly emails that are due now. Returns how many, and whether the mail server seems to be down. */
export async function sendWeeklyMails(
  needs: WeeklyMailNeeds,
  signal: AbortSignal,
): Promise<{ readonly mails: number; readonly isDown: boolean }> {
  const { store, now, log } = needs
  let mails = 0
  let failures = 0
  const isOver = (): boolean => signal.aborted || failures >= DOWN_FAILURES
  const sendAll = async (queue: DueMail[], week: MailedWeek): Promise<void> => {
    for (let due = queue.shift(); due && !isOver(); due = queue.shift()) {
      const outcome = await sendTo(needs, due, week)
      failures = FAILURES.includes(outcome) ? failures + 1 : 0
      if (MAILED.includes(outcome)) mails += 1
    }
  }
  const sendIn = async (zone: string): Promise<void> => {
    const { monday, agoSeconds } = dueWeek(zone, now())
    const slots = dueSlots(agoSeconds)
    for (let isMore = slots.from <= slots.to; isMore && !isOver();) {
      const queue = [...(await store.due(zone, monday, slots, now(), PORTION))]
      isMore = queue.length === PORTION
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendAll(queue, { monday, zone })))
    }
  }
  for (const zone of await store.zones()) await sendIn(zone)
  if (mails > 0) log.info({ event: 'weekly_mails', mails }, 'weekly emails were sent')
  return { mails, isDown: failures >= DOWN_FAILURES }
}
