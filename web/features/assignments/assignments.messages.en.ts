import type { Operation } from '../../../domain/fact.ts'
import type { WorkState } from '../../../domain/school/rounds.ts'
import { LOCALE, enumerated, plural } from '../../../domain/words.en.ts'

const DATE = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

const DATE_OF_YEAR = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

const day = (date: string): string => DATE.format(Date.parse(date))
const dayOfYear = (date: string): string => DATE_OF_YEAR.format(Date.parse(date))
const amountText = (kind: 'problems' | 'minutes', count: number): string =>
  kind === 'problems'
    ? plural(count, { one: '# problem', other: '# problems' })
    : plural(count, { one: '# minute', other: '# minutes' })

/** The state of a round for a child, without numbers. */
const STATES: Readonly<Record<WorkState, string>> = {
  not_started: 'Not started',
  started: 'Started',
  done: 'Done',
  done_later: 'Done later',
  away: 'Away',
  excused: 'Excused',
  not_done: 'Not done',
}

/** Text of the page on which adults assign practice. */
export const assignmentMessages = {
  title: 'Assignments',
  lead: 'Children see these first on their home page. They can still practice anything else.',
  backToClass: (name: string) => `Back to ${name}`,
  backToFamily: 'My children',
  assignNew: 'New assignment',
  none: 'Nothing is assigned yet. “What each child needs” is a good start: every child gets the facts that are next for them.',
  damagedLink: 'This link is damaged. Please choose in the form what to assign.',
  noChildren: 'Add children first. Then you can assign practice.',
  openNow: 'Assigned now',
  over: (count: number) => `Ended (${count})`,
  form: {
    title: 'New assignment',
    templates: 'Start from',
    template: { warmUp: 'Warm-up', homework: 'Homework every week', test: 'Before the test' },
    who: 'Who?',
    everyone: 'Everyone',
    everyoneHint: 'Children who join later too',
    some: 'Some children',
    what: 'What?',
    kinds: {
      needs: 'What each child needs',
      league: 'A league',
      sets: 'Fact sets',
      facts: 'Single facts',
    },
    operations: 'From these operations',
    operation: {
      addition: 'Adding',
      subtraction: 'Taking away',
      multiplication: 'Multiplying',
      division: 'Dividing',
    } satisfies Record<Operation, string>,
    league: 'League',
    setsHint: 'Up to three',
    factsHint: (count: number, most: number) => `${count} of up to ${most} chosen`,
    amount: 'How much?',
    count: 'Number',
    unit: 'Unit',
    units: { problems: 'problems', minutes: 'minutes' },
    due: 'By the end of',
    repeats: 'Every week',
    repeatsHint: 'The same again each week until this day',
    lastDay: 'Until',
    untilYearEnds: 'Until the end of the school year',
    takes: (minutes: number) =>
      `About ${plural(minutes, { one: '# minute', other: '# minutes' })} for most of your children.`,
    tooMuch: 'Together with other open assignments, that’s more than 15 minutes per school day.',
    assign: 'Assign',
    cancel: 'Cancel',
    assigned: 'Assigned',
    problems: {
      who: 'Choose at least one child.',
      what: 'Choose something to practice.',
      amount: ({ min, max }: { min: number; max: number }) => `Choose a number from ${min} to ${max}.`,
      due: ({ min, max }: { min: string; max: string }) =>
        `Choose a due day from ${dayOfYear(min)} to ${dayOfYear(max)}.`,
      last: ({ min, max }: { min: string; max: string }) =>
        `Choose a last day from ${dayOfYear(min)} to ${dayOfYear(max)}.`,
    },
  },
  nextWeek: {
    assign: 'Assign next week’s practice',
    assigned: (dueDay: string) => `Assigned: what each child needs, 20 problems by ${day(dueDay)}.`,
  },
  item: {
    forAll: 'Everyone',
    forSome: (names: readonly string[]) => enumerated(names),
    amount: amountText,
    due: (date: string) => `by ${day(date)}`,
    weekly: (until: string) => `every week until ${day(until)}`,
    begins: (date: string) => `starts ${day(date)}`,
    done: (done: number, children: number) => `${done} of ${children} done`,
    ended: (date: string) => `ended ${day(date)}`,
    show: 'Show children',
    again: 'Assign again',
    copyTo: 'Copy to another class',
    change: 'Change',
    end: 'End now',
    remove: 'Delete',
    removed: 'Deleted',
    undo: 'Undo',
  },
  change: {
    title: 'Change assignment',
    amount: (kind: 'problems' | 'minutes') => (kind === 'problems' ? 'Problems' : 'Minutes'),
    amountHint: 'A lower number applies now, a higher one starting next week.',
    due: 'By the end of',
    whatStays:
      'Somebody has started, so what is assigned stays. To assign something else, use “Assign again”.',
    save: 'Save',
    cancel: 'Cancel',
  },
  work: {
    round: 'Week',
    roundOf: (date: string) => `from ${day(date)}`,
    child: 'Child',
    state: 'Work',
    right: 'Right on first try',
    hardest: 'Hardest',
    actions: 'Actions',
    states: STATES,
    doneOn: (state: 'done' | 'done_later', date: string) =>
      `${state === 'done' ? 'Done' : 'Done later'} (${day(date)})`,
    count: (kind: 'problems' | 'minutes', count: number, amount: number) =>
      kind === 'problems' ? `${count} of ${amount}` : `${count} of ${amount} minutes`,
    dueOn: (date: string) => `until ${day(date)}`,
    knows: 'Already knows it',
    stuck: 'Stuck: fewer than 4 in 10 right. Easier facts are mixed in automatically.',
    stuckShort: 'Stuck',
    rightOf: (right: number, firsts: number) => (firsts === 0 ? '' : `${right} of ${firsts}`),
    filter: 'Show',
    filters: { all: 'All', not_started: 'Not started', stuck: 'Stuck' },
    nobody: 'Nobody here.',
    classHardest: (facts: string) => `Hardest for the class: ${facts}`,
    actionsOf: (name: string) => `Actions for ${name}`,
    knowing: (names: readonly string[]) => `Already know this: ${enumerated(names)}.`,
    assignNext: (set: string) => `Assign “${set}” to them`,
    excuse: 'Excuse',
    excuseOf: (name: string) => `Excuse ${name}`,
    doNotExcuse: 'Don’t excuse',
    doNotExcuseOf: (name: string) => `Don’t excuse ${name}`,
    moreTime: '2 more days',
    moreTimeOf: (name: string) => `Give ${name} two more school days`,
    print: 'Print this list',
  },
  failures: {
    not_found: 'This was deleted, or it isn’t yours.',
    class_archived: 'This class is archived. Unarchive it first.',
  },
} as const
