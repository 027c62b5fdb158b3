import type { FastifyRequest } from 'fastify'
import type { Action } from '../../contract/actions.ts'
import { classGoalRoutes } from '../../contract/class-goals.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { GoalService } from './goal-service.ts'

type Person = NonNullable<FastifyRequest['person']>

type GoalRouteNeeds<Found extends { readonly id: string }> = {
  readonly goals: GoalService
  readonly classes: {
    /** Throws a 404 Refusal unless the person may do this. */
    find(person: Person, action: Action, classId: string): Promise<Found>
  }
  readonly gate: {
    /** Records who saw the children. */
    childrenOf(person: Person, action: Action, home: Found): Promise<unknown>
  }
}

function personOf({ person }: FastifyRequest): Person {
  if (person === null) throw new Refusal(401, 'unauthorized', 'Unauthorized')
  return person
}

/** The routes of class goals. */
export function bindGoalRoutes<Found extends { readonly id: string }>(
  bind: Bind,
  { goals, classes, gate }: GoalRouteNeeds<Found>,
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
