import type { NewDay } from '../../../../domain/achievements/evaluate.ts'
import {
  calendarDay,
  outageDays,
  readZones,
  type Calendar,
  type DayRange,
  type Weekday,
} from '../../../../domain/calendar.ts'
import type { Transaction } from '../../database.ts'

/** A child's calendar with its days of practice, and whether achievements are announced to it. */
export type PracticeCalendar = {
  readonly calendar: Calendar
  /** When it came to its class or family. */
  readonly joinedDay: string
  readonly practiced: readonly NewDay[]
  /** The child's own setting, and whether class and parents agree too. */
  readonly ownAnnounces: boolean
  readonly announces: boolean
}

const LAST_DAY = '9999-12-31'

const schoolDaysOf = (digits: string): readonly Weekday[] =>
  Array.from(digits, (digit) => Number(digit) as Weekday)

/** Groups rows by child, in their order. */
export function byStudent<T extends { readonly student_id: string }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>()
  for (const row of rows) {
    const own = found.get(row.student_id)
    if (own) own.push(row)
    else found.set(row.student_id, [row])
  }
  return found
}

function readRows({ db }: Transaction, studentIds: readonly string[]) {
  return Promise.all([
    db
      .selectFrom('student')
      .innerJoin('school_class', 'school_class.id', 'student.class_id')
      .leftJoin('student_practice', 'student_practice.student_id', 'student.user_id')
      .select(['student.user_id', 'student.created_at_ms', 'student.joined_at_ms'])
      .select(['student.announces', 'student.adult_announces', 'school_class.announces as class_announces'])
      .select(['school_class.zone', 'school_class.school_days', 'school_class.archived_at_ms'])
      .select('student_practice.zones')
      .where('student.user_id', 'in', studentIds)
      .execute(),
    db
      .selectFrom('student')
      .innerJoin('class_holiday', 'class_holiday.class_id', 'student.class_id')
      .select(['student.user_id as student_id', 'class_holiday.from_day', 'class_holiday.to_day'])
      .where('student.user_id', 'in', studentIds)
      .execute(),
    db.selectFrom('away').selectAll().where('student_id', 'in', studentIds).execute(),
    db.selectFrom('outage').select(['from_ms as fromMs', 'until_ms as untilMs']).orderBy('id').execute(),
    db
      .selectFrom('practiced_day')
      .selectAll()
      .where('student_id', 'in', studentIds)
      .orderBy('student_id')
      .orderBy('day')
      .execute(),
  ])
}

/** Reads the calendars of children, with five queries for any number of them. A deleted child has none. */
export async function readCalendars(
  transaction: Transaction,
  studentIds: readonly string[],
): Promise<Map<string, PracticeCalendar>> {
  if (studentIds.length === 0) return new Map()
  const [homes, holidays, away, outages, days] = await readRows(transaction, studentIds)
  const freeOf = byStudent([...holidays, ...away])
  const daysOf = byStudent(days)
  const outageDaysIn = new Map<string, readonly string[]>()
  return new Map(
    homes.map((home) => {
      const id = home.user_id
      const zones = readZones(home.zones ?? home.zone)
      // The same for all children of a zone.
      const withoutServer = outageDaysIn.get(zones.zone) ?? outageDays(zones.zone, outages)
      outageDaysIn.set(zones.zone, withoutServer)
      const free: DayRange[] = [
        ...(freeOf.get(id) ?? []).map((row) => ({ from: row.from_day, to: row.to_day })),
        ...withoutServer.map((day) => ({ from: day, to: day })),
        ...(home.archived_at_ms === null
          ? []
          : [{ from: calendarDay(zones, home.archived_at_ms), to: LAST_DAY }]),
      ]
      const firstDay = calendarDay(zones, home.created_at_ms)
      const announces = [home.announces, home.adult_announces, home.class_announces].every((on) => on === 1)
      return [
        id,
        {
          calendar: { ...zones, schoolDays: schoolDaysOf(home.school_days), free, firstDay },
          joinedDay: calendarDay(zones, Math.max(home.created_at_ms, home.joined_at_ms)),
          practiced: (daysOf.get(id) ?? []).map((row) => ({ day: row.day, atMs: row.at_ms })),
          ownAnnounces: home.announces === 1,
          announces,
        },
      ]
    }),
  )
}
