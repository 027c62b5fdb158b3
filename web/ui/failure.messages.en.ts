import { plural } from '../../domain/words.en.ts'

/** What went wrong with a request to the server, and what to do. */
export const failureMessages = {
  unreachable: { title: 'Can’t reach the server', text: 'Check your connection and try again in a moment.' },
  signedOut: {
    title: 'You’re signed out',
    text: 'Please sign in again. You’ll come back to this page.',
  },
  forbidden: { title: 'You can’t open this page', text: 'Your account doesn’t have access to it.' },
  notFound: { title: 'Not found', text: 'It was removed, or it belongs to someone else.' },
  wait: (seconds: number) =>
    seconds === 0
      ? { title: 'Ready again', text: 'You can try again now.' }
      : {
          title: 'Please wait',
          text: `Too many tries. Please wait ${plural(seconds, { one: '# second', other: '# seconds' })} and try again.`,
        },
  other: {
    title: 'That didn’t work',
    text: 'Something went wrong on our side. Please try again in a moment.',
  },
  tryAgain: 'Try Again',
  signIn: 'Sign in',
} as const
