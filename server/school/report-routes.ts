import type { FastifyRequest } from 'fastify'
import type { Action } from '../../contract/actions.ts'
import { reportRoutes } from '../../contract/reports.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { PrintService } from './report-port.ts'

type Person = NonNullable<FastifyRequest['person']>
type Child = { readonly id: string }

type ReportRouteNeeds<Found> = {
  readonly reports: PrintService
  /** Classes, implemented by accounts. Throws a 404 Refusal unless the person may do this. */
  readonly classes: { find(person: Person, action: Action, classId: string): Promise<Found> }
  /** Checks permissions, and records who saw what. */
  readonly gate: {
    child(person: Person, action: Action, studentId: string): Promise<Child>
    childrenOf(person: Person, action: Action, home: Found): Promise<readonly Child[]>
    childrenOfParent(parent: Person, action: Action): Promise<readonly Child[]>
  }
}

function personOf({ person }: FastifyRequest): Person {
  if (person === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
  return person
}

const idsOf = (children: readonly Child[]): string[] => children.map(({ id }) => id)

/** The routes of reports and other pages that adults print about children. */
export function bindReportRoutes<Found>(bind: Bind, needs: ReportRouteNeeds<Found>): void {
  const { reports, classes, gate } = needs
  bind(reportRoutes.ofChild, {
    answer: async ({ params, query }, _player, request) => {
      const { id } = await gate.child(personOf(request), 'see_progress', params.studentId)
      const [report] = await reports.reports([id], query.since)
      if (!report) throw new Refusal(404, 'not_found', 'This child was just removed.')
      return report
    },
  })
  bind(reportRoutes.ofClass, {
    answer: async ({ params, query }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'see_class', params.classId)
      return reports.reports(idsOf(await gate.childrenOf(person, 'see_class', home)), query.since)
    },
  })
  bind(reportRoutes.ofOwn, {
    answer: async ({ query }, _player, request) =>
      reports.reports(idsOf(await gate.childrenOfParent(personOf(request), 'see_children')), query.since),
  })
}
