/** What went wrong with something that was asked of the server, and what helps. */
export const failureMessages = {
  offline: { title: 'You are offline', text: 'This needs a connection. Please try again when it is back.' },
  unreachable: { title: 'No answer', text: 'We could not reach the server. Please try again in a moment.' },
  signedOut: {
    title: 'You are signed out',
    text: 'Please sign in again. You will come back to this page.',
  },
  forbidden: { title: 'This page is for others', text: 'It does not belong to your kind of account.' },
  notFound: { title: 'Nothing here', text: 'It was removed, or it belongs to somebody else.' },
  wait: (seconds: number) =>
    seconds === 0
      ? { title: 'Ready again', text: 'You can try again now.' }
      : {
          title: 'Please wait',
          text: `That was too often. Please wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} and try again.`,
        },
  other: {
    title: 'That did not work',
    text: 'Something went wrong on our side. Please try again in a moment.',
  },
  tryAgain: 'Try Again',
  signIn: 'Sign in',
} as const
