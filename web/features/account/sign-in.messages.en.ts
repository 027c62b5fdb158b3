import { plural } from '../../../domain/words.en.ts'

/** Text of signing in. A six-year-old has to understand the child's half. */
export const signInMessages = {
  title: 'Sign in',
  ways: 'Who are you?',
  child: 'Child',
  childHint: 'with a card from school or home',
  adult: 'Grown-up',
  adultHint: 'teacher or parent',
  entering: 'You’re in! One moment…',
  tryAgain: 'Try again',
  code: {
    label: 'Class code',
    hint: 'It’s on your card. Six letters or numbers.',
    next: 'Next',
    missing: 'Please type your class code.',
    notACode: 'Not yet. A class code has six letters and numbers. Take another look.',
  },
  name: {
    label: 'Your name',
    hint: 'Type it the way your card shows it.',
    next: 'Next',
    back: 'Use another class code',
    missing: 'Please type your name.',
  },
  known: {
    title: 'Tap your animal',
    other: 'My animal isn’t here',
    type: 'Type my name',
    forget: 'Clear this list',
  },
  pin: {
    hello: (name: string) => `Hello, ${name}!`,
    helloBadge: (badge: string) => `Hello, ${badge.toLowerCase()}!`,
    helloThere: 'Hello!',
    pictures: 'Press your three pictures, in order.',
    digits: 'Press your four numbers.',
    toDigits: 'My card has numbers',
    toPictures: 'My card has pictures',
    notMe: 'That’s not me',
    takeBack: 'Undo the last one',
    chosen: (count: number, total: number) => `${count} of ${total} chosen`,
    slot: (place: number) => `Picture ${place}: none yet`,
    pad: 'Pictures',
    checking: 'One moment…',
  },
  failures: {
    wrong_sign_in: 'Not yet. Take another look at your card.',
    bad_request: 'Not yet. Take another look at your card.',
  },
  stillWrong: (code: string, name: string | null) =>
    name === null
      ? `Is ${code} your class code? Your teacher can help.`
      : `Are you ${name}, in class ${code}? If not, press “That’s not me”.`,
  waitTitle: 'Take a little rest',
  wait: (seconds: number) =>
    plural(seconds, { one: 'Try again in # second.', other: 'Try again in # seconds.' }),
  classWaits: {
    title: 'Too many wrong tries with this code',
    text: 'Ask your teacher, or the person who gave you the card.',
    again: 'Try again',
  },
  again: 'You can try again now.',
  adultForm: {
    email: 'Email address',
    password: 'Password',
    submit: 'Sign in',
    otherWays: {
      forgotten: 'Forgot your password?',
      without: 'No account yet?',
      signUp: 'Create account',
    },
    missing: { email: 'Please enter your email address.', password: 'Please enter your password.' },
    failures: {
      wrong_sign_in: 'That email address or password isn’t right.',
      bad_request: 'Please enter an email address like rivera@school.example.',
      email_not_verified:
        'This address isn’t confirmed yet. Open the link in the email we sent you, or get a new one.',
    },
    verify: 'Send a new link',
  },
  here: {
    title: 'Someone is signed in here',
    text: (name: string) => `${name} is signed in on this device.`,
    goOn: (name: string) => `Continue as ${name}`,
    other: 'That’s not me: sign out',
  },
} as const
