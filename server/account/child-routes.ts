import type { FastifyRequest } from 'fastify'
import type { Action } from '../../contract/actions.ts'
import { childDataRoutes } from '../../contract/child-data.ts'
import { childRoutes } from '../../contract/children.ts'
import { zoneNamed } from '../../domain/calendar.ts'
import { childDeadline } from '../../domain/retention.ts'
import type { Answer, Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { CalendarStore } from '../storage/sql/accounts/calendar-store.ts'
import type { SettingsStore } from '../storage/sql/accounts/settings-store.ts'
import type { PolicyStore } from '../storage/sql/retention/policy-store.ts'
import type { StudentDataStore } from '../storage/sql/students/student-data-store.ts'
import type { StudentOfData } from '../student/port.ts'
import { bindCalendarRoutes } from './calendar-routes.ts'
import { csvFile, jsonFile } from './child-files.ts'
import type { ChildGate } from './child-gate.ts'
import type { ChildService } from './child-service.ts'
import type { SignUpGate } from './sign-up-gate.ts'
import type { ClassService } from './class-service.ts'
import { personOf } from '../http/person-of.ts'
import { bindSettingsRoutes } from './settings-routes.ts'

/** Children's progress, implemented by the student service. */
type PracticeOfChild = {
  progress(studentId: string): Promise<Answer<(typeof childDataRoutes)['progress']>>
  overview(studentIds: readonly string[]): Promise<Answer<(typeof childDataRoutes)['overviewOfClass']>>
  factHistory(studentId: string, factId: string): Promise<Answer<(typeof childDataRoutes)['factHistory']>>
}

export type ChildRouteNeeds = {
  readonly gate: ChildGate
  readonly classes: ClassService
  readonly children: ChildService
  readonly signUpGate: SignUpGate
  readonly childData: StudentDataStore
  readonly calendars: CalendarStore
  readonly settings: SettingsStore
  readonly policyOf: PolicyStore
  readonly dataKeysOf: (studentId: string) => Promise<StudentOfData>
  readonly practiceOf: PracticeOfChild
}

const DONE = { done: true } as const

/** The routes with which adults manage children. */
export function bindChildRoutes(bind: Bind, needs: ChildRouteNeeds): void {
  const { classes, children, signUpGate } = needs
  bindCalendarRoutes(bind, needs)
  bindSettingsRoutes(bind, needs)

  bind(childRoutes.list, {
    answer: async (_input, _player, request) => {
      const parent = personOf(request)
      const family = await classes.family(parent.id)
      const own = await children.ofParent(parent)
      const [doors, wrongPins] = await Promise.all([
        classes.newDevices(family),
        classes.wrongPins(family, own),
      ])
      return { familyCode: family.code, pinKind: family.pinKind, ...doors, children: own, wrongPins }
    },
  })
  bind(childRoutes.make, {
    answer: async ({ body: { name, zone, ...rest } }, _player, request) => {
      const parent = personOf(request)
      await signUpGate.admit(parent.id)
      const family = await classes.family(parent.id)
      if (zone !== undefined) await needs.calendars.guessZone(family.id, zoneNamed(zone))
      return children.add(parent, family, { ...rest, names: [name] })
    },
  })
  bind(childRoutes.newCode, {
    answer: (_input, _player, request) => classes.newFamilyCode(personOf(request)),
  })
  bind(childRoutes.newPins, {
    answer: async ({ body }, _player, request) => {
      const parent = personOf(request)
      return children.newPins(parent, await classes.family(parent.id), body.pinKind)
    },
  })
  bind(childRoutes.openSignInWindow, {
    answer: ({ body }, _player, request) => classes.openFamilySignInWindow(personOf(request), body.minutes),
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
  bind(childRoutes.readPin, {
    answer: ({ params }, _player, request) => children.readPin(personOf(request), params.studentId),
  })
  bind(childRoutes.resetPin, {
    answer: ({ params }, _player, request) => children.resetPin(personOf(request), params.studentId),
  })
  bind(childRoutes.signOut, {
    answer: async ({ params }, _player, request) => {
      await children.signOut(personOf(request), params.studentId)
      return DONE
    },
  })
  bind(childRoutes.makeLinkCode, {
    answer: ({ params }, _player, request) => children.makeLinkCode(personOf(request), params.studentId),
  })
  bindOverviews(bind, needs)
  bindChildData(bind, needs)
}

function bindOverviews(bind: Bind, { classes, practiceOf }: ChildRouteNeeds): void {
  bind(childDataRoutes.overviewOfClass, {
    answer: async ({ params }, _player, request) => {
      const inside = await classes.read(personOf(request), params.classId)
      return practiceOf.overview(inside.children.map(({ id }) => id))
    },
  })
}

function bindChildData(
  bind: Bind,
  { gate, policyOf, children, childData, dataKeysOf, practiceOf }: ChildRouteNeeds,
): void {
  const found = async (request: FastifyRequest, action: Action, studentId: string) => {
    await gate.child(personOf(request), action, studentId)
    return dataKeysOf(studentId)
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
  bind(childDataRoutes.keptUntil, {
    answer: async ({ params: { studentId } }, _player, request) => {
      await gate.child(personOf(request), 'see_child', studentId)
      const life = await policyOf.child(studentId)
      if (!life) throw new Refusal(404, 'not_found', 'This child was just removed.')
      return { keptUntil: childDeadline(life) }
    },
  })
  bind(childDataRoutes.accesses, {
    answer: ({ params }, _player, request) => gate.accesses(personOf(request), params.studentId),
  })
  bind(childDataRoutes.deletions, {
    answer: (_input, _player, request) => gate.deletions(personOf(request)),
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
