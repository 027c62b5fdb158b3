import type { AchievementId, AchievementKind } from '../../../domain/achievements/catalog.ts'

const number = new Intl.NumberFormat('en')
const date = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${value === 1 ? one : many}`
}

/** What a sentence may name: its number, the fact as a child reads it, and the fact's numbers. */
export type About = {
  readonly amount: number
  readonly fact: string
  readonly numbers: readonly [number, number]
}

type Words = { readonly title: (about: About) => string; readonly text: (about: About) => string }

const said = (text: string) => (): string => text

/** Titles and sentences of the achievements (specification "achievements", section 3). */
const ACHIEVEMENT_WORDS: Readonly<Record<AchievementId, Words>> = {
  'first-practice': { title: said('First practice'), text: said('You finished your first practice!') },
  days: {
    title: ({ amount }) => `${count(amount, 'day', 'days')} of practice`,
    text: ({ amount }) => `You’ve practiced on ${count(amount, 'day', 'days')}. Every one counts!`,
  },
  'good-week': {
    title: said('A good week'),
    text: ({ amount }) => `You practiced on ${count(amount, 'day', 'days')} this week.`,
  },
  'week-after-week': {
    title: said('Week after week'),
    text: ({ amount }) => `That’s ${count(amount, 'good week', 'good weeks')}!`,
  },
  'good-to-see-you': {
    title: said('Good to see you again'),
    text: said('You came back and got started again. That’s how learning works.'),
  },
  problems: {
    title: ({ amount }) => count(amount, 'problem', 'problems'),
    text: ({ amount }) => `You’ve worked on ${count(amount, 'problem', 'problems')}.`,
  },
  'tried-again': {
    title: said('I tried again'),
    text: said('You tried again and got it. Trying again works!'),
  },
  'picture-helped': {
    title: said('A picture helped me'),
    text: said('You used the picture and figured it out.'),
  },
  'without-the-picture': {
    title: said('No picture needed'),
    text: ({ fact }) => `Now you can see ${fact} in your head.`,
  },
  'hard-one': {
    title: said('I learned a hard one'),
    text: ({ fact }) => `${fact} was hard. Now you know it!`,
  },
  'know-it-again': {
    title: said('I know it again'),
    text: ({ fact }) => `You forgot ${fact}, so you learned it again.`,
  },
  'chose-hard-ones': {
    title: said('I chose hard ones'),
    text: said('Half of these were new or hard. You stuck with them.'),
  },
  'something-new': {
    title: said('Something new'),
    text: ({ amount }) => `You’ve tried ${count(amount, 'new fact', 'new facts')}.`,
  },
  'first-try-now': {
    title: said('Now on the first try'),
    text: ({ fact }) => `${fact} used to take you more tries. Now it takes one.`,
  },
  'still-knew-it': {
    title: said('I still knew it'),
    text: ({ fact, amount }) =>
      `You hadn’t seen ${fact} for ${count(amount, 'day', 'days')}, and you still knew it!`,
  },
  'all-four': {
    title: said('Plus, minus, times, and divided by'),
    text: said('You’ve practiced all four!'),
  },
  'both-ways': {
    title: said('It works both ways'),
    text: ({ numbers: [one, other] }) => `You know that ${one} and ${other} can switch places.`,
  },
  families: {
    title: ({ amount }) => count(amount, 'fact family', 'fact families'),
    text: said('These facts go together, and you know them all.'),
  },
  facts: {
    title: ({ amount }) => `I know ${count(amount, 'fact', 'facts')}`,
    text: ({ amount }) => `You know ${count(amount, 'fact', 'facts')}!`,
  },
  doubles: { title: said('All the doubles'), text: said('You know all your doubles!') },
  'pairs-of-10': {
    title: said('All the pairs that make 10'),
    text: said('You know every pair that makes 10.'),
  },
  'across-10': { title: said('Adding past 10'), text: said('You can add past 10.') },
  'taking-away-to-10': {
    title: said('Taking away up to 10'),
    text: said('You can take away from any number up to 10.'),
  },
  'times-2-5-10': {
    title: said('Times 2, 5, and 10'),
    text: said('You know your 2, 5, and 10 times tables.'),
  },
  squares: { title: said('A number times itself'), text: said('You know all of these squares.') },
  'times-9': { title: said('Times 9'), text: said('You know your 9 times table.') },
  'all-times': {
    title: said('All the times tables from 2 to 10'),
    text: said('You know every one!'),
  },
  sharing: {
    title: said('Dividing by 2, 5, and 10'),
    text: said('You can divide by 2, 5, and 10.'),
  },
  'class-goal': {
    title: said('We did it together'),
    text: said('Your class reached its goal this week!'),
  },
  everybody: {
    title: said('We all practiced'),
    text: said('Everybody in your class practiced this week!'),
  },
}

export const achievementMessages = {
  title: 'What I’ve done',
  titleForAdults: 'Achievements',
  of: ACHIEVEMENT_WORDS,
  on: (day: string): string => date.format(Date.parse(`${day}T00:00:00Z`)),
  kinds: {
    mastery: 'What I know',
    growth: 'How I’ve grown',
    courage: 'Not giving up',
    effort: 'Practicing',
    together: 'Together',
  } satisfies Record<AchievementKind, string>,
} as const
