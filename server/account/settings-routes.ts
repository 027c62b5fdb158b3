import { settingsRoutes } from '../../contract/student-settings.ts'
import { studentRoutes } from '../../contract/student.ts'
import type { Bind } from '../http/bind.ts'
import { Refusal } from '../http/errors.ts'
import type { SettingsStore } from '../storage/sql/accounts/settings-store.ts'
import type { ChildGate } from './child-gate.ts'
import type { ClassService } from './class-service.ts'
import { personOf } from '../http/person-of.ts'
import type { Person } from './roles.ts'

type SettingsRouteNeeds = {
  readonly settings: SettingsStore
  readonly gate: Pick<ChildGate, 'child' | 'childrenOf'>
  readonly classes: Pick<ClassService, 'find'>
}

function stored<Settings>(settings: Settings | null): Settings {
  if (settings === null) throw new Refusal(404, 'not_found', 'This child was just removed.')
  return settings
}

/** The routes with which a child and its adults change how it plays. */
export function bindSettingsRoutes(bind: Bind, { settings, gate, classes }: SettingsRouteNeeds): void {
  /** For who sees the class; recorded in the access log of each child. */
  const classOf = async (person: Person, classId: string) => {
    const record = await classes.find(person, 'see_class', classId)
    await gate.childrenOf(person, 'see_class', record)
    return { name: record.name, ...(await settings.ofHome(classId)) }
  }

  bind(studentRoutes.putSettings, {
    answer: async ({ body }, _player, request) => stored(await settings.change(personOf(request).id, body)),
  })
  bind(settingsRoutes.readChild, {
    answer: async ({ params }, _player, request) => {
      const { id } = await gate.child(personOf(request), 'see_child', params.studentId)
      return stored(await settings.ofStudent(id))
    },
  })
  bind(settingsRoutes.putChild, {
    answer: async ({ params, body }, _player, request) => {
      const { id } = await gate.child(personOf(request), 'change_child', params.studentId)
      return stored(await settings.change(id, body))
    },
  })
  bind(settingsRoutes.putParentBoards, {
    answer: async ({ params, body: { boards: parentBoards } }, _player, request) => {
      const { id } = await gate.child(personOf(request), 'set_parent_boards', params.studentId)
      return stored(await settings.change(id, { parentBoards }))
    },
  })
  bind(settingsRoutes.readClass, {
    answer: ({ params }, _player, request) => classOf(personOf(request), params.classId),
  })
  bind(settingsRoutes.putClass, {
    answer: async ({ params, body }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'change_class', params.classId)
      const { id } = home
      if (body.children) {
        const { studentIds, change } = body.children
        await gate.childrenOf(person, 'change_child', home, studentIds)
        await settings.changeChildren(id, studentIds, change)
      }
      if (body.home) await settings.changeHome(id, body.home)
      return classOf(person, id)
    },
  })
}
