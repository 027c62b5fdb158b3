import { reportRoutes } from '../../contract/reports.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import { personOf } from '../http/person-of.ts'
import type { People } from './people.ts'
import type { PrintService } from './report-service.ts'

const idsOf = (children: readonly { readonly id: string }[]): string[] => children.map(({ id }) => id)

/** The routes of reports and other pages that adults print about children. */
export function bindReportRoutes(
  bind: Bind,
  { reports, classes, gate }: People & { readonly reports: PrintService },
): void {
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
