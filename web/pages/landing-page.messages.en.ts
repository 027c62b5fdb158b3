/** Something that Tenfold has. */
export type Offer = {
  readonly title: string
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string }
}

const bullets: readonly Offer[] = [
  {
    title: 'Adaptive Algorithm',
    text: 'It learns which facts you know and picks the ones that help you most. Facts you know come back before you forget them.',
  },
  { title: 'Visual Models', text: 'Ten-frames, number lines and arrays show what a fact means.' },
  {
    title: 'Progress Tracking',
    text: 'See every fact you know. Watch it grow.',
  },
  {
    title: 'Teacher Dashboard',
    text: 'Paste or import your list, print sign-in cards, assign practice, see which facts each child knows, and print reports and practice sheets. Children can also practice without accounts.',
  },
]

const audiences: readonly Offer[] = [
  {
    title: 'Students',
    text: 'Pick a league, play for two minutes, see how you did. A wrong answer means “not yet”: you get three tries, and practice has no bonus for speed. You can play with no clock.',
  },
  {
    title: 'Teachers',
    text: 'Works on the Chromebooks you have, even when the Wi-Fi doesn’t. Nothing to install. Create a class, let children sign in with a PIN or three pictures, and see what each one knows. Assign what each child needs with one press. First names are enough.',
  },
  {
    title: 'Parents',
    text: 'Free, with nothing to buy and no chat. We store very little, and the Privacy Policy says exactly what. See which facts your child knows and what the week brought, assign practice, and download or delete the data.',
    link: { href: '/games', label: 'Twenty games for home' },
  },
]

export const landingMessages = {
  nav: { label: 'On this page', features: 'Features', about: 'About', start: 'Get Started' },
  headline: 'Master Math Facts with Adaptive Learning',
  lead: 'Practice at each student’s own pace: addition, subtraction, multiplication and division in calm, two-minute sessions.',
  playAsGuest: 'Play as Guest',
  tryIt: 'Try It Free',
  noSignUp: 'No sign-up. No child’s email, ever. No ads.',
  grownUps: 'Teacher or parent?',
  signUp: 'Create account',
  signIn: 'Sign in',
  bullets,
  example: {
    caption: 'What a problem looks like',
    place: 'Problem 3 of 10',
    timer: '00:45',
    progress: 'Session progress',
    progressPercent: 30,
    problem: '7 + 8 = ?',
    frames: 'Seven dots in one ten-frame, eight in another',
    answer: 'Your answer would go here',
  },
  features: {
    title: 'Features',
    engine: {
      title: 'Adaptive Engine',
      text: 'Every answer decides what comes next. A new fact comes when the child is ready for it. A missed fact comes back a few problems later. A fact the child knows comes back after a few days, then after longer and longer breaks, so that it stays known. Press “?” on a problem to see why it was asked.',
      picture: 'Longer and longer breaks: 2, 3, 5 and 8 days',
      days: (days: number) => `${days} days`,
    },
    visual: {
      title: 'Visual Learning',
      text: 'Every fact has a picture. Turn pictures on from the start, or press “Show me” when you are stuck.',
      tenFrames: 'Ten-frames',
      tenFramesPicture: 'Ten-frames with nine dots and four dots',
      numberLine: 'Number lines',
      numberLinePicture: 'A number line with a jump of six from eight',
      array: 'Arrays',
      arrayPicture: 'Six rows of four dots',
    },
    motivation: {
      title: 'Motivation System',
      text: 'Right answers grow a garden. Badges celebrate what you learned. Days of practice add up, and nothing is ever taken away.',
    },
  },
  about: {
    title: 'For Students, Teachers, and Parents',
    audiences,
  },
} as const
