/** The practice day changes at 2 AM in California (decisions §2). */
const PRACTICE_ZONE = 'America/Los_Angeles'
const PRACTICE_DAY_START_HOUR = 2

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** California is 7 or 8 hours behind UTC, so its 2 AM is one of these hours of the same date in UTC. */
const START_HOURS_UTC = [9, 10]

const californiaClock = new Intl.DateTimeFormat('en-US', {
  timeZone: PRACTICE_ZONE,
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
})

function dateName(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10)
}

function readDay(nowMs: number): string {
  const parts = new Map(californiaClock.formatToParts(nowMs).map(({ type, value }) => [type, value]))
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  // The hour lost in spring and the one repeated in autumn need no special case: the wall clock is before 2 or not.
  return Number(parts.get('hour')) < PRACTICE_DAY_START_HOUR ? daysBefore(date, 1) : date
}

let cached = { day: '', startMs: 0, endMs: 0 }

/** The practice day of an instant (epoch milliseconds): the California date on which it began, `YYYY-MM-DD`. */
export function practiceDay(nowMs: number): string {
  // `Intl` takes microseconds and every write asks, which is why the last day is cached.
  if (nowMs < cached.startMs || nowMs >= cached.endMs) {
    const day = readDay(nowMs)
    cached = { day, startMs: practiceDayStartMs(day), endMs: practiceDayStartMs(daysBefore(day, -1)) }
  }
  return cached.day
}

/** The instant at which a practice day begins, in epoch milliseconds. */
export function practiceDayStartMs(day: string): number {
  const midnightUtcMs = Date.parse(`${day}T00:00:00Z`)
  const starts = START_HOURS_UTC.map((hour) => midnightUtcMs + hour * HOUR_MS)
  return starts.find((startMs) => readDay(startMs) === day) ?? Number.NaN
}

/** The instant at which the practice day after this instant's begins, in epoch milliseconds. */
export function nextPracticeDayMs(nowMs: number): number {
  return practiceDayStartMs(daysBefore(practiceDay(nowMs), -1))
}

/** The day that many days earlier, or later for a negative count. */
export function daysBefore(day: string, days: number): string {
  return dateName(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS)
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}
