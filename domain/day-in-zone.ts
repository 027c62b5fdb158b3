/** Days change at this hour of the zone's wall clock. */
const DAY_START_HOUR = 2

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** No zone is further from UTC than this. */
const MAX_OFFSET_HOURS = 15

type Zone = {
  readonly clock: Intl.DateTimeFormat
  /** The last day that was asked for: `Intl` takes microseconds, and every write asks. */
  cached: { readonly day: string; readonly startMs: number; readonly endMs: number }
}

const zones = new Map<string, Zone>()

/** Throws a RangeError for an unknown zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
}

function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const zone: Zone = { clock: clockOf(name), cached: { day: '', startMs: 0, endMs: 0 } }
  zones.set(name, zone)
  return zone
}

/** Whether a stored zone is known to this device. Remembers it, so only for names that `usualZone` has returned. */
export function isStoredZone(name: string): boolean {
  return zones.has(name) || (isZone(name) && zoneOf(name) !== undefined)
}

/** The usual spelling of a zone's name, which may be in other letters or an alias. */
export function usualZone(name: string): string {
  return clockOf(name).resolvedOptions().timeZone
}

/** Whether the name is an IANA zone that this device knows. */
export function isZone(name: string): boolean {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

const dateName = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10)
/** Whether the text is a date of the calendar, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const atMs = Date.parse(`${text}T00:00:00Z`)
  // February 30 is parsed as March 2.
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The wall clock's date and hour. */
function wallClock({ clock }: Zone, atMs: number): { readonly date: string; readonly hour: number } {
  const parts = new Map(clock.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    hour: Number(parts.get('hour')),
  }
}

function readDay(zone: Zone, atMs: number): string {
  const { date, hour } = wallClock(zone, atMs)
  // The hour lost in spring and the one repeated in autumn need no special case: the wall clock is before 2 or not.
  return hour < DAY_START_HOUR ? dateName(utcOf(date) - DAY_MS) : date
}

/** The first minute of a day. `guessMs` is tried first; bisection finds any other, whenever and however clocks change there. */
function startOf(zone: Zone, day: string, guessMs: number): number {
  if (readDay(zone, guessMs) === day && readDay(zone, guessMs - MINUTE_MS) < day) return guessMs
  let before = utcOf(day) - MAX_OFFSET_HOURS * HOUR_MS
  let after = utcOf(day) + (MAX_OFFSET_HOURS + 2 * DAY_START_HOUR) * HOUR_MS
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / (2 * MINUTE_MS)) * MINUTE_MS
    if (readDay(zone, middle) < day) before = middle
    else after = middle
  }
  return after
}

/** The day of an instant (epoch milliseconds) in a zone: the date there on which it began, `YYYY-MM-DD`. It changes at 2 AM. */
export function dayIn(zone: string, atMs: number): string {
  const found = zoneOf(zone)
  if (atMs < found.cached.startMs || atMs >= found.cached.endMs) {
    const day = readDay(found, atMs)
    const startMs = startOf(found, day, found.cached.endMs)
    const nextDay = dateName(utcOf(day) + DAY_MS)
    found.cached = { day, startMs, endMs: startOf(found, nextDay, startMs + DAY_MS) }
  }
  return found.cached.day
}

/** The instant at which a day begins in a zone, in epoch milliseconds. */
export function dayStartIn(zone: string, day: string): number {
  const found = zoneOf(zone)
  return startOf(found, day, found.cached.startMs)
}
