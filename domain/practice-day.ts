import { dayIn, dayStartIn } from './day-in-zone.ts'

/** The practice day changes at 2 AM in California (decisions §2). */
const PRACTICE_ZONE = 'America/Los_Angeles'

const DAY_MS = 86_400_000

/** The practice day of an instant (epoch milliseconds): the California date on which it began, `YYYY-MM-DD`. */
export function practiceDay(nowMs: number): string {
  return dayIn(PRACTICE_ZONE, nowMs)
}

/** The instant at which a practice day begins, in epoch milliseconds. */
export function practiceDayStartMs(day: string): number {
  return dayStartIn(PRACTICE_ZONE, day)
}

/** The instant at which the practice day after this instant's begins, in epoch milliseconds. */
export function nextPracticeDayMs(nowMs: number): number {
  return practiceDayStartMs(daysBefore(practiceDay(nowMs), -1))
}

/** The day that many days earlier, or later for a negative count. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}
