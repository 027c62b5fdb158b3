import { sql } from 'kysely'
import { compareNames } from '../../../../domain/name-order.en.ts'
import {
  calendarDay,
  outageDays,
  readZones,
  weekOf,
  type Calendar,
  type DayRange,
  type Weekday,
} from '../../../../domain/calendar.ts'
import { dayNumber, numberOf } from '../../../../domain/learning/memory.ts'
import { daysBefore } from '../../../../domain/practice-day.ts'
import { dashboardDays, type DashboardEvidence } from '../../../../domain/school/dashboard.ts'
import { lettersOn, NO_LETTERS } from '../../../../domain/school/fact-letters.ts'
import { NO_LATELY, type Lately } from '../../../../domain/school/lately.ts'
import type { Database, Transaction } from '../../database.ts'
import { byStudent } from '../students/calendar-rows.ts'

/** A row of any of the tables that a dashboard is made from; what the columns hold depends on `kind`. */
type Row = {
  kind: 'class' | 'child' | 'day' | 'known' | 'away' | 'holiday' | 'outage'
  student_id: string
  one: string
  two: string
  three: string
  at_ms: number
}

/** No zone is further behind UTC than this before the class's own zone is known; days. */
const MARGIN_DAYS = 2

/** One statement, so that a class of any size takes a single round trip. */
async function readRows({ db }: Transaction, classId: string, fromDay: string): Promise<readonly Row[]> {
  const children = sql`(select user_id from student where class_id = ${classId})`
  const { rows } = await sql<Row>`
    select * from (
      select 'class' as kind, '' as student_id, zone as one, school_days as two, '' as three, created_at_ms as at_ms,
        '' as name_key
      from school_class where id = ${classId}
      union all
      select 'child', user_id, display_name, coalesce(letters || ';' || zones || ';' || lately, ''),
        coalesce((select max(day) from practiced_day where practiced_day.student_id = user_id), ''),
        created_at_ms, name_key
      from student left join student_practice on student_practice.student_id = user_id where class_id = ${classId}
      union all
      select 'day', student_id, day, '', '', 0, ''
      from practiced_day where day >= ${fromDay} and student_id in ${children}
      union all
      select 'known', student_id, fact, known_day, '', 0, ''
      from fact_fluency where known_day >= ${fromDay} and student_id in ${children}
      union all
      select 'away', student_id, from_day, to_day, '', 0, '' from away where student_id in ${children}
      union all
      select 'holiday', '', from_day, to_day, '', 0, '' from class_holiday where class_id = ${classId}
      union all
      select 'outage', '', cast(from_ms as text), cast(until_ms as text), '', 0, '' from outage
    ) as found
    order by name_key, student_id, one`.execute(db)
  return rows
}

const rangeOf = ({ one: from, two: to }: Row): DayRange => ({ from, to })

function dashboardFrom(rows: readonly Row[], nowMs: number): StoredDashboard | null {
  const of = (kind: Row['kind']): Row[] => rows.filter((row) => row.kind === kind)
  const [home] = of('class')
  if (!home) return null
  const zones = readZones(home.one)
  const today = calendarDay(zones, nowMs)
  const outages = of('outage').map(({ one, two }) => ({ fromMs: Number(one), untilMs: Number(two) }))
  const free = [
    ...of('holiday').map(rangeOf),
    ...outageDays(zones.zone, outages).map((day) => ({ from: day, to: day })),
  ]
  const calendar: Calendar = {
    ...zones,
    schoolDays: Array.from(home.two, (digit) => Number(digit) as Weekday),
    free,
    firstDay: '',
  }
  const [days, away] = [byStudent(of('day')), byStudent(of('away'))]
  const newlyKnown = byStudent(of('known').filter(({ two: knownDay }) => knownDay >= weekOf(today)))
  const children = of('child').map((row): DashboardEvidence => {
    const [letters = '', ownZones = '', ...lately] = row.two.split(';')
    const own = ownZones === '' ? zones : readZones(ownZones)
    const ranges = (away.get(row.student_id) ?? []).map(rangeOf)
    return {
      studentId: row.student_id,
      name: row.one,
      letters: lettersOn(letters || NO_LETTERS, dayNumber(today)),
      lately: lately.length === 0 ? NO_LATELY : (JSON.parse(lately.join(';')) as Lately),
      practiced: (days.get(row.student_id) ?? []).map(({ one: day }) => day),
      lastPracticed: row.three,
      newFacts: (newlyKnown.get(row.student_id) ?? []).map(({ one: fact }) => numberOf(fact)),
      calendar: { ...calendar, ...own, free: [...free, ...ranges], firstDay: calendarDay(own, row.at_ms) },
      isAway: ranges.some(({ from, to }) => from <= today && today <= to),
    }
  })
  return {
    home: calendar,
    children: children.toSorted((one, other) => compareNames(one.name, other.name)),
  }
}

/** What a dashboard is evaluated from. */
type StoredDashboard = {
  /** The class's own calendar. */
  readonly home: Calendar
  /** By name. */
  readonly children: readonly DashboardEvidence[]
}

/** Reads dashboards from what is stored with each answer, never from the log. */
export function sqlDashboardStore(database: Database) {
  return {
    /** With one statement for any number of children; null for a deleted class. */
    dashboard: (classId: string, nowMs: number) =>
      database.read(async (transaction) => {
        const utcDay = new Date(nowMs).toISOString().slice(0, 10)
        const fromDay = dashboardDays(daysBefore(utcDay, MARGIN_DAYS))[0] ?? ''
        return dashboardFrom(await readRows(transaction, classId, fromDay), nowMs)
      }),
  }
}

export type DashboardStore = ReturnType<typeof sqlDashboardStore>
