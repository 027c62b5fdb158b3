import {
  calendarDay,
  daysOfWeek,
  schoolDaysBetween,
  schoolDaysOf,
  weekOf,
  type Calendar,
} from '../calendar.ts'
import { daysBefore } from '../practice-day.ts'
import type { FactSetId } from './fact-sets.ts'
import { groupsOf, isOnTrack, type Group } from './groups.ts'
import { labelsOf, type Label } from './labels.ts'
import type { Lately } from './lately.ts'
import { weakestSet } from './need-order.ts'

/** What is known of a child. */
export type DashboardEvidence = {
  readonly studentId: string
  readonly name: string
  /** The child's facts (`lettersOn`). */
  readonly letters: string
  readonly lately: Lately
  /** The days of practice among those shown, and the last one ever; '' for none. */
  readonly practiced: readonly string[]
  readonly lastPracticed: string
  /** The facts that became known for the first time this week. */
  readonly newFacts: readonly number[]
  readonly calendar: Calendar
  readonly isAway: boolean
}

/** A child as a dashboard shows it. */
export type DashboardChild = {
  readonly studentId: string
  readonly name: string
  /** One letter per day: `p` practiced, `s` free or away, `o` open, `f` today without practice yet, or later. */
  readonly rings: string
  /** Whole minutes by day. */
  readonly minutes: readonly number[]
  readonly letters: string
  /** All that apply; the first is shown. */
  readonly labels: readonly Label[]
  readonly weakest: FactSetId | null
  readonly isOnTrack: boolean
}

/** Everything that a teacher sees of a class on one page. */
export type Dashboard = {
  readonly today: string
  /** Last week and this week, Monday to Sunday. */
  readonly days: readonly string[]
  /** How many school days of this week are over, or are today. */
  readonly schoolDays: number
  readonly children: readonly DashboardChild[]
  readonly groups: readonly Group[]
}

/** The days that a dashboard shows: last week and this week. */
export function dashboardDays(today: string): readonly string[] {
  const monday = weekOf(today)
  return [...daysOfWeek(daysBefore(monday, 7)), ...daysOfWeek(monday)]
}

function ringsOf({ practiced, calendar }: DashboardEvidence, days: readonly string[], today: string): string {
  const isSchoolDay = schoolDaysOf(calendar)
  return days
    .map((day) => {
      if (practiced.includes(day)) return 'p'
      if (day > today || (day === today && isSchoolDay(day))) return 'f'
      return isSchoolDay(day) ? 'o' : 's'
    })
    .join('')
}

const MINUTE_MS = 60_000

/** A day with any practice has at least a minute. */
function minutesOf({ lately }: DashboardEvidence, days: readonly string[]): readonly number[] {
  const byDay = new Map(lately.map(({ day, ms }) => [day, ms]))
  return days.map((day) => Math.ceil((byDay.get(day) ?? 0) / MINUTE_MS))
}

/** School days are counted in so many days. */
const MAX_MISSED = 60

function daysMissed(child: DashboardEvidence, today: string): number | null {
  const { calendar, lastPracticed, isAway } = child
  if (isAway) return null
  const since = lastPracticed || daysBefore(calendar.firstDay, 1)
  const first = daysBefore(today, MAX_MISSED)
  return schoolDaysBetween(calendar, since > first ? since : first, today)
}

/** Evaluates a class. `home` is the class's own calendar. */
export function dashboardOf(
  children: readonly DashboardEvidence[],
  home: Calendar,
  nowMs: number,
): Dashboard {
  const today = calendarDay(home, nowMs)
  const days = dashboardDays(today)
  const isSchoolDay = schoolDaysOf(home)
  return {
    today,
    days,
    schoolDays: daysOfWeek(weekOf(today)).filter((day) => day <= today && isSchoolDay(day)).length,
    children: children.map((child) => ({
      studentId: child.studentId,
      name: child.name,
      rings: ringsOf(child, days, today),
      minutes: minutesOf(child, days),
      letters: child.letters,
      labels: labelsOf({ ...child, daysMissed: daysMissed(child, today) }),
      weakest: weakestSet(child.letters),
      isOnTrack: isOnTrack(child),
    })),
    groups: groupsOf(children),
  }
}
