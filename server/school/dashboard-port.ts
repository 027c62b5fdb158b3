import type { dashboardRoutes } from '../../contract/dashboard.ts'
import type { Output } from '../../contract/route.ts'
import type { Together } from '../../domain/achievements/catalog.ts'
import type { Calendar } from '../../domain/calendar.ts'
import type { DashboardEvidence } from '../../domain/school/dashboard.ts'
import type { GoalClass } from '../../domain/school/class-goal.ts'

/** What a dashboard is evaluated from. */
export type StoredDashboard = {
  /** The class's own calendar. */
  readonly home: Calendar
  /** By name. */
  readonly children: readonly DashboardEvidence[]
}

/** Reads what a teacher sees of a class. */
export type DashboardStore = {
  /** With one statement for any number of children; null for a deleted class. */
  dashboard(classId: string, nowMs: number): Promise<StoredDashboard | null>
}

type DashboardAnswer = Output<typeof dashboardRoutes.ofClass.response>

/** The caller has checked that the person may see the class. */
export type DashboardService = {
  of(classId: string): Promise<DashboardAnswer>
}

/** What a child has achieved together with its class. */
type EarnedTogether = { readonly id: Together; readonly level: number; readonly atMs: number }

/** Stores the goals of classes. */
export type ClassGoalStore = {
  /** Null for a class that does not exist, is archived, or is a family. */
  read(classId: string): Promise<GoalClass | null>
  /** The class of a child, as `read`. */
  readOf(studentId: string): Promise<GoalClass | null>
  /** What a child achieved together with its class and was not shown, newest first; none if announcements are off. */
  announceable(studentId: string): Promise<readonly EarnedTogether[]>
  /** Sets the goal of a week; false if it was set before. */
  set(classId: string, monday: string, goal: number): Promise<boolean>
}
