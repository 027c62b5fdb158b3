import { dailyAllowance } from './section.ts'
import { inDays } from './section.messages.en.ts'

export type Question = { readonly question: string; readonly answer: readonly string[] }

type FaqFacts = {
  readonly name: string
  readonly guestDailySeconds: number
  readonly guestRetentionDays: number
}

const allowance = (guestDailySeconds: number): string => {
  const minutes = dailyAllowance(guestDailySeconds)
  return minutes === null
    ? 'As long as you like. Guests have no daily limit here.'
    : `Guests get ${minutes} a day, battles included. You can always finish what you started, and pauses don’t count. With an account from a teacher or parent, there is no limit.`
}

const asked = (question: string, ...answer: readonly string[]): Question => ({ question, answer })

export const faqMessages = {
  title: 'Frequently Asked Questions',
  lead: 'Press a question to see its answer.',
  questions: (site: FaqFacts): readonly Question[] => [
    asked(
      'Do I have to sign up?',
      'No. Press Play Now and you get a nickname like SwiftFox42. You can ask for a new one, or keep the one you like.',
      'A teacher or parent can create an account for you. Then you sign in with a code, your name and a PIN (or three pictures). There is no daily limit, and your own page shows which facts you know. The facts you practiced today as a guest on that device come with you, and so do the points, in each league where you have none of your own today.',
    ),
    asked(
      'How does it choose what to ask?',
      'It remembers which facts you know. A fact you know comes back after a few days, before you forget it. A fact you’re learning comes back the next day, and one you miss comes back a few problems later. New facts are close to what you already know. Press “?” on a problem to see why it was asked.',
      'Only your first try counts. “Fast” means fast for you.',
    ),
    asked('How long can I practice each day?', allowance(site.guestDailySeconds)),
    asked(
      'When does a new day start?',
      'At 2 AM Pacific time, for everyone. You get your practice time back, and a new nickname unless you kept yours. What you know is still remembered on your device.',
    ),
    asked(
      'How do points work?',
      'You get 5 points on the first try, 3 on the second and 1 on the third. After three misses we show you the answer, for 0 points.',
      'Speed earns nothing extra. You can play with no clock and get the same points.',
    ),
    asked(
      'How do the leaderboards work?',
      'Each league adds up all your points for the day. If two players have the same points, the one who needed fewer problems comes first, and then the one who got there first. You can see your rank at home and after each session.',
      'Guests play here too. Points from leagues also count for your state. All leaderboards start over at 2 AM Pacific time.',
    ),
    asked(
      'Can I change or hide my state?',
      'Yes. Press “Change” on your player card at home. All your points for today move to the state you choose. With “No state” you keep your rank, and your location stays hidden.',
    ),
    asked(
      'What are the pictures for?',
      'They show what a problem means: ten-frames and number lines for addition and subtraction, rows and columns for multiplication and division. Turn them on before you start, or press “Show me” when you are stuck.',
    ),
    asked(
      'What if the internet goes out?',
      'Keep playing. After your first visit, home, practice and your garden open without a connection. We send your results when you’re back online, and each one counts once.',
    ),
    asked(
      'Which browsers work?',
      'Safari 16.4, Chrome or Edge 111, Firefox 128, and all newer ones. On an iPad, that is iPadOS 16.4 or newer.',
    ),
    asked(
      'What can teachers do?',
      'Share the address with your class. Every child can practice right away, on any device, with no account.',
      'Or create an account and a class: paste the children’s names or import a list from your school’s system, print their cards, and see which facts each child knows. You can download or delete a child’s data at any time.',
      'Assign practice to the class or to some children: what each child needs, a league, or facts you choose. You see who has done it.',
      'Print a report on each child, practice sheets and certificates.',
    ),
    asked(
      'What can parents do?',
      'Sign up as a parent and create an account for your child, or enter the code the teacher gives you. You’ll see which facts your child knows, how long they practiced and their streak, and you can download all of it.',
      'The page “Games for home” (/games) has twenty five-minute games to play together, without a screen.',
      'Every week has a report, and you can assign practice. To let your child play on your device, press “Hand over”: the child needs no PIN, and you get the device back with your password.',
    ),
    asked(
      'Where are my points on another device?',
      `A guest lives in one browser on one device, so another device is another guest. If you clear the browser’s data, you start over. Our server deletes guest data within ${inDays(site.guestRetentionDays)}.`,
      'With an account, you are the same player wherever you sign in.',
    ),
    asked(
      'Who can see me?',
      'Leaderboards show everyone your nickname, location, points and how many problems you solved. They never show a child’s real name. There is no chat, and nobody can send you messages. Read more in the Privacy Policy.',
    ),
  ],
} as const
