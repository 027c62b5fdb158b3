import type { ClassColumns, ClassFile } from './class-files.ts'

type Words<File extends ClassFile> = {
  readonly about: string
  readonly columns: Readonly<Record<ClassColumns[File], string>>
}

/** What the README of an exported class says about each file and column. */
const FILES: { readonly [File in ClassFile]: Words<File> } = {
  children: {
    about: 'One row per child.',
    columns: {
      nickname: 'The made-up name that others see. Left out when children are numbered.',
      added_at: 'When the child was added to Tenfold. Left out when children are numbered.',
      practice_days: 'The number of days on which the child answered a problem.',
      last_practice_day: 'The last of these days. Empty if there are none.',
      facts_known: 'How many facts are known or fluent.',
    },
  },
  sets: {
    about:
      'One row per child and fact set of which the child has tried a fact. Sets overlap: a fact can be in several.',
    columns: {
      set: 'The id of the set, such as add_doubles.',
      name: 'Its name.',
      facts: 'How many facts the set has.',
      tried: 'How many of them the child has tried.',
      known: 'How many are known, but not fluent.',
      fluent: 'How many are fluent.',
    },
  },
  days: {
    about: 'One row per child and practice day. A practice day is from 2 AM to 2 AM in California.',
    columns: {
      day: 'The practice day.',
      seconds: 'The time practiced, in seconds.',
      sessions: 'How many sessions were finished.',
      points: 'The points earned.',
      answers: 'How many answers were given, second and third tries included.',
    },
  },
  weeks: {
    about: 'One row per child and week with practice. The current week is missing until it is over.',
    columns: {
      week: 'The Monday on which the week begins.',
      days: 'The number of practice days with an answer.',
      seconds: 'The time practiced, in seconds.',
      points: 'The points earned.',
      answers: 'How many answers were given.',
      facts_known: 'Facts known, but not fluent, at the end of the week.',
      facts_fluent: 'Facts fluent at the end of the week.',
    },
  },
  assignments: {
    about:
      'One row per child and round of an assignment that the child has seen or finished, or was excused from.',
    columns: {
      assigned: 'What was assigned: needs, league, sets or facts, and which.',
      round: 'The first day of the round.',
      amount: 'How much there was to do. Empty if the child has not opened it yet.',
      unit: 'problems or minutes.',
      done_at: 'When it was done. Empty if it was not.',
      excused: 'yes or no.',
    },
  },
  sessions: {
    about:
      'One row per practice session, in no particular order. The privacy policy says how long sessions are kept.',
    columns: {
      started_at: 'When it began.',
      completed_at: 'When it ended. Empty if it is not finished.',
      practiced: 'What was practiced, such as addition_facts.',
      problems: 'How many problems were planned.',
      answered: 'How many problems were finished.',
      right: 'How many of them were right, on any try.',
      points: 'The points earned.',
      seconds: 'The time practiced, in seconds.',
    },
  },
  facts: {
    about: 'One row per child and fact that the child has tried.',
    columns: {
      fact: 'The id of the fact.',
      operation: 'addition, subtraction, multiplication or division.',
      first_number: 'The first number of the problem.',
      second_number: 'The second number of the problem.',
      answer: 'The right answer.',
      state:
        'learning (tried), known (right on two days and reviewed at growing intervals) or fluent (known, and answered quickly).',
      asked: 'How many times the fact was asked.',
      right: 'How many times the first try was right.',
      last_asked_on: 'The last practice day on which it was asked.',
    },
  },
}

type About = {
  readonly className: string | null
  readonly children: number
  readonly atMs: number
}

const HEADING = (className: string | null): string =>
  className === null ? 'Tenfold: exported children' : `Tenfold: ${className}`

/** The README of an exported class. `className` is null if the children are numbered, or in a family. */
export function classReadme({ className, children, atMs }: About, isNumbered: boolean): string {
  const child = isNumbered
    ? 'The number of the child. The numbers do not follow the order of the names, and they change when children join or leave.'
    : 'The name of the child.'
  const files = Object.entries(FILES).flatMap(([file, { about, columns }]) => [
    '',
    `${file}.csv`,
    `  ${about}`,
    `  - child: ${child}`,
    ...Object.entries(columns).map(([column, words]) => `  - ${column}: ${words}`),
  ])
  const lines = [
    HEADING(className),
    `Exported at ${new Date(atMs).toISOString()}. Children: ${children}.`,
    '',
    'The files are tables: CSV with commas (RFC 4180) in UTF-8. The first line has the names of the columns.',
    'Dates and times are ISO 8601, times in UTC. An apostrophe before =, +, - or @ keeps spreadsheets from reading text as a formula.',
    'Practice that was set aside because no child could have done it is not counted.',
    'Single answers are not included. To get them, download each child’s data on the child’s page.',
    ...files,
  ]
  return `${lines.join('\r\n')}\r\n`
}
