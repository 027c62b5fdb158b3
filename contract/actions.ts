/** What a caller does with a call. Who may do what is one table (server/account/roles.ts). */
export const ACTIONS = [
  'play',
  'read_boards',
  'locate',
  'enter',
  'practise',
  'see_self',
  'see_own_data',
  'close_account',
  'see_classes',
  'make_class',
  'see_class',
  'change_class',
  'add_children',
  'see_children',
  'make_own_child',
  'change_family',
  'link_child',
  'see_child',
  'change_child',
  'move_child',
  'see_progress',
  'see_child_data',
  'delete_child',
  'unlink_child',
] as const

export type Action = (typeof ACTIONS)[number]
