import type { ColumnKind } from '../../../domain/roster/columns.ts'
import type { RowProblem } from '../../../domain/roster/plan.ts'
import type { Grade } from '../../../domain/student-settings.ts'
import type { ListProblem, PlannedClass } from './import-list.ts'
import { enumerated, plural } from '../../../domain/words.en.ts'

const children = (count: number): string => plural(count, { one: '# child', other: '# children' })

/** Text of importing a list. */
export const importMessages = {
  title: 'Import a list',
  back: 'My classes',
  lead: 'Choose a CSV file from your school’s system or spreadsheet, or paste the rows. Nothing is saved until you press “Add”.',
  file: 'Choose a file',
  text: 'Or paste the rows here',
  textHint: 'One child per row. Commas, semicolons or tabs between the columns.',
  problems: {
    not_a_list: 'This file isn’t a CSV. In your spreadsheet, choose “Save as” or “Download”, then CSV.',
    empty: 'This file is empty. Please choose another one.',
    too_big: 'This file is too big for a list of children. Please choose a CSV with up to 300 rows.',
    too_many_rows: 'This list has more than 300 rows. Please split it and import one part at a time.',
    open_quote: 'A quotation mark in this list is never closed. Please check the file.',
  } satisfies Record<ListProblem, string>,
  columnsTitle: 'Check the columns',
  columnsHint: 'The first rows of your list. Change a column if we guessed wrong.',
  header: 'The first row has headings',
  column: (at: number, header: string) => `Column ${at}${header === '' ? '' : `: ${header}`}`,
  kinds: {
    first: 'First name',
    last: 'Last name',
    name: 'Full name',
    class: 'Class',
    grade: 'Grade',
    id: 'Student ID',
    skip: 'Don’t use',
  } satisfies Record<ColumnKind, string>,
  skipped: (names: readonly string[]) => `Not used, and never sent: ${enumerated(names)}.`,
  privacy:
    'First names are stored. If two children in a class have the same one, a last initial is added, or the last name if that’s still the same. A grade is stored for a new class, not for each child. All other last names and IDs stay on this device.',
  noNames: 'Choose the column with the children’s names.',
  targetTitle: 'Add them to',
  newClass: 'A new class',
  newName: 'Name of the new class',
  previewTitle: 'Check the children',
  className: (name: string, isNew: boolean) =>
    isNew && name !== '' ? `${name} (new class)` : name || 'New class',
  grade: (grade: Exclude<Grade, 'unknown'>) =>
    `${grade === 'K' ? 'Kindergarten' : `Grade ${grade}`}. You can change this in the class settings.`,
  noClass: 'Without a class',
  counts: (add: number, same: number) =>
    [`${children(add)} to add`, ...(same === 0 ? [] : [`${same} already there`])].join(', '),
  rowHead: 'Row',
  nameHead: 'In the list',
  planHead: 'What happens',
  add: (name: string) => `Add as ${name}`,
  same: (name: string) => `Already in the class as ${name}`,
  different: (name: string) => `A different child: add as ${name}`,
  unclear: (name: string) => `Is this the ${name} in your class?`,
  isSame: 'Yes',
  isDifferent: (name: string) => `No, add as ${name}`,
  duplicate: (line: number) => `Same as row ${line}`,
  leftOut: 'Left out',
  leaveOut: 'Leave out',
  leaveOutOf: (line: number) => `Leave out row ${line}`,
  undo: 'Undo',
  rename: 'First name',
  renameOf: (line: number) => `First name in row ${line}`,
  rowProblems: {
    no_name: 'No name',
    formula: 'A formula, not a name',
    too_long: 'Too long',
    no_class: 'No class',
    same_name: 'Another child has this name',
  } satisfies Record<Exclude<RowProblem, 'signs'>, string>,
  classProblems: {
    class_full: 'A class can have up to 60 children.',
    class_name: 'Please name the class with at most 40 characters.',
    new_name: 'Please name the new class.',
  } satisfies Record<NonNullable<PlannedClass['problem']>, string>,
  mend: 'Please check the marked rows first.',
  nothing: 'Everyone on this list is in your classes already. There’s nothing to add.',
  submit: (count: number) => `Add ${children(count)}`,
  failed: 'Nobody was added:',
  failures: {
    name_taken: 'A child with one of these names was just added. Please reload the page.',
    invitation_needed:
      'You need an invitation before you can add children. Enter its code on your account page.',
    email_not_verified:
      'Your email address isn’t confirmed yet. Set a new password by email, or ask the person who runs this site.',
    class_full: 'The class is full.',
    class_archived: 'This class is archived. Unarchive it first.',
    conflict: 'You’ve reached the limit on classes. Archived ones count too.',
    bad_request: 'We can’t use one of the names. Please check the list.',
  },
} as const
