import { dayIn, isDate, isStoredZone, isZone, usualZone } from './day-in-zone.ts'
import { daysBefore, daysBetween } from './practice-day.ts'

/** The zone of classes and families that were created before zones were stored. */
export const DEFAULT_ZONE = 'America/Los_Angeles'

/** 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

export const MONDAY_TO_FRIDAY: readonly Weekday[] = [1, 2, 3, 4, 5]

/** Days in a row, both included. */
export type DayRange = { readonly from: string; readonly to: string }

/** Most days of one holiday, or of one time away. */
const MAX_RANGE_DAYS = 731

/** What is wrong with a holiday or a time away; null for nothing. */
export function rangeProblem(range: DayRange): 'no_day' | 'ends_first' | 'too_long' | null {
  if (![range.from, range.to].every(isDate)) return 'no_day'
  if (range.to < range.from) return 'ends_first'
  return lengthOf(range) > MAX_RANGE_DAYS ? 'too_long' : null
}

/** The zones of a child: the current one, and those it had before, oldest first. */
export type Zones = {
  readonly zone: string
  readonly past: readonly { readonly zone: string; readonly untilMs: number }[]
}

/** What decides which days a child practices on, and which it may miss. */
export type Calendar = Zones & {
  /** The weekdays on which the class practices. */
  readonly schoolDays: readonly Weekday[]
  /** Holidays of the class, and days on which the child was away, in no class, or could not reach the server. */
  readonly free: readonly DayRange[]
  /** The child's first day; all days before it are free. */
  readonly firstDay: string
}

/** The day of an instant on the child's calendar. */
export function calendarDay({ zone, past }: Zones, atMs: number): string {
  return dayIn(past.find(({ untilMs }) => atMs < untilMs)?.zone ?? zone, atMs)
}

/** The Monday of the day's week. */
export function weekOf(day: string): string {
  return daysBefore(day, weekdayOf(day) - 1)
}

function weekdayOf(day: string): Weekday {
  return (((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1) as Weekday
}

/** The seven days of the week that begins on this Monday. */
export function daysOfWeek(monday: string): readonly string[] {
  return Array.from({ length: 7 }, (_, place) => daysBefore(monday, -place))
}

/** Tells the free days of a calendar other than weekdays off: its ranges, and the days on which the zone changed. */
function freeDates({ free, past, zone }: Calendar): (day: string) => boolean {
  const changes = past.flatMap(({ zone: before, untilMs }, place) => [
    dayIn(before, untilMs),
    dayIn(past[place + 1]?.zone ?? zone, untilMs),
  ])
  return (day) => changes.includes(day) || free.some(({ from, to }) => from <= day && day <= to)
}

/** Tells school days, on which the child is expected to practice, from free ones. */
export function schoolDaysOf(calendar: Calendar): (day: string) => boolean {
  const { schoolDays, firstDay } = calendar
  const isFree = freeDates(calendar)
  return (day) => day >= firstDay && schoolDays.includes(weekdayOf(day)) && !isFree(day)
}

/** Tells the school days of a class or family, regardless of the child. */
export function schoolDaysOfHome(home: {
  readonly schoolDays: readonly Weekday[]
  readonly holidays: readonly DayRange[]
}): (day: string) => boolean {
  const { schoolDays, holidays } = home
  return schoolDaysOf({ zone: DEFAULT_ZONE, past: [], schoolDays, free: holidays, firstDay: '' })
}

/** How many school days lie between two days, both excluded. */
export function schoolDaysBetween(calendar: Calendar, after: string, before: string): number {
  const isSchoolDay = schoolDaysOf(calendar)
  let count = 0
  for (let day = daysBefore(after, -1); day < before; day = daysBefore(day, -1))
    if (isSchoolDay(day)) count += 1
  return count
}

const HOUR_MS = 3_600_000
/** An outage this long between these hours makes a day free. */
const OUTAGE = { minMs: 2 * HOUR_MS, fromHour: 6, untilHour: 21 }
/** Outages are compared in steps of this length. */
const STEP_MS = 300_000

/** The days in a zone on which the server could not be reached for two hours or more between 6:00 and 21:00. */
export function outageDays(
  zone: string,
  outages: readonly { readonly fromMs: number; readonly untilMs: number }[],
): readonly string[] {
  const hourIn = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  const lengths = new Map<string, number>()
  for (const { fromMs, untilMs } of outages) {
    for (let atMs = fromMs; atMs < untilMs; atMs += STEP_MS) {
      const hour = Number(hourIn.format(atMs))
      if (hour < OUTAGE.fromHour || hour >= OUTAGE.untilHour) continue
      const day = dayIn(zone, atMs)
      lengths.set(day, (lengths.get(day) ?? 0) + Math.min(STEP_MS, untilMs - atMs))
    }
  }
  return [...lengths].filter(([, lengthMs]) => lengthMs >= OUTAGE.minMs).map(([day]) => day)
}

const SEPARATOR = ' '

/** Zones as they are stored: each former zone with its end, then the current one. */
export function zonesText({ zone, past }: Zones): string {
  return [...past.flatMap((former) => [former.zone, String(former.untilMs)]), zone].join(SEPARATOR)
}

/** The usual spelling of a zone; the default zone for what this device does not know. */
export function zoneNamed(zone = ''): string {
  return isZone(zone) ? usualZone(zone) : DEFAULT_ZONE
}

const storedZone = (zone = ''): string => (isStoredZone(zone) ? zone : DEFAULT_ZONE)

/** The inverse of `zonesText`; the default zone for what this device does not know. */
export function readZones(text: string): Zones {
  const words = text.split(SEPARATOR)
  const past = Array.from({ length: Math.floor(words.length / 2) }, (_, place) => ({
    zone: storedZone(words[2 * place]),
    untilMs: Number(words[2 * place + 1]),
  }))
  return { zone: storedZone(words.at(-1)), past }
}

/** The zones of a child that moves at this time. Nothing changes if the zone is the same. */
export function movedTo({ zone, past }: Zones, next: string, atMs: number): Zones {
  return next === zone ? { zone, past } : { zone: next, past: [...past, { zone, untilMs: atMs }] }
}

/** The number of days of a range; 0 if it ends before it begins. */
export function lengthOf({ from, to }: DayRange): number {
  return Math.max(0, daysBetween(from, to) + 1)
}
