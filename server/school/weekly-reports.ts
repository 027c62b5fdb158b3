import { dayIn, dayStartIn } from '../../domain/day-in-zone.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { lettersOn } from '../../domain/school/fact-letters.ts'
import { lastDueAtMs } from '../../domain/school/weekly-mail.ts'
import { reportedMondays, weekReport, type ChildHistory } from '../../domain/school/weekly-report.ts'
import { nextAssignments } from './next-assignments.ts'
import type { AssignmentStore } from '../storage/sql/school/assignment-store.ts'
import type { ReportStore } from '../storage/sql/school/report-store.ts'

type WeeklyReportNeeds = {
  readonly store: Pick<ReportStore, 'progress'>
  readonly assignments: AssignmentStore
  readonly now: () => number
}

/** Weekly reports, from what is stored of practice. */
export function weeklyReports({ store, assignments, now }: WeeklyReportNeeds) {
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
    return { today, history, assigned }
  }

  return {
    /** This week and those before it; null for a child that was deleted. */
    lastWeeks: async (studentId: string) => {
      const found = await read(studentId, ({ today }) => reportedMondays(today).at(-1) ?? today)
      if (!found) return null
      const { today, history, assigned } = found
      const mondays = reportedMondays(today)
      return { today, weeks: mondays.map((monday) => weekReport(history, monday)), assigned }
    },
    /**
     * The week that begins on this Monday, for an email to a parent in this zone, and whether the child has practiced since the email
     * before it was due; null for a child that was deleted.
     */
    ofMail: async (studentId: string, monday: string, parentZone: string) => {
      const sinceMs = lastDueAtMs(parentZone, monday)
      const found = await read(studentId, ({ zone }) => dayIn(zone, sinceMs))
      if (!found) return null
      const { today, history, assigned } = found
      const week = weekReport(history, monday)
      const hasPracticedSince = week.hasPracticed || history.firstAttempts.some(({ atMs }) => atMs >= sinceMs)
      return { today, weeks: [week], assigned, hasPracticedSince }
    },
  }
}

export type WeeklyReports = ReturnType<typeof weeklyReports>
