import { weeklyRoutes } from '../../contract/weekly-report.ts'
import type { Bind } from '../http/bind.ts'
import { personOf } from '../http/person-of.ts'
import type { People } from './people.ts'
import type { WeeklyMailService } from './weekly-mail-service.ts'
import type { WeeklyReports } from './weekly-reports.ts'

type WeeklyRouteNeeds = Pick<People, 'gate'> & {
  readonly reports: WeeklyReports
  readonly mails: WeeklyMailService
}

/** The routes of weekly reports. */
export function bindWeeklyRoutes(bind: Bind, { reports, mails, gate }: WeeklyRouteNeeds): void {
  bind(weeklyRoutes.read, {
    answer: async (_input, _player, request) => {
      const children = await gate.childrenOfParent(personOf(request), 'see_children')
      const weeks = await Promise.all(
        children.map(async ({ id, name }) => {
          const read = await reports.lastWeeks(id)
          return read && { id, name, ...read }
        }),
      )
      return { children: weeks.filter((child) => child !== null) }
    },
  })
  bind(weeklyRoutes.readMail, {
    answer: async (_input, _player, request) => {
      const parent = personOf(request)
      return mails.settings(parent.id, await gate.childrenOfParent(parent, 'see_children'))
    },
  })
  bind(weeklyRoutes.putMail, {
    answer: async ({ body }, _player, request) => {
      const parent = personOf(request)
      return mails.change(parent.id, await gate.childrenOfParent(parent, 'see_children'), body)
    },
  })
  bind(weeklyRoutes.turnOffMail, {
    answer: async ({ params }) => {
      await mails.turnOff(params.token)
      return { done: true } as const
    },
  })
  bind(weeklyRoutes.openTurnOff, {
    answer: async ({ params }, _player, _request, reply) => {
      reply.code(302).header('location', `/weekly-email-off#${encodeURIComponent(params.token)}`)
      return { done: true } as const
    },
  })
}
