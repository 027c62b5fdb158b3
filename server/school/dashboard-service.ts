import { dashboardOf } from '../../domain/school/dashboard.ts'
import { Refusal } from '../http/errors.ts'
import type { DashboardStore } from '../storage/sql/school/dashboard-store.ts'

type DashboardServiceNeeds = { readonly store: DashboardStore; readonly now: () => number }

/** The caller has checked that the person may see the class. */
export function dashboardService({ store, now }: DashboardServiceNeeds) {
  return {
    of: async (classId: string) => {
      const nowMs = now()
      const stored = await store.dashboard(classId, nowMs)
      if (!stored) throw new Refusal(404, 'not_found', 'This class was deleted, or it isn’t yours.')
      return dashboardOf(stored.children, stored.home, nowMs)
    },
  }
}

export type DashboardService = ReturnType<typeof dashboardService>
