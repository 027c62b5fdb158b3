import { plural } from '../../../domain/words.en.ts'

/** The pages on which adults print. */
export const printMessages = {
  title: 'Print',
  reportTitle: 'Report',
  print: 'Print',
  what: 'What?',
  kinds: {
    reports: { label: 'Reports', hint: 'a page each' },
    practice: { label: 'Practice', hint: '20 facts each' },
    group: { label: 'Group', hint: 'two pages' },
    certificates: { label: 'Certificates', hint: 'with a game' },
  },
  leads: {
    reports:
      'One page for a conference with the family, on A4 or Letter. It shows what the child knows and what comes next, without scores or ranks.',
    practice: 'The twenty facts each child needs next, with pictures. Your answer key is on the last pages.',
    group:
      'For ten minutes with a few children: their names and twenty facts with pictures. The answers and a game are on a second page.',
    certificates:
      'For sets of facts that a child has learned. A game for the family goes on the back, so print on both sides.',
  },
  toClass: 'Back to the class',
  toChild: 'Back to the child',
  toFamily: 'Back to my children',
  from: 'From this day',
  badDay: (first: string) => `Choose a day between ${first} and today.`,
  note: {
    label: (name: string) => `A note about ${name}`,
    hint: (left: number) => `Printed on the report, but not saved. ${left} characters left.`,
    title: 'A note from the teacher:',
  },
  who: 'Who?',
  everyone: 'Everyone',
  nobody: 'No one',
  noneChosen: 'Choose at least one child.',
  noChildren: 'There are no children here yet.',
  children: (children: number) => plural(children, { one: '# child', other: '# children' }),
  gone: 'This class was deleted, or it isn’t yours.',
  childGone: 'This child was removed, or isn’t yours.',
} as const
