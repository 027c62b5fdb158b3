import { randomUUID } from 'node:crypto'
import type { Bind } from '../http/bind.ts'
import type { AccountStores } from '../storage/sql/accounts/account-stores.ts'
import { bindAssignmentRoutes } from './assignment-routes.ts'
import { assignmentService } from './assignment-service.ts'
import { bindDashboardRoutes } from './dashboard-routes.ts'
import { dashboardService } from './dashboard-service.ts'
import type { People } from './people.ts'
import { bindReportRoutes } from './report-routes.ts'
import { reportService } from './report-service.ts'
import { weeklyMailService } from './weekly-mail-service.ts'
import { weeklyReports } from './weekly-reports.ts'
import { bindWeeklyRoutes } from './weekly-routes.ts'
import { bindGoalRoutes } from './goal-routes.ts'
import { goalService } from './goal-service.ts'

type Stores = Pick<
  AccountStores,
  'assignments' | 'dashboards' | 'reports' | 'prints' | 'weeklyMails' | 'goals'
>

/** Short enough for the type of a session that is started from its card, which has at most 40 letters. */
const newSchoolId = (): string => randomUUID().replaceAll('-', '')

/**
 * Everything that teachers and parents do with practice: assignments, the class dashboard, class goals and weekly reports.
 */
export function bindSchool(
  bind: Bind,
  people: People,
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
