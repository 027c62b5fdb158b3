import type { Action } from '../../contract/actions.ts'
import type { ChildRecord, ClassRecord } from '../account/port.ts'
import type { Person } from '../http/person-of.ts'

/** Classes, families and children, implemented by accounts. Each call throws a 404 Refusal unless the person may do this. */
export type People = {
  readonly classes: {
    find(person: Person, action: Action, classId: string): Promise<ClassRecord>
    /** The same, but throws a 409 Refusal for an archived class. */
    findActive(person: Person, action: Action, classId: string): Promise<ClassRecord>
    family(parentId: string): Promise<ClassRecord>
  }
  /** Also records who saw or changed what. */
  readonly gate: {
    child(person: Person, action: Action, studentId: string): Promise<ChildRecord>
    childrenOf(person: Person, action: Action, home: ClassRecord): Promise<readonly ChildRecord[]>
    childrenOfParent(parent: Person, action: Action): Promise<readonly ChildRecord[]>
  }
}
