import { counted, plural } from '../../../domain/words.en.ts'

/** Text of a signed-in student's home. */
export const studentMessages = {
  hello: (name: string) => `Hello, ${name}!`,
  helloNobody: 'Hello!',
  playsAs: (nickname: string) => `On leaderboards, you are ${nickname}`,
  days: (days: number) => `${plural(days, { one: '# day', other: '# days' })} of practice`,
  run: (run: number) => {
    if (run === 0) return 'A new streak starts today.'
    return run > 1 ? `${counted(run)} in a row.` : ''
  },
  points: (points: number) => plural(points, { one: '# point today', other: '# points today' }),
  sessions: (sessions: number) => plural(sessions, { one: '# session today', other: '# sessions today' }),
  answersWait: 'Some answers are still on this device. You’ll get the points when they’re sent.',
  statsAway: 'You’ll see your points when you’re back online.',
  over: 'You’re signed out. Your work is saved on this device. Sign in again to send it.',
  overInPlay: 'You’re signed out. Keep playing! It’s all saved.',
  notCounted: 'This doesn’t count yet because you’re signed out. Sign in again on this device and it will.',
  signIn: 'Sign in again',
  playAsGuest: 'Play without signing in',
  locked: 'Sign in again, then pick one.',
  away: 'No connection, so we can’t check who you are.',
  tryAgain: 'Try again',
  battles: 'Your battles',
} as const
