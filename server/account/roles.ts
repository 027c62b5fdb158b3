import type { Action } from '../../contract/actions.ts'

export const ROLES = ['teacher', 'parent', 'student'] as const

export type Role = (typeof ROLES)[number]

/** A signed-in person. */
export type Person = { readonly id: string; readonly role: Role; readonly name: string }

/** The target of an action. */
export type AccessTarget =
  | { readonly kind: 'class'; readonly ownerId: string }
  | {
      readonly kind: 'child'
      readonly id: string
      /** The owner of the child's home. */
      readonly ownerId: string
      readonly guardianIds: readonly string[]
    }

/** Actions on a child at home with somebody else. */
const FOR_GUARDIANS: readonly Action[] = [
  'see_child',
  'see_children',
  'see_progress',
  'see_child_data',
  'set_announcements',
  'set_parent_boards',
  'link_child',
  'unlink_child',
]

/** Actions for everybody. A guest's data needs only the guest's token, which is in the request. */
const FOR_ALL: readonly Action[] = ['play', 'read_boards', 'locate', 'sign_in']

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
    'remove_child',
    'set_announcements',
    'see_pins',
    'see_guardians',
    'see_access',
    'see_deletions',
    'move_child',
    'see_progress',
    'see_assignments',
    'change_assignment',
    'see_child_data',
    'export_class',
    'delete_child',
  ],
  parent: [
    'see_self',
    'see_own_data',
    'close_account',
    'secure_account',
    'consent',
    'see_children',
    'add_own_child',
    'change_family',
    'change_pins',
    'link_child',
    'unlink_child',
    'see_child',
    'change_child',
    'remove_child',
    'set_announcements',
    'set_parent_boards',
    'see_pins',
    'see_guardians',
    'see_access',
    'see_deletions',
    'see_progress',
    'see_assignments',
    'change_assignment',
    'see_child_data',
    'export_family',
    'hand_over',
    'delete_child',
  ],
  student: ['see_self', 'see_child', 'practice'],
}

/** Whether the role allows the action on any target; null means not signed in. */
export function mayEver(role: Role | null, action: Action): boolean {
  return FOR_ALL.includes(action) || (role !== null && FOR_ROLES[role].includes(action))
}

/** Whether the person may do this to the target. All permissions are defined here. */
export function may(person: Person, action: Action, target: AccessTarget): boolean {
  if (!mayEver(person.role, action)) return false
  if (target.ownerId === person.id) return true
  if (target.kind !== 'child') return false
  if (target.id === person.id) return action === 'see_child'
  return FOR_GUARDIANS.includes(action) && target.guardianIds.includes(person.id)
}
