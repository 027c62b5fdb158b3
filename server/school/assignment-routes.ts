import type { FastifyRequest } from 'fastify'
import { assignmentRoutes } from '../../contract/assignments.ts'
import type { Action } from '../../contract/actions.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import { personOf } from '../http/person-of.ts'
import type { AssignmentService } from './assignment-service.ts'
import type { People } from './people.ts'

type AssignmentRouteNeeds = People & { readonly assignments: AssignmentService }

const DONE = { done: true } as const

/** The routes of assigned practice. */
export function bindAssignmentRoutes(bind: Bind, needs: AssignmentRouteNeeds): void {
  const { assignments, classes, gate } = needs
  const familyOf = (request: FastifyRequest) => {
    const { id, role } = personOf(request)
    if (role !== 'parent') throw new Refusal(403, 'forbidden', 'Only parents have a family.')
    return classes.family(id)
  }
  bind(assignmentRoutes.ofClass, {
    answer: async ({ params }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'see_assignments', params.classId)
      await gate.childrenOf(person, 'see_assignments', home)
      return assignments.ofHome(home.id)
    },
  })
  bind(assignmentRoutes.makeForClass, {
    answer: async ({ params, body }, _player, request) => {
      const person = personOf(request)
      const home = await classes.findActive(person, 'change_assignment', params.classId)
      return assignments.make(person.id, home.id, body)
    },
  })
  bind(assignmentRoutes.ofFamily, {
    answer: async (_input, _player, request) => {
      const { id } = await familyOf(request)
      return assignments.ofHome(id)
    },
  })
  bind(assignmentRoutes.makeForFamily, {
    answer: async ({ body }, _player, request) => {
      const { id, ownerId } = await familyOf(request)
      return assignments.make(ownerId, id, body)
    },
  })
  bind(assignmentRoutes.ofChild, {
    answer: async ({ params }, _player, request) => {
      const { id } = await gate.child(personOf(request), 'see_progress', params.studentId)
      const { today, cards } = await assignments.cardsOf(id)
      return { today, cards }
    },
  })
  bind(assignmentRoutes.own, {
    answer: async (_input, _player, request) => {
      const { id } = personOf(request)
      const { cards } = await assignments.cardsOf(id)
      return { cards }
    },
  })
  bindOneAssignment(bind, needs)
}

function bindOneAssignment(bind: Bind, { assignments, classes, gate }: AssignmentRouteNeeds): void {
  /** Checks that the person may do this in the home of the assignment, and records it for the children there. */
  const admit = async (request: FastifyRequest, action: Action, assignmentId: string): Promise<void> => {
    const person = personOf(request)
    const home = await classes.find(person, action, await assignments.homeIdOf(assignmentId))
    await gate.childrenOf(person, action, home)
  }
  bind(assignmentRoutes.change, {
    answer: async ({ params: { assignmentId }, body }, _player, request) => {
      await admit(request, 'change_assignment', assignmentId)
      return assignments.change(assignmentId, body)
    },
  })
  bind(assignmentRoutes.remove, {
    answer: async ({ params: { assignmentId } }, _player, request) => {
      await admit(request, 'change_assignment', assignmentId)
      await assignments.remove(assignmentId)
      return DONE
    },
  })
  bind(assignmentRoutes.work, {
    answer: async ({ params: { assignmentId }, query }, _player, request) => {
      await admit(request, 'see_assignments', assignmentId)
      return assignments.work(assignmentId, query.round)
    },
  })
  bind(assignmentRoutes.changeWork, {
    answer: async ({ params: { assignmentId, studentId }, body }, _player, request) => {
      await admit(request, 'change_assignment', assignmentId)
      return assignments.changeWork(assignmentId, studentId, body.round, body.change)
    },
  })
}
