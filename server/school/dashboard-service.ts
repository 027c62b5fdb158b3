import { dashboardOf } from '../../domain/school/dashboard.ts'
import { Refusal } from '../http/errors.ts'
import type { DashboardService, DashboardStore, StoredDashboard } from './dashboard-port.ts'

type DashboardServiceNeeds = { readonly store: DashboardStore; readonly now: () => number }

function answerOf({ children: stored, home }: StoredDashboard, nowMs: number) {
  const { children, groups, days, ...rest } = dashboardOf(stored, home, nowMs)
  return {
    ...rest,
    days: [...days],
    children: children.map((child) => ({
      ...child,
      minutes: [...child.minutes],
      labels: child.labels.map((label) =>
        label.kind === 'stuck' ? { ...label, facts: [...label.facts] } : label,
      ),
    })),
    groups: groups.map((group) => ({ ...group, studentIds: [...group.studentIds] })),
  }
}

export function dashboardService({ store, now }: DashboardServiceNeeds): DashboardService {
  return {
    of: async (classId) => {
      const nowMs = now()
      const stored = await store.dashboard(classId, nowMs)
      if (!stored) throw new Refusal(404, 'not_found', 'This class was deleted, or it isn’t yours.')
      return answerOf(stored, nowMs)
    },
  }
}
