import type { Section } from './section.ts'

type AboutFacts = { readonly name: string; readonly operator: string; readonly battleSeconds: number }

export const aboutMessages = {
  title: 'About',
  landing: 'Teachers and parents: start here',
  lead: (name: string) =>
    `${name} helps children learn their math facts by heart, calmly, a little every day.`,
  sections: ({ name, operator, battleSeconds }: AboutFacts): readonly Section[] => [
    {
      heading: 'What it is',
      body: [
        `${name} is practice for addition, subtraction, multiplication and division facts, for kindergarten through sixth grade. A session has 10, 20 or 50 problems and takes a few minutes.`,
        'There’s nothing to sign up for. Press Play Now, get an animal nickname, pick a league and start.',
        'To save progress, a child needs an account from a teacher or parent. It shows, fact by fact, what the child knows and what comes next.',
      ],
    },
    {
      heading: 'How it teaches',
      body: [
        `${name} learns from every answer which facts a child knows. Facts the child knows come back before they are forgotten, first after a few days, then after longer and longer breaks. It adds a new fact whenever the child is ready. A missed fact comes back a few problems later, with a hint that fits the mistake. Press “?” on any problem to see why it was asked.`,
        'A fact is easier to remember when you can see it. So every problem can show a picture: ten-frames and number lines for addition and subtraction, rows and columns for multiplication and division.',
        'A wrong answer means “not yet”. You get three tries, and then we show you the answer. In practice, speed earns nothing extra, and you can play with no clock.',
        `A Math Battle is a ${battleSeconds}-second game for two or three players. Everyone gets the same problems, and answers in under three seconds earn a little more. If nobody else is around, a computer plays, and it is always labeled as a computer.`,
      ],
    },
    {
      heading: 'Who it is for',
      body: [
        'Children who want to practice, at home or in class. Parents and teachers who want something that just works: on an old laptop, a tablet or a phone, by keyboard, touch or screen reader.',
      ],
    },
    {
      heading: 'For teachers and parents',
      body: [
        'Teachers paste or import a list of children, print sign-in cards, and assign practice to a class or to some of its children. They see which facts each child knows, and which are hard, and print reports, practice sheets and certificates.',
        'Parents see the same for their child, with a report of each week and games to play together. They can assign practice, hand the device to their child with one press, and get it back with their password.',
      ],
    },
    {
      heading: 'Who runs it',
      body: [
        `This installation of ${name} is run by ${operator}. The software is open source, under the MIT License.`,
      ],
    },
  ],
} as const
