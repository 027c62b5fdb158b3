import type { DayRange, Weekday } from '../../domain/calendar.ts'

/** The calendar of a class or family. */
export type StoredCalendar = {
  readonly zone: string
  readonly schoolDays: readonly Weekday[]
  /** Whether achievements are announced to its children. */
  readonly announces: boolean
  readonly holidays: readonly DayRange[]
}

/** What adults set for one child. */
type AwayCalendar = { readonly away: readonly DayRange[]; readonly announces: boolean }

/** Stores calendars. Every operation is atomic. */
export type CalendarStore = {
  ofHome(classId: string): Promise<StoredCalendar | null>
  /** If the zone changes, the days of the children are counted again. */
  putHome(classId: string, calendar: StoredCalendar): Promise<void>
  /**
   * Adds the holidays of a class to its owner's other classes that are not archived, and returns these classes' names; null if one of
   * them would have too many, and then adds none.
   */
  copyHolidays(classId: string): Promise<string[] | null>
  /** Sets the zone of a class or family without children. */
  guessZone(classId: string, zone: string): Promise<void>
  addHoliday(classId: string, holiday: DayRange): Promise<void>
  ofChild(studentId: string): Promise<AwayCalendar | null>
  putAway(studentId: string, away: readonly DayRange[]): Promise<void>
  /** Whether the child's adults want achievements to be announced to it. */
  putAnnounces(studentId: string, announces: boolean): Promise<void>
  /** Notes that the server runs. If it was not running for a while before, that was an outage. */
  beat(nowMs: number): Promise<void>
}
