import {
  calendarDay,
  lengthOf,
  movedTo,
  readZones,
  zonesText,
  type DayRange,
  type Weekday,
} from '../../../../domain/calendar.ts'
import { daysBefore } from '../../../../domain/practice-day.ts'
import { MAX_RANGES } from '../../../../contract/calendar.ts'
import type { Database, Transaction } from '../../database.ts'

/** The calendar of a class or family. */
export type StoredCalendar = {
  readonly zone: string
  readonly schoolDays: readonly Weekday[]
  /** Whether achievements are announced to its children. */
  readonly announces: boolean
  readonly holidays: readonly DayRange[]
}

/** A heartbeat that comes later than this after the one before ends an outage. They come every five minutes. */
const MAX_BETWEEN_BEATS_MS = 600_000

/** One range per first day, the longest: an upsert may not touch a row twice. */
function rangeRows(ranges: readonly DayRange[]) {
  const byEnd = ranges.toSorted((one, other) => (one.to < other.to ? -1 : 1))
  const longest = new Map(byEnd.map(({ from, to }) => [from, to]))
  return [...longest].map(([from, to]) => ({ from_day: from, to_day: to }))
}

async function addHolidays({ db }: Transaction, classId: string, holidays: readonly DayRange[]) {
  if (holidays.length === 0) return
  await db
    .insertInto('class_holiday')
    .values(rangeRows(holidays).map((days) => ({ class_id: classId, ...days })))
    .onConflict((conflict) =>
      conflict
        .columns(['class_id', 'from_day'])
        .doUpdateSet(({ ref }) => ({ to_day: ref('excluded.to_day') })),
    )
    .execute()
}

async function addAway({ db }: Transaction, studentId: string, away: readonly DayRange[]) {
  if (away.length === 0) return
  await db
    .insertInto('away')
    .values(rangeRows(away).map((days) => ({ student_id: studentId, ...days })))
    .onConflict((conflict) =>
      conflict
        .columns(['student_id', 'from_day'])
        .doUpdateSet(({ ref }) => ({ to_day: ref('excluded.to_day') })),
    )
    .execute()
}

/** Gives the children of a class the class's new zone, also for the time since they came. */
async function putZone({ db, dialect }: Transaction, classId: string, zone: string): Promise<void> {
  const children = await db
    .selectFrom('student_practice')
    .select(['student_id', 'zones'])
    .where('student_id', 'in', ({ selectFrom }) =>
      selectFrom('student').select('user_id').where('class_id', '=', classId),
    )
    .orderBy('student_id')
    .$if(dialect === 'postgres', (query) => query.forUpdate())
    .execute()
  const updates = children.map(({ student_id: id, zones }) =>
    db
      .updateTable('student_practice')
      // Without a current version, the log is evaluated again, with its days in the new zone.
      .set({ zones: zonesText({ ...readZones(zones), zone }), state_version: 0 })
      .where('student_id', '=', id)
      .execute(),
  )
  await Promise.all(updates)
}

type Move = {
  readonly studentId: string
  readonly fromClassId: string
  readonly toZone: string
  readonly atMs: number
}

/**
 * What a child's calendar keeps when the child moves to another class or family: earlier days keep their zone, and the child was
 * away since its former class was archived.
 */
export async function moveCalendar(
  transaction: Transaction,
  { studentId, fromClassId, toZone, atMs }: Move,
): Promise<void> {
  const { db, dialect } = transaction
  const [row, former] = await Promise.all([
    db
      .selectFrom('student_practice')
      .select('zones')
      .where('student_id', '=', studentId)
      .$if(dialect === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst(),
    db
      .selectFrom('school_class')
      .select(['zone', 'archived_at_ms'])
      .where('id', '=', fromClassId)
      .executeTakeFirst(),
  ])
  const before = readZones(row?.zones ?? former?.zone ?? toZone)
  const after = movedTo(before, toZone, atMs)
  if (row && after !== before) {
    const zones = zonesText(after)
    await db.updateTable('student_practice').set({ zones }).where('student_id', '=', studentId).execute()
  }
  const archivedAtMs = former?.archived_at_ms ?? null
  if (archivedAtMs === null) return
  const away = { from: calendarDay(before, archivedAtMs), to: daysBefore(calendarDay(before, atMs), 1) }
  if (lengthOf(away) > 0) await addAway(transaction, studentId, [away])
}

/** The calendars of classes and families. */
function homeCalendars(database: Database) {
  return {
    ofHome: (classId: string) =>
      database.read(async ({ db }) => {
        const [row, holidays] = await Promise.all([
          db
            .selectFrom('school_class')
            .select(['zone', 'school_days', 'announces'])
            .where('id', '=', classId)
            .executeTakeFirst(),
          db
            .selectFrom('class_holiday')
            .select(['from_day as from', 'to_day as to'])
            .where('class_id', '=', classId)
            .orderBy('from_day')
            .execute(),
        ])
        if (!row) return null
        const schoolDays = Array.from(row.school_days, (digit) => Number(digit) as Weekday)
        return { zone: row.zone, schoolDays, announces: row.announces === 1, holidays }
      }),

    /** If the zone changes, the days of the children are counted again. */
    putHome: (classId: string, { zone, schoolDays, announces, holidays }: StoredCalendar) =>
      database.write(async (transaction) => {
        const { db, dialect } = transaction
        const home = db.selectFrom('school_class').select('zone').where('id', '=', classId)
        const row = await home.$if(dialect === 'postgres', (query) => query.forUpdate()).executeTakeFirst()
        if (!row) return
        if (row.zone !== zone) await putZone(transaction, classId, zone)
        const digits = [...new Set(schoolDays)].toSorted().join('')
        await db
          .updateTable('school_class')
          .set({ zone, school_days: digits, announces: Number(announces) })
          .where('id', '=', classId)
          .execute()
        await db.deleteFrom('class_holiday').where('class_id', '=', classId).execute()
        await addHolidays(transaction, classId, holidays)
      }),

    /**
     * Adds the holidays of a class to its owner's other classes that are not archived, and returns these classes' names; null if one of
     * them would have too many, and then adds none.
     */
    copyHolidays: (classId: string): Promise<string[] | null> =>
      database.write(async (transaction) => {
        const { db, dialect } = transaction
        const others = await db
          .selectFrom('school_class')
          .select(['id', 'name'])
          .where('owner_id', '=', ({ selectFrom }) =>
            selectFrom('school_class').select('owner_id').where('id', '=', classId),
          )
          .where('id', '!=', classId)
          .where('kind', '=', 'class')
          .where('archived_at_ms', 'is', null)
          .orderBy('id')
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .execute()
        const holidaysOf = (id: string) =>
          db
            .selectFrom('class_holiday')
            .select(['from_day as from', 'to_day as to'])
            .where('class_id', '=', id)
            .execute()
        const copied = await holidaysOf(classId)
        const lists = await Promise.all(others.map(async ({ id }) => [...(await holidaysOf(id)), ...copied]))
        if (lists.some((list) => rangeRows(list).length > MAX_RANGES)) return null
        for (const [at, { id }] of others.entries()) await addHolidays(transaction, id, lists[at] ?? [])
        return others.map(({ name }) => name)
      }),

    /** Sets the zone of a class or family without children. */
    guessZone: (classId: string, zone: string) =>
      database.write(async ({ db }) => {
        await db
          .updateTable('school_class')
          .set({ zone })
          .where('id', '=', classId)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('student').select('user_id').where('class_id', '=', classId))),
          )
          .execute()
      }),

    addHoliday: (classId: string, holiday: DayRange) =>
      database.write((transaction) => addHolidays(transaction, classId, [holiday])),
  }
}

/** Stores calendars. Every operation is atomic. */
export function sqlCalendarStore(database: Database) {
  return {
    ...homeCalendars(database),

    ofChild: (studentId: string) =>
      database.read(async ({ db }) => {
        const [row, away] = await Promise.all([
          db
            .selectFrom('student')
            .select('adult_announces')
            .where('user_id', '=', studentId)
            .executeTakeFirst(),
          db
            .selectFrom('away')
            .select(['from_day as from', 'to_day as to'])
            .where('student_id', '=', studentId)
            .orderBy('from_day')
            .execute(),
        ])
        return row ? { away, announces: row.adult_announces === 1 } : null
      }),

    putAway: (studentId: string, away: readonly DayRange[]) =>
      database.write(async (transaction) => {
        const { db, dialect } = transaction
        const student = db.selectFrom('student').select('user_id').where('user_id', '=', studentId)
        const locked = student.$if(dialect === 'postgres', (query) => query.forUpdate())
        if (!(await locked.executeTakeFirst())) return
        await db.deleteFrom('away').where('student_id', '=', studentId).execute()
        await addAway(transaction, studentId, away)
      }),

    /** Whether the child's adults want achievements to be announced to it. */
    putAnnounces: (studentId: string, announces: boolean) =>
      database.write(async ({ db }) => {
        const student = db.updateTable('student').where('user_id', '=', studentId)
        await student.set({ adult_announces: Number(announces) }).execute()
      }),

    /** Notes that the server runs. If it was not running for a while before, that was an outage. */
    beat: (nowMs: number) =>
      database.write(async ({ db, dialect }) => {
        const heartbeat = db.selectFrom('heartbeat').select('at_ms').where('id', '=', 1)
        const last = await heartbeat
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (last && nowMs <= last.at_ms) return
        if (last && nowMs - last.at_ms > MAX_BETWEEN_BEATS_MS)
          await db.insertInto('outage').values({ from_ms: last.at_ms, until_ms: nowMs }).execute()
        await db
          .insertInto('heartbeat')
          .values({ id: 1, at_ms: nowMs })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ at_ms: nowMs }))
          .execute()
      }),
  }
}

export type CalendarStore = ReturnType<typeof sqlCalendarStore>
