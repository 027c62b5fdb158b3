import type { AssignmentStore } from './assignment-port.ts'
import type { ClassGoalStore, DashboardStore } from './dashboard-port.ts'
import type { PrintStore, ReportStore } from './report-port.ts'
import type { WeeklyMailStore } from './weekly-mail-port.ts'

/** The stores of everything that adults see and set for their children's practice. */
export type SchoolStores = {
  readonly assignments: AssignmentStore
  readonly dashboards: DashboardStore
  readonly reports: ReportStore
  readonly prints: PrintStore
  readonly weeklyMails: WeeklyMailStore
  readonly goals: ClassGoalStore
}
