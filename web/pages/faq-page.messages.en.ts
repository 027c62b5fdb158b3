import { dailyAllowance, inDays } from './section.ts'

export type Question = { readonly question: string; readonly answer: readonly string[] }

export type FaqFacts = {
  readonly name: string
  readonly guestDailySeconds: number
  readonly guestRetentionDays: number
}

const allowance = (guestDailySeconds: number): string => {
  const minutes = dailyAllowance(guestDailySeconds)
  return minutes === null
    ? 'As long as you like. This installation has no daily limit for guests.'
    : `Guests have ${minutes} of practice a day. A session that has begun may be finished, and pauses do not count. With an account from a teacher or a parent there is no limit.`
}

export const faqMessages = {
  title: 'Frequently Asked Questions',
  lead: 'Open as many as you like.',
  questions: (site: FaqFacts): readonly Question[] => [
    {
      question: 'Do I have to sign up?',
      answer: [
        'No. Press Play Now, and you get a nickname such as SwiftFox42. You can ask for a new name, or keep the one you like.',
        'A teacher or a parent can make an account for you. Then you sign in with a code, your name and a PIN (or three pictures), there is no daily limit, and your own page shows which facts you know. What you played today as a guest goes along.',
      ],
    },
    { question: 'How long can I practice each day?', answer: [allowance(site.guestDailySeconds)] },
    {
      question: 'When does a new day begin?',
      answer: [
        'At 2 AM Pacific time, for everybody. Your time starts again from zero, facts you have seen may come again, and you get a new nickname unless you kept yours.',
      ],
    },
    {
      question: 'How do points work?',
      answer: [
        'A right answer on the first try gives 5 points, on the second 3, on the third 1. After three misses the answer is shown and gives 0.',
        'Being fast gives nothing extra. You can hide the clock and still get the same points.',
      ],
    },
    {
      question: 'How do the leaderboards work?',
      answer: [
        'The points of all your sessions of a day add up, for each league by itself. With equal points, fewer problems come first, and then whoever got there first. Your rank stands on each league at home, and after each session.',
        'Every point also counts for your state. At 2 AM Pacific time all boards start again from zero.',
      ],
    },
    {
      question: 'Can I change my state, or have none?',
      answer: [
        'Yes. Press “Change” on your player card at home, and choose. All your points of the day move to the state you choose. With “No state” you still have your rank, and no place is shown for you.',
      ],
    },
    {
      question: 'What are visual models?',
      answer: [
        'Pictures that show what a problem means: ten-frames for adding and taking away, rows and columns for multiplying and dividing. A number line is ready for numbers above 20, which come later. Switch them on before you start, or press “Show me” when you are stuck.',
      ],
    },
    {
      question: 'What if the internet goes away?',
      answer: [
        'Keep playing. Practice needs no connection once it is open (only do not reload the page), and your results are sent when the connection is back. Each one counts once.',
      ],
    },
    {
      question: 'What can teachers do with it?',
      answer: [
        'Give a class the address: every child can practice at once, on any device, without accounts.',
        'Or sign up and make a class: type or paste the children’s names, print a card for each, and see which facts each child knows, on one grid. A child’s data can be downloaded and deleted at any time.',
        'Coming: teachers can assign practice.',
      ],
    },
    {
      question: 'What do parents get?',
      answer: [
        'Sign up as a parent and make an account for your child, or type the code that the teacher gives you. You see which facts your child knows, the minutes and the streak, and you can download all of it.',
        'Coming: progress reports by mail and suggested activities for home.',
      ],
    },
    {
      question: 'Where are my points on another device?',
      answer: [
        `A guest belongs to one browser on one device: that is where the key to it is kept. Another device is another guest. If you clear the browser’s data, you start over. On our server guest data is deleted within ${inDays(site.guestRetentionDays)}.`,
        'With an account you are the same player wherever you sign in.',
      ],
    },
    {
      question: 'Who can see me?',
      answer: [
        'The leaderboards show your nickname, your place, your points and how many problems you solved, to everybody. They never show the name of a child with an account. There is no chat, and nobody can write to you. The Privacy Policy has all of it.',
      ],
    },
  ],
} as const
