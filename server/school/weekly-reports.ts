import type { ChildWeeks } from '../../contract/weekly-report.ts'
import { dayIn, dayStartIn } from '../../domain/day-in-zone.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { lettersOn } from '../../domain/school/fact-letters.ts'
import { lastDueAtMs } from '../../domain/school/weekly-mail.ts'
import { reportedMondays, weekReport, type ChildHistory } from '../../domain/school/weekly-report.ts'
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
  /**
   * The week that begins on this Monday, for an email to a parent in this zone, and whether the child has practiced since the email
   * before it was due; null for a child that was deleted.
   */
  ofMail(
    studentId: string,
    monday: string,
    parentZone: string,
  ): Promise<(ReportedWeeks & { readonly hasPracticedSince: boolean }) | null>
}

/** The report of a week, as it is sent. */
function sentWeek(history: ChildHistory, monday: string): ReportedWeeks['weeks'][number] {
  const report = weekReport(history, monday)
  return { ...report, newFacts: [...report.newFacts], hardFacts: [...report.hardFacts] }
}

/** Weekly reports, from what is stored of practice. */
export function weeklyReports({ store, assignments, now }: WeeklyReportNeeds): WeeklyReports {
  const read = async (studentId: string, firstDayOf: (home: { zone: string; today: string }) => string) => {
    const nowMs = now()
    const home = await assignments.homeOf(studentId)
    if (!home) return null
    const { zone } = home
    const today = dayIn(zone, nowMs)
    const fromDay = firstDayOf({ zone, today })
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
      assigned: assigned.map((next) => ({ ...next, assigned: sentAssigned(next.assigned) })),
    }
  }

  return {
    lastWeeks: async (studentId) => {
      const found = await read(studentId, ({ today }) => reportedMondays(today).at(-1) ?? today)
      if (!found) return null
      const { today, history, assigned } = found
      const mondays = reportedMondays(today)
      return { today, weeks: mondays.map((monday) => sentWeek(history, monday)), assigned }
    },
    ofMail: async (studentId, monday, parentZone) => {
      const sinceMs = lastDueAtMs(parentZone, monday)
      const found = await read(studentId, ({ zone }) => dayIn(zone, sinceMs))
      if (!found) return null
      const { today, history, assigned } = found
      const week = sentWeek(history, monday)
      const hasPracticedSince = week.hasPracticed || history.firstAttempts.some(({ atMs }) => atMs >= sinceMs)
      return { today, weeks: [week], assigned, hasPracticedSince }
    },
  }
}
