import { randomUUID } from 'node:crypto'
import type { Bind } from '../http/bind.ts'
import { bindAssignmentRoutes } from './assignment-routes.ts'
import { assignmentService } from './assignment-service.ts'
import { bindDashboardRoutes } from './dashboard-routes.ts'
import { dashboardService } from './dashboard-service.ts'
import type { AssignmentStore } from './assignment-port.ts'
import type { ClassGoalStore, DashboardStore } from './dashboard-port.ts'
import type { PrintStore, ReportStore } from './report-port.ts'
import type { WeeklyMailStore } from './weekly-mail-port.ts'
import { bindReportRoutes } from './report-routes.ts'
import { reportService } from './report-service.ts'
import { weeklyMailService } from './weekly-mail-service.ts'
import { weeklyReports } from './weekly-reports.ts'
import { bindWeeklyRoutes } from './weekly-routes.ts'
import { bindGoalRoutes } from './goal-routes.ts'
import { goalService } from './goal-service.ts'

type Stores = {
  readonly assignments: AssignmentStore
  readonly dashboards: DashboardStore
  readonly reports: ReportStore
  readonly prints: PrintStore
  readonly weeklyMails: WeeklyMailStore
  readonly goals: ClassGoalStore
}

/** Classes and families with their permissions and access log, implemented by accounts. */
type People<Found extends { readonly id: string; readonly ownerId: string }> = Omit<
  Parameters<typeof bindAssignmentRoutes<Found>>[1],
  'assignments'
> &
  Pick<Parameters<typeof bindWeeklyRoutes>[1], 'gate'> &
  Omit<Parameters<typeof bindReportRoutes<Found>>[1], 'reports'>

/** Short enough for the type of a session that is started from its card, which has at most 40 letters. */
const newSchoolId = (): string => randomUUID().replaceAll('-', '')

/**
 * Everything that teachers and parents do with practice: assignments, the class dashboard, class goals and weekly reports.
 */
export function bindSchool<Found extends { readonly id: string; readonly ownerId: string }>(
  bind: Bind,
  people: People<Found>,
  stores: Stores,
  mail: Omit<Parameters<typeof weeklyMailService>[0], 'store' | 'now'>,
  now: () => number,
): void {
  const assignments = assignmentService({ store: stores.assignments, newId: newSchoolId, now })
  bindAssignmentRoutes(bind, { ...people, assignments })
  const reports = weeklyReports({ store: stores.reports, assignments: stores.assignments, now })
  bindWeeklyRoutes(bind, {
    ...people,
    reports,
    mails: weeklyMailService({ ...mail, store: stores.weeklyMails, now }),
  })
  bindReportRoutes(bind, { ...people, reports: reportService({ store: stores.prints, now }) })
  bindDashboardRoutes(bind, { ...people, dashboards: dashboardService({ store: stores.dashboards, now }) })
  bindGoalRoutes(bind, { ...people, goals: goalService({ store: stores.goals, now }) })
}
