export const accountMessages = {
  menu: {
    signedInAs: 'Signed in as',
    play: 'Play',
    me: 'My page',
    classes: 'My classes',
    children: 'My children',
    signOut: 'Sign out',
    signInAgain: 'Sign in again',
  },
  gate: {
    strangerTitle: 'Sign in first',
    stranger: 'This page is for people who are signed in.',
    overTitle: 'You are signed out',
    over: 'You were signed out. Sign in again and go on where you were.',
    awayTitle: 'No connection',
    away: 'We cannot find out who is signed in. Please try again in a moment.',
    otherRoleTitle: 'This page is not yours',
    otherRole: 'You are signed in, but this page is for somebody else.',
    signIn: 'Sign in',
    tryAgain: 'Try again',
    home: 'Go Home',
  },
} as const
