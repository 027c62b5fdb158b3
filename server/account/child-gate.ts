import type { Action } from '../../contract/actions.ts'
import { ACCESS_OF } from '../../contract/access-kinds.ts'
import type { accessRow, deletionRow } from '../../contract/child-access.ts'
import type { Output } from '../../contract/route.ts'
import { Refusal } from '../http/errors.ts'
import type { AccessStore } from '../storage/sql/accounts/access-store.ts'
import type { ChildReading } from '../storage/sql/accounts/child-store.ts'
import type { ChildRecord, ClassRecord } from './port.ts'
import { may, type Person } from './roles.ts'

type ChildGateNeeds = {
  readonly children: ChildReading
  readonly accesses: AccessStore
  readonly now: () => number
}

type Who = Output<typeof accessRow>['who']

/** The stored role is that of a person, or of an operator or the policy. */
function whoOf(person: Person, { adultId, role }: { readonly adultId: string; readonly role: string }): Who {
  return adultId === person.id ? 'you' : (role as Who)
}

/**
 * The only way to read children: checks permissions and writes the access log before returning a child. Nothing else has
 * access to the store's methods that read children (ADR 0040).
 */
export function childGate({ children, accesses, now }: ChildGateNeeds) {
  const record = async (person: Person, action: Action, reached: readonly ChildRecord[]): Promise<void> => {
    const kind = ACCESS_OF[action]
    // Children's own reads are not logged.
    if (kind === null || person.role === 'student') return
    await accesses.record({ children: reached, by: person, kind, nowMs: now() })
  }

  /** Returns the child if the person may do this, else throws a 404 Refusal. */
  const child = async (person: Person, action: Action, studentId: string): Promise<ChildRecord> => {
    const found = await children.findChild(studentId)
    if (!found || !may(person, action, { kind: 'child', ...found })) {
      throw new Refusal(404, 'not_found', 'This child was removed, or isn’t yours.')
    }
    await record(person, action, [found])
    return found
  }

  return {
    child,

    /** Returns the children at home in a class or family, or these of them, if the person may do this and all are there, else throws a 404 Refusal. */
    childrenOf: async (
      person: Person,
      action: Action,
      home: ClassRecord,
      these?: readonly string[],
    ): Promise<ChildRecord[]> => {
      if (!may(person, action, { kind: 'class', ownerId: home.ownerId })) {
        throw new Refusal(404, 'not_found', 'This class was deleted, or it isn’t yours.')
      }
      const all = await children.childrenOf(home.id)
      const inside = these ? all.filter(({ id }) => these.includes(id)) : all
      if (inside.length < new Set(these ?? []).size) {
        throw new Refusal(404, 'not_found', 'One of these children isn’t in this class. Nothing was changed.')
      }
      await record(person, action, inside)
      return inside
    },

    /** The children a parent looks after. */
    childrenOfParent: async (parent: Person, action: Action) => {
      const own = (await children.childrenOfGuardian(parent.id)).filter((one) =>
        may(parent, action, { kind: 'child', ...one }),
      )
      await record(parent, action, own)
      return own
    },

    /** The access log of a child, for the owner of its home. */
    accesses: async (person: Person, studentId: string): Promise<Output<typeof accessRow>[]> => {
      await child(person, 'see_access', studentId)
      const rows = await accesses.ofChild(studentId)
      return rows.map((row) => ({ at: row.atMs, who: whoOf(person, row), name: row.name, kind: row.kind }))
    },

    /** The deleted children of this person's classes or family. */
    deletions: async (person: Person): Promise<Output<typeof deletionRow>[]> =>
      (await accesses.deletionsOf(person.id)).map(({ studentId, classId, ...row }) => ({
        at: row.atMs,
        who: whoOf(person, row),
        studentId,
        classId,
      })),
  }
}

export type ChildGate = ReturnType<typeof childGate>
