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
      nickname: 'The made-up name that others see. Left out with numbers.',
      added_at: 'When the child was added to Tenfold. Left out with numbers.',
      practice_days: 'On how many days the child answered a problem.',
      last_practice_day: 'The last of these days. Empty if there are none.',
      facts_known: 'How many facts are known or fluent.',
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
      week: 'The Monday with which the week begins.',
      days: 'Practice days with an answer.',
      seconds: 'The time practiced, in seconds.',
      points: 'The points earned.',
      answers: 'How many answers were given.',
      facts_known: 'Facts known, but not fluent, at the end of the week.',
      facts_fluent: 'Facts fluent at the end of the week.',
    },
  },
  sessions: {
    about:
      'One row per practice session, in no particular order. Sessions are deleted after a time that the privacy policy names.',
    columns: {
      started_at: 'When it began.',
      completed_at: 'When it ended. Empty if it is not finished.',
      practiced: 'What was practiced, such as addition_facts.',
      problems: 'How many problems it was to have.',
      answered: 'How many problems were finished.',
      right: 'How many of them were right, at whichever try.',
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

type About = { readonly className: string | null; readonly children: number; readonly atMs: number }

const HEADING = (className: string | null): string =>
  className === null ? 'Tenfold: exported children' : `Tenfold: ${className}`

/** The README of an exported class. `className` is null if the children are numbered, or in a family. */
export function classReadme({ className, children, atMs }: About, isNumbered: boolean): string {
  const child = isNumbered
    ? 'The number of the child. Numbers follow no order of names. They change when children join or leave.'
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
    'Dates and times are ISO 8601, times in UTC. An apostrophe before =, +, - or @ keeps spreadsheets from taking a text for a formula.',
    'Practice that was set aside, because no child can have done it, is not counted.',
    'Single answers are not here. They are in the export of each child, on the child’s page.',
    ...files,
  ]
  return `${lines.join('\r\n')}\r\n`
}
