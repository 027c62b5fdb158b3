import type { ChildTable } from '../../../contract/child-tables.ts'
import { LOCALE } from '../../../domain/words.en.ts'

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })

/** Text about a child's data: viewing, downloading and deleting it. */
export const dataMessages = {
  heading: 'This child’s data',
  lead: 'View or download it.',
  keptUntil: (atMs: number, answerDays: number): string =>
    `Kept until ${DATE.format(atMs)}. Practicing moves the date later. Each answer is kept for ${answerDays} days.`,
  json: 'Download everything (JSON)',
  tables: 'Spreadsheet tables (CSV)',
  saved: 'Saved to your downloads',
  fetching: 'Preparing your download…',
  tableNames: {
    child: 'Name and account',
    sign_ins: 'Sign-ins',
    wrong_pins: 'Wrong PINs of a day',
    link_codes: 'Code for a parent',
    looked_at: 'Who viewed or changed what',
    warnings: 'Emails before deletion',
    away: 'Days away',
    practiced_days: 'Days of practice',
    achievements: 'Achievements',
    assignments: 'Assigned practice',
    practice_weeks: 'Practice weeks',
    practice_days: 'Practice days',
    sessions: 'Practice sessions',
    facts: 'Progress on each fact',
    entry_times: 'Typing speed',
    attempts: 'Every answer',
    player: 'Leaderboard player',
    board_sessions: 'Leaderboard sessions',
    board_days: 'Daily points',
    time_reports: 'Time reports',
    battles: 'Math Battles',
    battle_totals: 'Battle totals',
  } satisfies Record<ChildTable, string>,
  delete: 'Delete this child',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    'This permanently deletes the child’s account, answers, points and battles, for all of the child’s grown-ups. You can’t undo it. Download anything you want to keep first.',
  deleteType: (name: string) => `Type ${name} to continue`,
  deleteDo: 'Delete permanently',
  deleted: (name: string) => `${name} was deleted`,
  unlink: 'Unlink this child',
  unlinkTitle: (name: string) => `Unlink ${name}?`,
  unlinkText: 'You’ll no longer see this child. Nothing is deleted, and the teacher can give you a new code.',
  unlinkDo: 'Unlink',
  unlinked: (name: string) => `${name} is unlinked`,
} as const
