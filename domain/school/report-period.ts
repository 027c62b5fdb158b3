import { weekOf } from '../calendar.ts'
import { daysBefore } from '../practice-day.ts'

/** The usual period of a report. */
const USUAL_WEEKS = 6
/** The longest period: a school year with its holidays. */
export const MAX_REPORT_DAYS = 44 * 7
/** With fewer practiced days, a report shows only which facts are known. */
export const MIN_REPORT_DAYS = 3

/** A day of a report: practiced; a school day without practice; free, or away; not over or before the period. */
export const REPORT_DAYS = ['practiced', 'missed', 'free', 'none'] as const

export type ReportDay = (typeof REPORT_DAYS)[number]

/** The first day of a report: that of the usual period if no day is asked for. */
export function firstReportDay(today: string, since: string | undefined): string {
  return since ?? daysBefore(weekOf(today), 7 * (USUAL_WEEKS - 1))
}
