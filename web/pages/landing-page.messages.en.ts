/** What is promised and not built yet is marked as coming, wherever it stands. */
export type Offer = { readonly title: string; readonly text: string; readonly coming?: string }

const bullets: readonly Offer[] = [
  {
    title: 'Adaptive Algorithm',
    text: 'Easy and hard facts take turns, and what you had today steps aside.',
    coming: 'spaced repetition at your own pace.',
  },
  { title: 'Visual Models', text: 'Ten-frames, number lines and arrays show what a fact means.' },
  {
    title: 'Progress Tracking',
    text: 'A dot for every problem, your results after every session, and with an account every fact you know, over weeks.',
  },
  {
    title: 'Teacher Dashboard',
    text: 'Make a class, print a card for each child, and see which facts each one knows. Or practice without accounts.',
    coming: 'assignments and reports.',
  },
]

const audiences: readonly Offer[] = [
  {
    title: 'Students',
    text: 'Pick a league, play two minutes, see how you did. A wrong answer is “not yet”: there are three tries, and no points for rushing. You can hide the clock.',
  },
  {
    title: 'Teachers',
    text: 'Works on the Chromebooks you have, also when the network does not. Nothing to install. Make classes, let children sign in with a PIN or three pictures, and see what each one knows; first names are enough.',
    coming: 'assign practice.',
  },
  {
    title: 'Parents',
    text: 'Free to play, with nothing to buy, nobody to chat with, and little stored: the Privacy Policy says exactly what. See which facts your child knows, and take the data along or delete it.',
    coming: 'progress reports and suggested activities for home.',
  },
]

export const landingMessages = {
  nav: { label: 'On this page', features: 'Features', about: 'About', start: 'Get Started' },
  headline: 'Master Math Facts with Adaptive Learning',
  lead: 'Practice that keeps each student’s pace: addition, subtraction, multiplication and division, in calm sessions of two minutes.',
  playAsGuest: 'Play as Guest',
  tryIt: 'Try It Free',
  noSignUp: 'No sign-up needed. No e-mail from children. No ads.',
  grownUps: 'Teacher or parent?',
  signUp: 'Make an account',
  signIn: 'Sign in',
  comingLabel: 'Coming:',
  bullets,
  example: {
    caption: 'What a problem looks like',
    place: 'Problem 3 of 10',
    timer: '00:45',
    progress: 'Progress of the session',
    progressPercent: 30,
    problem: '7 + 8 = ?',
    frames: 'Seven dots in one ten-frame, eight in another',
    answer: 'Your answer would go here',
  },
  features: {
    title: 'Features',
    engine: {
      title: 'Adaptive Engine',
      text: 'A session takes facts from every level of difficulty in turn and mixes them, so that none is all easy or all hard. Facts you have not seen today come first.',
      coming: 'spaced repetition, which brings each fact back when this student is about to forget it.',
      picture: 'Four facts of four levels of difficulty, one after the other',
    },
    visual: {
      title: 'Visual Learning',
      text: 'Every fact has a picture. Switch pictures on from the start, or press “Show me” when you are stuck.',
      tenFrames: 'Ten-frames',
      tenFramesPicture: 'Ten-frames with nine dots and four dots',
      numberLine: 'Number lines',
      numberLinePicture: 'A number line with a jump of six from eight',
      array: 'Arrays',
      arrayPicture: 'Six rows of four dots',
    },
    motivation: {
      title: 'Motivation System',
      text: 'Each problem leaves its mark: a full dot at the first try, a half one later, an open diamond when the answer was shown. A session ends with a level, from Keep Going to Legendary, and confetti. With an account, days in a row make a streak.',
      coming: 'badges and achievements.',
    },
  },
  about: {
    title: 'For Students, Teachers, and Parents',
    audiences,
  },
} as const
