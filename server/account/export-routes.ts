import { exportRoutes, type Losses } from '../../contract/exports.ts'
import type { Naming } from '../../contract/namings.ts'
import type { Bind } from '../http/bind.ts'
import { Download } from '../http/download.ts'
import type { ClassStore } from '../storage/sql/accounts/class-store.ts'
import type { StudentDataStore } from '../storage/sql/students/student-data-store.ts'
import type { StudentOfData } from '../student/port.ts'
import type { ChildGate } from './child-gate.ts'
import { classZip } from './class-files.ts'
import type { ClassService } from './class-service.ts'
import { personOf } from '../http/person-of.ts'
import type { ChildRecord, ClassRecord } from './port.ts'

export type ExportRouteNeeds = {
  readonly gate: ChildGate
  readonly classes: Pick<ClassService, 'find' | 'family'>
  readonly homesOf: ClassStore['homesOf']
  readonly childData: StudentDataStore
  readonly dataKeysOf: (studentId: string) => Promise<StudentOfData>
  readonly now: () => number
}

/** Exports of classes and families, and what deleting children would lose. */
export function bindExportRoutes(bind: Bind, needs: ExportRouteNeeds): void {
  const { gate, classes, homesOf, childData, now } = needs

  const file = async (
    { kind, name }: Pick<ClassRecord, 'kind' | 'name'>,
    children: readonly ChildRecord[],
    naming: Naming,
  ): Promise<Download> => {
    const zip = classZip(needs, { name, children, naming, atMs: now() })
    return new Download(`tenfold-${kind}.zip`, 'application/zip', zip)
  }

  const lossesOf = async (children: readonly Pick<ChildRecord, 'id'>[]): Promise<Losses> => {
    const sums = await childData.sumsOf(children.map(({ id }) => id))
    return {
      children: children.length,
      practiceDays: sums.reduce((sum, { practiceDays }) => sum + practiceDays, 0),
      factsKnown: sums.reduce((sum, { factsKnown }) => sum + factsKnown, 0),
    }
  }

  bind(exportRoutes.ofClass, {
    answer: async ({ params: { classId, named } }, _player, request) => {
      const person = personOf(request)
      const home = await classes.find(person, 'export_class', classId)
      return file(home, await gate.childrenOf(person, 'export_class', home), named)
    },
  })
  bind(exportRoutes.ofFamily, {
    answer: async ({ params: { named } }, _player, request) => {
      const parent = personOf(request)
      const home = await classes.family(parent.id)
      return file(home, await gate.childrenOf(parent, 'export_family', home), named)
    },
  })
  bind(exportRoutes.lossesOfChild, {
    answer: async ({ params: { studentId } }, _player, request) =>
      lossesOf([await gate.child(personOf(request), 'see_progress', studentId)]),
  })
  bind(exportRoutes.lossesOfAccount, {
    answer: async (_input, _player, request) => {
      const person = personOf(request)
      const action = person.role === 'teacher' ? 'see_class' : 'see_children'
      const homes = await homesOf(person.id)
      const counted = []
      for (const home of homes) {
        const children = await gate.childrenOf(person, action, home)
        const { id: classId, name, kind } = home
        counted.push({ classId, name, isFamily: kind === 'family', ...(await lossesOf(children)) })
      }
      return counted.filter(({ children }) => children > 0)
    },
  })
}
