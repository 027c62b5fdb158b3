import { classGoalRoutes } from '../../contract/class-goals.ts'
import type { Bind } from '../http/bind.ts'
import { personOf } from '../http/person-of.ts'
import type { GoalService } from './goal-service.ts'
import type { People } from './people.ts'

/** The routes of class goals. */
export function bindGoalRoutes(
  bind: Bind,
  { goals, classes, gate }: People & { readonly goals: GoalService },
): void {
  bind(classGoalRoutes.read, {
    answer: async ({ params }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'see_progress', params.classId)
      await gate.childrenOf(person, 'see_progress', home)
      return goals.read(home.id)
    },
  })
  bind(classGoalRoutes.set, {
    answer: async ({ params, body }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'change_class', params.classId)
      await gate.childrenOf(person, 'see_progress', home)
      return goals.set(home.id, body.goal)
    },
  })
  bind(classGoalRoutes.own, {
    answer: (_input, _player, request) => goals.own(personOf(request).id),
  })
}
