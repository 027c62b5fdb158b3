import type { Section } from './section.ts'

export type AboutFacts = { readonly name: string; readonly operator: string; readonly battleSeconds: number }

export const aboutMessages = {
  title: 'About',
  lead: (name: string) =>
    `${name} helps children know their math facts by heart, calmly and a little every day.`,
  sections: ({ name, operator, battleSeconds }: AboutFacts): readonly Section[] => [
    {
      heading: 'What it is',
      body: [
        `${name} is practice for addition, subtraction, multiplication and division facts, roughly for kindergarten to sixth grade. A session has 10, 20 or 50 problems and takes about two minutes.`,
        'Nobody has to sign up. Press Play Now, get a nickname with an animal, choose a league and begin.',
        'Who wants to keep what was learned has an account from a teacher or a parent: it shows, fact by fact, what is known and what comes next.',
      ],
    },
    {
      heading: 'How it teaches',
      body: [
        'A fact is easier to keep when you can see it. So every problem can be shown as a picture: ten-frames for adding and taking away, rows and columns for multiplying and sharing, and a number line once numbers above 20 come.',
        'A wrong answer is “not yet”. You have three tries, the answer is shown when they are used up, and the problem after it is a fresh start. Being fast earns nothing extra. The clock can be hidden.',
        `A Math Battle is a ${battleSeconds}-second game for two or three: the same problems for everybody, and an answer in less than three seconds earns a little more. If nobody else is there, a computer player joins, and it always says that it is one.`,
      ],
    },
    {
      heading: 'Who it is for',
      body: [
        'Children who want to practice, at home or in class. Parents and teachers who want something that works at once, on an old laptop, a tablet or a phone, with a keyboard, a finger or a screen reader.',
      ],
    },
    {
      heading: 'What comes next',
      body: [
        'Facts that come back just before they are forgotten, practice that a teacher assigns, and badges. The pages say “coming” until they are there.',
      ],
    },
    {
      heading: 'Who runs it',
      body: [
        `This installation of ${name} is run by ${operator}. The software is open: it is under the MIT License.`,
      ],
    },
  ],
} as const
