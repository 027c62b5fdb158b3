import type { FastifyRequest } from 'fastify'
import type { Action } from '../../contract/actions.ts'
import { dashboardRoutes } from '../../contract/dashboard.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { DashboardService } from './dashboard-port.ts'

type Person = NonNullable<FastifyRequest['person']>

type DashboardRouteNeeds<Found extends { readonly id: string }> = {
  readonly dashboards: DashboardService
  readonly classes: {
    /** Throws a 404 Refusal unless the person may do this. */
    find(person: Person, action: Action, classId: string): Promise<Found>
  }
  /** Records whose data was seen. */
  readonly gate: { childrenOf(person: Person, action: Action, home: Found): Promise<unknown> }
}

/** The routes of the class dashboard. */
export function bindDashboardRoutes<Found extends { readonly id: string }>(
  bind: Bind,
  { dashboards, classes, gate }: DashboardRouteNeeds<Found>,
): void {
  bind(dashboardRoutes.ofClass, {
    answer: async ({ params: { classId } }, _player, { person }) => {
      if (person === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
      const home = await classes.find(person, 'see_progress', classId)
      await gate.childrenOf(person, 'see_progress', home)
      return dashboards.of(classId)
    },
  })
}
