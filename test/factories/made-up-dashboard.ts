import { MONDAY_TO_FRIDAY, type Calendar } from '../../domain/calendar.ts'
import { dashboardOf, type Dashboard, type DashboardEvidence } from '../../domain/school/dashboard.ts'
import { NO_LETTERS } from '../../domain/school/fact-letters.ts'
import { factsOfSet, type FactSetId } from '../../domain/school/fact-sets.ts'

/** Friday noon in Berlin, 6 March 2026. */
export const FRIDAY_MS = Date.UTC(2026, 2, 6, 11)

const CALENDAR: Calendar = {
  zone: 'Europe/Berlin',
  past: [],
  schoolDays: MONDAY_TO_FRIDAY,
  free: [],
  firstDay: '2026-02-02',
}

/** A child who practiced on these days of March, with this letter for the facts of a set. */
export function madeUpChild(
  name: string,
  days: readonly number[],
  ...parts: readonly (readonly [FactSetId, string])[]
): DashboardEvidence {
  const letters = Array.from(NO_LETTERS)
  for (const [set, letter] of parts) for (const fact of factsOfSet(set)) letters[fact] = letter
  const practiced = days.map((day) => `2026-03-0${day}`)
  return {
    studentId: name.toLowerCase(),
    name,
    letters: letters.join(''),
    lately: practiced.map((day) => ({ day, firsts: 10, right: 8, ms: 90_000 })),
    practiced,
    lastPracticed: practiced.at(-1) ?? '',
    calendar: CALENDAR,
    newFacts: [],
    isAway: false,
  }
}

export const madeUpDashboard = (children: readonly DashboardEvidence[]): Dashboard =>
  dashboardOf(children, CALENDAR, FRIDAY_MS)
