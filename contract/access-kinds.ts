import type { Action } from './actions.ts'

/** What an adult or operator did with a child's data. `backup` and `restore` are an operator's, and of all children at once. */
export const ACCESS_KINDS = ['view', 'pin_view', 'export', 'change', 'deletion', 'backup', 'restore'] as const

export type AccessKind = (typeof ACCESS_KINDS)[number]

/**
 * As what an action is recorded for each child it reaches, before anything is shown or done; null where it reaches no child's
 * data. Every action stands here, so that a new one has to be decided.
 */
export const ACCESS_OF: Readonly<Record<Action, AccessKind | null>> = {
  play: null,
  read_boards: null,
  locate: null,
  enter: null,
  practise: null,
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
  // The PINs that the answer shows are recorded as viewed.
  add_children: null,
  see_children: 'view',
  make_own_child: null,
  change_family: null,
  link_child: 'change',
  see_child: 'view',
  change_child: 'change',
  see_pins: 'pin_view',
  see_guardians: 'view',
  see_access: 'view',
  see_deletions: null,
  move_child: 'change',
  see_progress: 'view',
  see_child_data: 'export',
  delete_child: 'deletion',
  unlink_child: 'change',
}

/** Who did it, as the owner of the child's home is told; `adult` where an earlier version did not record the role. */
export const ACCESS_ROLES = ['you', 'teacher', 'parent', 'adult', 'operator', 'policy'] as const
