import type { ChildWeeks } from '../../contract/weekly-report.ts'
import type { DayRange } from '../../domain/calendar.ts'
import { dayIn, dayStartIn } from '../../domain/day-in-zone.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { lettersOn } from '../../domain/school/fact-letters.ts'
import { mailedDays } from '../../domain/school/weekly-mail.ts'
import {
  firstDayOfReports,
  reportedMondays,
  REPORTED_WEEKS,
  weekReport,
  type ChildHistory,
} from '../../domain/school/weekly-report.ts'
import { sentAssigned } from './child-cards.ts'
import { nextAssignments } from './next-assignments.ts'
import type { AssignmentStore } from './assignment-port.ts'
import type { ReportStore } from './report-port.ts'

type WeeklyReportNeeds = {
  readonly store: Pick<ReportStore, 'progress'>
  readonly assignments: AssignmentStore
  readonly now: () => number
}

/** A child's weeks, and what is assigned next. */
type ReportedWeeks = Omit<ChildWeeks, 'id' | 'name'>

/** Reports on the weeks of children. The caller has checked that the person may see the child's progress. */
export type WeeklyReports = {
  /** This week and those before it; null for a child that was deleted. */
  lastWeeks(studentId: string): Promise<ReportedWeeks | null>
  /** The email of the week that begins on this Monday, to a parent in this zone, and the days that it is about. */
  ofMail(
    studentId: string,
    monday: string,
    parentZone: string,
  ): Promise<(ReportedWeeks & { readonly days: DayRange }) | null>
}

/** The report of a week, as it is sent. */
function sentWeek(history: ChildHistory, monday: string, days?: DayRange): ReportedWeeks['weeks'][number] {
  const report = weekReport(history, monday, days)
  return { ...report, newFacts: [...report.newFacts], hardFacts: [...report.hardFacts] }
}

/** Weekly reports, from what is stored of practice. */
export function weeklyReports({ store, assignments, now }: WeeklyReportNeeds): WeeklyReports {
  const read = async (studentId: string, mondaysOn: (today: string) => readonly string[]) => {
    const nowMs = now()
    const home = await assignments.homeOf(studentId)
    if (!home) return null
    const { zone } = home
    const today = dayIn(zone, nowMs)
    const mondays = mondaysOn(today)
    const fromDay = firstDayOfReports(mondays[0] ?? today, mondays.length)
    const span = { fromMs: dayStartIn(zone, fromDay), untilMs: nowMs + 1 }
    const [{ practicedDays, known, letters }, answers, assigned] = await Promise.all([
      store.progress(studentId, fromDay),
      assignments.answers(studentId, span),
      nextAssignments(assignments, studentId, nowMs),
    ])
    const firstAttempts = answers.filter(({ isFirst }) => isFirst)
    const history: ChildHistory = {
      zone,
      practicedDays,
      firstAttempts,
      known,
      letters: lettersOn(letters, dayNumber(today)),
    }
    return {
      today,
      history,
      mondays,
      assigned: assigned.map((next) => ({ ...next, assigned: sentAssigned(next.assigned) })),
    }
  }

  return {
    lastWeeks: async (studentId) => {
      const found = await read(studentId, (today) => reportedMondays(today, REPORTED_WEEKS))
      if (!found) return null
      const { today, history, mondays, assigned } = found
      return { today, weeks: mondays.map((monday) => sentWeek(history, monday)), assigned }
    },
    ofMail: async (studentId, monday, parentZone) => {
      const found = await read(studentId, () => [monday])
      if (!found) return null
      const { today, history, assigned } = found
      const days = mailedDays(parentZone, monday, history.zone)
      return { today, days, weeks: [sentWeek(history, monday, days)], assigned }
    },
  }
}
