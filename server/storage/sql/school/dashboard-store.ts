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
import type { DashboardStore, StoredDashboard } from '../../../school/dashboard-port.ts'
import type { Database } from '../../database.ts'
import type { RowOf } from '../statement.ts'
import { byStudent } from '../students/calendar-rows.ts'
import { dashboardStatements } from './dashboard-statements.ts'

type Row = RowOf<ReturnType<typeof dashboardStatements>['dashboard']>

/** No zone is further behind UTC than this before the class's own zone is known; days. */
const MARGIN_DAYS = 2

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

/** Reads dashboards from what is stored with each answer, never from the log. */
export function sqlDashboardStore(database: Database): DashboardStore {
  const { dashboard } = dashboardStatements(database.dialect)
  return {
    dashboard: (classId, nowMs) =>
      database.read(async (transaction) => {
        const utcDay = new Date(nowMs).toISOString().slice(0, 10)
        const fromDay = dashboardDays(daysBefore(utcDay, MARGIN_DAYS))[0] ?? ''
        return dashboardFrom(await transaction.all(dashboard, { classId, fromDay }), nowMs)
      }),
  }
}
