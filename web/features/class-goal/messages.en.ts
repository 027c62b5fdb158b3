import { counted, plural } from '../../../domain/words.en.ts'

const days = (count: number): string => plural(count, { one: '# day', other: '# days' })

/** Text about the goal of a class. */
export const goalMessages = {
  heading: 'Class goal',
  ofChild: 'Our class goal',
  /** What the picture shows. */
  picture: (done: number, goal: number) => `${counted(done)} of ${days(goal)} filled`,
  together: (done: number) => `We practiced on ${days(done)} together.`,
  goal: (goal: number) => `Our goal this week: ${days(goal)}`,
  reached: 'We did it! We reached our goal.',
  missed: 'We’ll keep going next week!',
  hint: 'Every day a child practices fills one dot. Points and speed don’t matter.',
  none: 'No goal this week. There are fewer than two practice days, or no children yet.',
  show: 'Show to the class',
  close: 'Close',
  set: 'Change the goal',
  setTitle: 'This week’s goal',
  setLabel: 'Days of practice, all children together',
  setHint: (least: number, most: number) =>
    `From ${counted(least)} to ${counted(most)}: one to three days for each child. You can change it once a week.`,
  notInRange: (least: number, most: number) => `Type a number from ${counted(least)} to ${counted(most)}.`,
  save: 'Set goal',
  cancel: 'Cancel',
  isSet: 'You set this week’s goal. You can set the next one on Monday.',
  who: 'Who practiced this week',
  child: (name: string, count: number) => `${name}: ${days(count)}`,
  last: (done: number, goal: number) => `Last week: ${counted(done)} of ${days(goal)}.`,
  lastReached: (done: number, goal: number) =>
    `Last week: ${counted(done)} of ${days(goal)}. You reached your goal!`,
  celebrate:
    'Three free ways to celebrate: five extra minutes of recess, a dance break, or a read-aloud that the class picks.',
} as const
