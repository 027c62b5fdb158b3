import { readZones, zonesText, type DayRange, type Weekday } from '../../../../domain/calendar.ts'
import type { CalendarStore } from '../../../account/calendar-port.ts'
import type { Database, Transaction } from '../../database.ts'
import { insertSent, jsonRows, replacing, toJson } from '../json-rows.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'

type OfClass = { classId: string }
type OfStudent = { studentId: string }
type Rows = { rows: string }

/** A heartbeat that comes later than this after the one before ends an outage. They come every five minutes. */
const MAX_BETWEEN_BEATS_MS = 600_000

const classStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const holidayColumns = { class_id: 'text', from_day: 'text', to_day: 'text' } as const
  const zoneColumns = { student_id: 'text', zones: 'text' } as const
  return {
    lock: statement<OfClass>()((values) =>
      db
        .selectFrom('school_class')
        .select(['zone', 'school_days', 'announces'])
        .where('id', '=', values.classId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    home: statement<OfClass>()((values) =>
      db
        .selectFrom('school_class')
        .select(['zone', 'school_days', 'announces'])
        .where('id', '=', values.classId),
    ),
    holidays: statement<OfClass>()((values) =>
      db
        .selectFrom('class_holiday')
        .select(['from_day as from', 'to_day as to'])
        .where('class_id', '=', values.classId)
        .orderBy('from_day'),
    ),
    put: statement<OfClass & { zone: string; schoolDays: string; announces: number }>()((values) =>
      db
        .updateTable('school_class')
        .set({ zone: values.zone, school_days: values.schoolDays, announces: values.announces })
        .where('id', '=', values.classId),
    ),
    dropHolidays: deletion(dialect, 'class_holiday', 'class_id', 'classId'),
    addHolidays: statement<Rows>()(({ rows }) =>
      insertSent(dialect, 'class_holiday', rows, holidayColumns).onConflict((conflict) =>
        conflict.columns(['class_id', 'from_day']).doUpdateSet(replacing(['to_day'])),
      ),
    ),
    guessZone: statement<OfClass & { zone: string }>()((values) =>
      db
        .updateTable('school_class')
        .set({ zone: values.zone })
        .where('id', '=', values.classId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('student').select('user_id').where('class_id', '=', values.classId))),
        ),
    ),
    zonesOf: statement<OfClass>()((values) =>
      db
        .selectFrom('student_practice')
        .select(['student_id', 'zones'])
        .where('student_id', 'in', ({ selectFrom }) =>
          selectFrom('student').select('user_id').where('class_id', '=', values.classId),
        )
        .orderBy('student_id')
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    // Without a current version, the log is evaluated again, with its days in the new zone.
    putZones: statement<Rows>()(({ rows }) =>
      db
        .updateTable('student_practice')
        .from(jsonRows(dialect, rows, zoneColumns))
        .set((eb) => ({ zones: eb.ref('sent.zones'), state_version: 0 }))
        .whereRef('student_practice.student_id', '=', 'sent.student_id'),
    ),
  }
})

const childStatements = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  const columns = { student_id: 'text', from_day: 'text', to_day: 'text' } as const
  return {
    child: statement<OfStudent>()((values) =>
      db.selectFrom('student').select('adult_announces').where('user_id', '=', values.studentId),
    ),
    lockChild: statement<OfStudent>()((values) =>
      db
        .selectFrom('student')
        .select('user_id')
        .where('user_id', '=', values.studentId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    away: statement<OfStudent>()((values) =>
      db
        .selectFrom('away')
        .select(['from_day as from', 'to_day as to'])
        .where('student_id', '=', values.studentId)
        .orderBy('from_day'),
    ),
    putAnnounces: statement<OfStudent & { announces: number }>()((values) =>
      db
        .updateTable('student')
        .set({ adult_announces: values.announces })
        .where('user_id', '=', values.studentId),
    ),
    dropAway: deletion(dialect, 'away', 'student_id', 'studentId'),
    addAway: statement<Rows>()(({ rows }) =>
      insertSent(dialect, 'away', rows, columns).onConflict((conflict) =>
        conflict.columns(['student_id', 'from_day']).doUpdateSet(replacing(['to_day'])),
      ),
    ),
    lastBeat: statement<Record<never, never>>()(() =>
      db
        .selectFrom('heartbeat')
        .select('at_ms')
        .where('id', '=', 1)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    beat: statement<{ atMs: number }>()((values) =>
      db
        .insertInto('heartbeat')
        .values({ id: 1, at_ms: values.atMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(replacing(['at_ms']))),
    ),
    addOutage: statement<{ fromMs: number; untilMs: number }>()((values) =>
      db.insertInto('outage').values({ from_ms: values.fromMs, until_ms: values.untilMs }),
    ),
  }
})

const byEnd = (one: DayRange, other: DayRange): number => (one.to < other.to ? -1 : 1)

/** One row per first day, the longest: an upsert may not touch a row twice. */
function rangeRows(owner: Readonly<Record<string, string>>, ranges: readonly DayRange[]): string {
  const byFrom = new Map(ranges.toSorted(byEnd).map(({ from, to }) => [from, to]))
  return toJson([...byFrom].map(([from, to]) => ({ ...owner, from_day: from, to_day: to })))
}

/** Gives the children of a class the class's new zone, also for the time since they came. */
async function putZone(
  transaction: Transaction,
  statements: ReturnType<typeof classStatements>,
  classId: string,
  zone: string,
): Promise<void> {
  const children = await transaction.all(statements.zonesOf, { classId })
  const rows = children.map(({ student_id: id, zones }) => {
    return { student_id: id, zones: zonesText({ ...readZones(zones), zone }) }
  })
  if (rows.length > 0) transaction.send(statements.putZones, { rows: toJson(rows) })
}

export function sqlCalendarStore(database: Database): CalendarStore {
  const ofClass = classStatements(database.dialect)
  const ofChild = childStatements(database.dialect)
  return {
    ofHome: (classId) =>
      database.read(async (transaction) => {
        const [row, holidays] = await Promise.all([
          transaction.first(ofClass.home, { classId }),
          transaction.all(ofClass.holidays, { classId }),
        ])
        if (!row) return null
        const schoolDays = Array.from(row.school_days, (digit) => Number(digit) as Weekday)
        return { zone: row.zone, schoolDays, announces: row.announces === 1, holidays }
      }),

    putHome: (classId, { zone, schoolDays, announces, holidays }) =>
      database.write(async (transaction) => {
        const row = await transaction.first(ofClass.lock, { classId })
        if (!row) return
        if (row.zone !== zone) await putZone(transaction, ofClass, classId, zone)
        const digits = [...new Set(schoolDays)].toSorted().join('')
        const changes = { classId, zone, schoolDays: digits, announces: announces ? 1 : 0 }
        transaction.send(ofClass.put, changes)
        transaction.send(ofClass.dropHolidays, { classId })
        await transaction.run(ofClass.addHolidays, { rows: rangeRows({ class_id: classId }, holidays) })
      }),

    guessZone: (classId, zone) =>
      database.write(async (transaction) => {
        await transaction.run(ofClass.guessZone, { classId, zone })
      }),

    addHoliday: (classId, holiday) =>
      database.write(async (transaction) => {
        await transaction.run(ofClass.addHolidays, { rows: rangeRows({ class_id: classId }, [holiday]) })
      }),

    ofChild: (studentId) =>
      database.read(async (transaction) => {
        const [row, away] = await Promise.all([
          transaction.first(ofChild.child, { studentId }),
          transaction.all(ofChild.away, { studentId }),
        ])
        return row ? { away, announces: row.adult_announces === 1 } : null
      }),

    putAway: (studentId, away) =>
      database.write(async (transaction) => {
        if (!(await transaction.first(ofChild.lockChild, { studentId }))) return
        transaction.send(ofChild.dropAway, { studentId })
        await transaction.run(ofChild.addAway, { rows: rangeRows({ student_id: studentId }, away) })
      }),

    putAnnounces: (studentId, announces) =>
      database.write(async (transaction) => {
        await transaction.run(ofChild.putAnnounces, { studentId, announces: announces ? 1 : 0 })
      }),

    beat: (nowMs) =>
      database.write(async (transaction) => {
        const last = await transaction.first(ofChild.lastBeat, {})
        if (last && nowMs - last.at_ms > MAX_BETWEEN_BEATS_MS) {
          transaction.send(ofChild.addOutage, { fromMs: last.at_ms, untilMs: nowMs })
        }
        if (!last || nowMs > last.at_ms) await transaction.run(ofChild.beat, { atMs: nowMs })
      }),
  }
}
