import type { ChildTable } from '../../../contract/child-tables.ts'

/** Sentences about what is kept of a child, and about its end. */
export const dataMessages = {
  heading: 'What is kept of this child',
  lead: 'All of it, to look at or to take along.',
  json: 'Download everything (JSON)',
  tables: 'Tables for a spreadsheet (CSV)',
  fetching: 'Fetching the file…',
  tableNames: {
    child: 'Name and account',
    sign_ins: 'Sign-ins',
    wrong_pins: 'Wrong PINs in a row',
    link_codes: 'Code for a parent',
    practice_days: 'Practice days',
    sessions: 'Practice sessions',
    facts: 'How well each fact is known',
    attempts: 'Every answer',
    player: 'The player on the boards',
    board_sessions: 'Sessions on the boards',
    board_days: 'Points of each day',
    time_reports: 'Reports of time',
    battles: 'Math Battles',
    battle_totals: 'Sums of battles',
  } satisfies Record<ChildTable, string>,
  delete: 'Delete this child',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    'The account, every answer, all points and battles are deleted for good, for everybody who looks after this child. This cannot be undone. Download first what you want to keep.',
  deleteType: (name: string) => `Type ${name} to go on`,
  deleteDo: 'Delete for good',
  unlink: 'Stop looking after this child',
  unlinkTitle: (name: string) => `Stop looking after ${name}?`,
  unlinkText:
    'You see nothing of this child any more. Nothing is deleted, and the teacher can give you a new code.',
  unlinkDo: 'Stop looking after',
} as const
