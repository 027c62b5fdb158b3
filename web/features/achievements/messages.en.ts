import type { AchievementId } from '../../../domain/achievements/catalog.ts'
import { findFact } from '../../../domain/fact.ts'
import { writtenProblem } from '../../ui/written-problem.ts'
import { plural } from '../../../domain/words.en.ts'

/** What a sentence may name: its number, the fact as a child reads it, and the fact's numbers. */
type About = {
  readonly amount: number
  readonly fact: string
  readonly numbers: readonly [number, number]
}

/** What the sentences of an achievement name. */
export function aboutOf({ amount, about }: { readonly amount: number; readonly about: string }): About {
  const fact = findFact(about)
  return {
    amount,
    fact: fact ? writtenProblem(fact).replace(' =', '') : '',
    numbers: [fact?.operand1 ?? 0, fact?.operand2 ?? 0],
  }
}

type Words = { readonly title: (about: About) => string; readonly text: (about: About) => string }

const always = (text: string) => (): string => text

/** Titles and sentences of the achievements (specification "achievements", section 3). */
const ACHIEVEMENT_WORDS: Readonly<Record<AchievementId, Words>> = {
  'first-practice': { title: always('First practice'), text: always('You finished your first practice!') },
  days: {
    title: ({ amount }) => `${plural(amount, { one: '# day', other: '# days' })} of practice`,
    text: ({ amount }) =>
      `You’ve practiced on ${plural(amount, { one: '# day', other: '# days' })}. Every one counts!`,
  },
  'good-week': {
    title: always('A good week'),
    text: ({ amount }) => `You practiced on ${plural(amount, { one: '# day', other: '# days' })} this week.`,
  },
  'week-after-week': {
    title: always('Week after week'),
    text: ({ amount }) => `That’s ${plural(amount, { one: '# good week', other: '# good weeks' })}!`,
  },
  'good-to-see-you': {
    title: always('Good to see you again'),
    text: always('You came back and got started again. That’s how learning works.'),
  },
  problems: {
    title: ({ amount }) => plural(amount, { one: '# problem', other: '# problems' }),
    text: ({ amount }) => `You’ve worked on ${plural(amount, { one: '# problem', other: '# problems' })}.`,
  },
  'tried-again': {
    title: always('I tried again'),
    text: always('You tried again and got it. Trying again works!'),
  },
  'picture-helped': {
    title: always('A picture helped me'),
    text: always('You used the picture and figured it out.'),
  },
  'without-the-picture': {
    title: always('No picture needed'),
    text: ({ fact }) => `Now you can see ${fact} in your head.`,
  },
  'hard-one': {
    title: always('I learned a hard one'),
    text: ({ fact }) => `${fact} was hard. Now you know it!`,
  },
  'know-it-again': {
    title: always('I know it again'),
    text: ({ fact }) => `You forgot ${fact}, so you learned it again.`,
  },
  'chose-hard-ones': {
    title: always('I chose hard ones'),
    text: always('Half of them were new or hard, and you kept going.'),
  },
  'something-new': {
    title: always('Something new'),
    text: ({ amount }) => `You’ve tried ${plural(amount, { one: '# new fact', other: '# new facts' })}.`,
  },
  'first-try-now': {
    title: always('Now on the first try'),
    text: ({ fact }) => `${fact} used to take you more tries. Now it takes one.`,
  },
  'still-knew-it': {
    title: always('I still knew it'),
    text: ({ fact, amount }) =>
      `You hadn’t seen ${fact} for ${plural(amount, { one: '# day', other: '# days' })}, and you still knew it!`,
  },
  'all-four': {
    title: always('All four: + − × ÷'),
    text: always('You’ve practiced all four!'),
  },
  'both-ways': {
    title: always('It works both ways'),
    text: ({ numbers: [one, other] }) => `You know that ${one} and ${other} can switch places.`,
  },
  families: {
    title: ({ amount }) => plural(amount, { one: '# fact family', other: '# fact families' }),
    text: always('These facts go together, and you know them all.'),
  },
  facts: {
    title: ({ amount }) => plural(amount, { one: 'Known by heart', other: 'I know # facts' }),
    text: ({ amount }) =>
      plural(amount, { one: 'You’re starting to know facts by heart!', other: 'You know # facts!' }),
  },
  doubles: { title: always('All the doubles'), text: always('You know all your doubles!') },
  'pairs-of-10': {
    title: always('All the pairs that make 10'),
    text: always('You know every pair that makes 10.'),
  },
  'across-10': { title: always('Adding past 10'), text: always('You can add past 10.') },
  'taking-away-to-10': {
    title: always('Taking away up to 10'),
    text: always('You can take away from any number up to 10.'),
  },
  'times-2-5-10': {
    title: always('Times 2, 5, and 10'),
    text: always('You know your 2, 5, and 10 times tables.'),
  },
  squares: { title: always('A number times itself'), text: always('You know all of these squares.') },
  'times-9': { title: always('Times 9'), text: always('You know your 9 times table.') },
  'all-times': {
    title: always('All the times tables from 2 to 10'),
    text: always('You know every one!'),
  },
  sharing: {
    title: always('Dividing by 2, 5, and 10'),
    text: always('You can divide by 2, 5, and 10.'),
  },
  'class-goal': {
    title: always('We did it together'),
    text: always('Your class reached its goal this week!'),
  },
  everybody: {
    title: always('We all practiced'),
    text: always('Everybody in your class practiced this week!'),
  },
}

export const achievementMessages = { announced: 'Look what you did!', of: ACHIEVEMENT_WORDS } as const
