import { weekOf } from '../calendar.ts'
import { dayIn, dayStartIn } from '../day-in-zone.ts'
import { daysBefore } from '../practice-day.ts'

const HOUR_MS = 3_600_000
/** Emails are sent at 16:00, this many hours before the next day begins at 2 AM; clocks change only in the hours after that. */
const HOURS_BEFORE_NEXT_DAY = 10
/** The weekday of sending, from 1, Monday. */
const SUNDAY = 7

/** Emails are sent over this many seconds; each parent has a slot in them. */
export const SPREAD_SECONDS = 1800
/** An email that could not be sent for this long is dropped. */
const LATE_SECONDS = 36 * 3600
/** Emails pause after this many weeks without practice. */
const EMPTY_WEEKS = 3

/** When the emails of the week that begins on this Monday are due, from their first slot on; epoch milliseconds. */
function dueAtMs(zone: string, monday: string): number {
  return dayStartIn(zone, daysBefore(monday, -SUNDAY)) - HOURS_BEFORE_NEXT_DAY * HOUR_MS
}

/** The week whose emails were due last in a zone, and how long ago its first slot was, on Sunday at 16:00. */
export function dueWeek(
  zone: string,
  nowMs: number,
): { readonly monday: string; readonly agoSeconds: number } {
  const thisMonday = weekOf(dayIn(zone, nowMs))
  const monday = nowMs >= dueAtMs(zone, thisMonday) ? thisMonday : daysBefore(thisMonday, 7)
  return { monday, agoSeconds: Math.floor((nowMs - dueAtMs(zone, monday)) / 1000) }
}

/** When the emails of the week before this one were due. */
export function lastDueAtMs(zone: string, monday: string): number {
  return dueAtMs(zone, daysBefore(monday, 7))
}

/** The slots whose emails are due so long after the first: none before their time, and none that are too late. */
export function dueSlots(agoSeconds: number): { readonly from: number; readonly to: number } {
  return { from: Math.max(0, agoSeconds - LATE_SECONDS), to: Math.min(SPREAD_SECONDS - 1, agoSeconds) }
}

/**
 * What happens after a week: whether an email is sent, whether it is the last one for now, and how many weeks were empty. A week is
 * empty without practice since the email before it was due.
 */
export function afterWeek(
  emptyWeeks: number,
  hasPracticed: boolean,
): { readonly isSent: boolean; readonly isLast: boolean; readonly emptyWeeks: number } {
  if (hasPracticed) return { isSent: true, isLast: false, emptyWeeks: 0 }
  if (isPaused(emptyWeeks)) return { isSent: false, isLast: false, emptyWeeks }
  return { isSent: true, isLast: isPaused(emptyWeeks + 1), emptyWeeks: emptyWeeks + 1 }
}

/** Whether emails have paused. */
export function isPaused(emptyWeeks: number): boolean {
  return emptyWeeks >= EMPTY_WEEKS
}
