import { dashboardRoutes } from '../../contract/dashboard.ts'
import type { Bind } from '../http/bind.ts'
import { personOf } from '../http/person-of.ts'
import type { DashboardService } from './dashboard-service.ts'
import type { People } from './people.ts'

/** The routes of the class dashboard. */
export function bindDashboardRoutes(
  bind: Bind,
  { dashboards, classes, gate }: People & { readonly dashboards: DashboardService },
): void {
  bind(dashboardRoutes.ofClass, {
    answer: async ({ params: { classId } }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'see_progress', classId)
      await gate.childrenOf(person, 'see_progress', home)
      return dashboards.of(classId)
    },
  })
}
