import type { Action } from './actions.ts'

/** What an adult or operator did with a child's data. Only operators do `backup` and `restore`, for all children at once. */
export const ACCESS_KINDS = ['view', 'pin_view', 'export', 'change', 'deletion', 'backup', 'restore'] as const

export type AccessKind = (typeof ACCESS_KINDS)[number]

/**
 * The kind under which an action is recorded for each child it concerns, before it is carried out; null if it concerns no
 * child's data. The type requires every action, so that nobody forgets to decide about a new one.
 */
export const ACCESS_OF: Readonly<Record<Action, AccessKind | null>> = {
  play: null,
  read_boards: null,
  locate: null,
  sign_in: null,
  practice: null,
  see_self: null,
  see_own_data: null,
  close_account: null,
  secure_account: null,
  consent: null,
  see_classes: null,
  make_class: null,
  see_class: 'view',
  change_class: null,
  change_pins: 'change',
  // The response contains PINs; they are recorded as `pin_view`.
  add_children: null,
  see_children: 'view',
  add_own_child: null,
  change_family: null,
  link_child: 'change',
  see_child: 'view',
  change_child: 'change',
  remove_child: 'change',
  set_announcements: 'change',
  set_parent_boards: 'change',
  see_pins: 'pin_view',
  see_guardians: 'view',
  hand_over: 'change',
  see_access: 'view',
  see_deletions: null,
  move_child: 'change',
  see_progress: 'view',
  see_assignments: 'view',
  change_assignment: 'change',
  see_child_data: 'export',
  export_class: 'export',
  export_family: 'export',
  delete_child: 'deletion',
  unlink_child: 'change',
}

/** Who did it, as shown to the owner of the child's home. */
export const ACCESS_ROLES = ['you', 'teacher', 'parent', 'operator', 'policy'] as const
