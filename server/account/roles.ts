import type { Action } from '../../contract/actions.ts'

export const ROLES = ['teacher', 'parent', 'student'] as const

export type Role = (typeof ROLES)[number]

/** Who is signed in. */
export type Person = { readonly id: string; readonly role: Role; readonly name: string }

/** What an action is done to, with who it belongs to. */
export type Target =
  | { readonly kind: 'class'; readonly ownerId: string }
  | {
      readonly kind: 'child'
      readonly id: string
      /** The adult of the class or family the child is at home in. */
      readonly ownerId: string
      readonly guardianIds: readonly string[]
    }

/** What a guardian may do to a child who is at home with somebody else. */
const FOR_GUARDIANS: readonly Action[] = [
  'see_child',
  'see_children',
  'see_progress',
  'see_child_data',
  'link_child',
  'unlink_child',
]

/** What everybody may do. A guest's token in the call itself is what opens the guest's rows, to whoever knows it. */
const FOR_ALL: readonly Action[] = ['play', 'read_boards', 'locate', 'enter']

const FOR_ROLES: Readonly<Record<Role, readonly Action[]>> = {
  teacher: [
    'see_self',
    'see_own_data',
    'close_account',
    'secure_account',
    'consent',
    'see_classes',
    'make_class',
    'see_class',
    'change_class',
    'change_pins',
    'add_children',
    'see_child',
    'change_child',
    'see_pins',
    'see_guardians',
    'see_access',
    'see_deletions',
    'move_child',
    'see_progress',
    'see_child_data',
    'delete_child',
  ],
  parent: [
    'see_self',
    'see_own_data',
    'close_account',
    'secure_account',
    'consent',
    'see_children',
    'make_own_child',
    'change_family',
    'change_pins',
    'link_child',
    'unlink_child',
    'see_child',
    'change_child',
    'see_pins',
    'see_guardians',
    'see_access',
    'see_deletions',
    'see_progress',
    'see_child_data',
    'delete_child',
  ],
  student: ['see_self', 'see_child', 'practise'],
}

/** Whether such a person does such things at all, to whomever; null is nobody who is signed in. */
export function mayEver(role: Role | null, action: Action): boolean {
  return FOR_ALL.includes(action) || (role !== null && FOR_ROLES[role].includes(action))
}

/** Whether this person may do this to that target: the one place that says who may do what. */
export function may(person: Person, action: Action, target: Target): boolean {
  if (!mayEver(person.role, action)) return false
  if (target.ownerId === person.id) return true
  if (target.kind !== 'child') return false
  if (target.id === person.id) return action === 'see_child'
  return FOR_GUARDIANS.includes(action) && target.guardianIds.includes(person.id)
}
