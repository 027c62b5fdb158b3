import type { FastifyRequest } from 'fastify'
import type { Action } from '../../contract/actions.ts'
import { childDataRoutes } from '../../contract/child-data.ts'
import { childRoutes } from '../../contract/classes.ts'
import type { Output } from '../../contract/route.ts'
import type { Bind } from '../operations/bind.ts'
import { csvFile, jsonFile } from './child-files.ts'
import type { ChildService } from './child-service.ts'
import type { ClassService } from './class-service.ts'
import { personOf } from './person-of.ts'
import type { ChildData, ChildOfData } from './port.ts'

/** How a child gets on, as the part of the server that keeps practice tells it. */
export type PracticeOfChild = {
  progress(studentId: string): Promise<Output<(typeof childDataRoutes)['progress']['answer']>>
  overview(
    studentIds: readonly string[],
  ): Promise<Output<(typeof childDataRoutes)['overviewOfClass']['answer']>>
  factHistory(
    studentId: string,
    factId: string,
  ): Promise<Output<(typeof childDataRoutes)['factHistory']['answer']>>
}

export type ChildRouteNeeds = {
  readonly classes: ClassService
  readonly children: ChildService
  readonly childData: ChildData
  readonly dataOf: (studentId: string) => ChildOfData
  readonly practiceOf: PracticeOfChild
}

const DONE = { done: true } as const

/** The wire of children, as the adults who look after them reach them. */
export function bindChildRoutes(bind: Bind, needs: ChildRouteNeeds): void {
  const { classes, children } = needs

  bind(childRoutes.list, {
    answer: async (_input, _player, request) => {
      const parent = personOf(request)
      const family = await classes.family(parent.id)
      const newDevicesWait = await classes.newDevicesWait(family)
      return { familyCode: family.code, newDevicesWait, children: await children.ofParent(parent) }
    },
  })
  bind(childRoutes.make, {
    answer: async ({ body }, _player, request) => {
      const parent = personOf(request)
      return children.add(await classes.family(parent.id), [body.name], body.pinKind, parent)
    },
  })
  bind(childRoutes.newCode, {
    answer: (_input, _player, request) => classes.newFamilyCode(personOf(request)),
  })
  bind(childRoutes.letIn, {
    answer: (_input, _player, request) => classes.letFamilyIn(personOf(request)),
  })
  bind(childRoutes.link, {
    answer: ({ body }, _player, request) => children.link(personOf(request), body.code),
  })
  bind(childRoutes.read, {
    answer: ({ params }, _player, request) => children.read(personOf(request), params.studentId),
  })
  bind(childRoutes.rename, {
    answer: ({ params, body }, _player, request) =>
      children.rename(personOf(request), params.studentId, body.name),
  })
  bind(childRoutes.move, {
    answer: async ({ params, body }, _player, request) => {
      const person = personOf(request)
      const target = await classes.find(person, 'change_class', body.classId)
      return children.move(person, params.studentId, target)
    },
  })
  bind(childRoutes.resetPin, {
    answer: ({ params, body }, _player, request) =>
      children.resetPin(personOf(request), params.studentId, body.pinKind),
  })
  bind(childRoutes.makeLinkCode, {
    answer: ({ params }, _player, request) => children.makeLinkCode(personOf(request), params.studentId),
  })
  bindOverviews(bind, needs)
  bindChildData(bind, needs)
}

function bindOverviews(bind: Bind, { classes, children, practiceOf }: ChildRouteNeeds): void {
  bind(childDataRoutes.overviewOfClass, {
    answer: async ({ params }, _player, request) => {
      const inside = await classes.read(personOf(request), params.classId)
      return practiceOf.overview(inside.children.map(({ id }) => id))
    },
  })
  bind(childDataRoutes.overviewOfOwn, {
    answer: async (_input, _player, request) => {
      const own = await children.ofParent(personOf(request))
      return practiceOf.overview(own.map(({ id }) => id))
    },
  })
}

function bindChildData(bind: Bind, { children, childData, dataOf, practiceOf }: ChildRouteNeeds): void {
  const found = async (request: FastifyRequest, action: Action, studentId: string) => {
    await children.find(personOf(request), action, studentId)
    return dataOf(studentId)
  }
  bind(childDataRoutes.progress, {
    answer: async ({ params: { studentId } }, _player, request) => {
      await found(request, 'see_progress', studentId)
      return practiceOf.progress(studentId)
    },
  })
  bind(childDataRoutes.factHistory, {
    answer: async ({ params: { studentId, factId } }, _player, request) => {
      await found(request, 'see_progress', studentId)
      return practiceOf.factHistory(studentId, factId)
    },
  })
  bind(childDataRoutes.data, {
    answer: async ({ params }, _player, request) =>
      jsonFile(childData, await found(request, 'see_child_data', params.studentId)),
  })
  bind(childDataRoutes.dataTable, {
    answer: async ({ params }, _player, request) =>
      csvFile(childData, await found(request, 'see_child_data', params.studentId), params.table),
  })
  bind(childDataRoutes.remove, {
    answer: ({ params }, _player, request) => children.erase(personOf(request), params.studentId),
  })
  bind(childDataRoutes.parents, {
    answer: ({ params }, _player, request) => children.parents(personOf(request), params.studentId),
  })
  bind(childDataRoutes.endLink, {
    answer: async ({ params }, _player, request) => {
      await children.endLink(personOf(request), params.studentId, params.parentId)
      return DONE
    },
  })
  bind(childDataRoutes.unlink, {
    answer: async ({ params }, _player, request) => {
      await children.unlink(personOf(request), params.studentId)
      return DONE
    },
  })
}
