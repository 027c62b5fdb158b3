const number = new Intl.NumberFormat('en')

const count = (value: number, one: string, many: string): string =>
  `${number.format(value)} ${value === 1 ? one : many}`

/** What a signed-in student reads on the home screen. */
export const studentMessages = {
  hello: (name: string) => `Hello, ${name}!`,
  helloNobody: 'Hello!',
  tagline: 'Pick what you want to practice.',
  playsAs: (nickname: string) => `On the boards you are ${nickname}`,
  points: (points: number) => count(points, 'point today', 'points today'),
  sessions: (sessions: number) => count(sessions, 'round today', 'rounds today'),
  answersWait: 'Some answers wait on this device. Points come when they are sent.',
  statsAway: 'Your points come when the connection is back.',
  myPage: 'My page',
  over: 'You are signed out. What you did is kept on this device until you sign in again.',
  overInPlay: 'You are signed out. Play on, we keep it all.',
  notCounted: 'This does not count yet: you are signed out. Sign in again on this device, and it will.',
  signIn: 'Sign in again',
  playAsGuest: 'Play without signing in',
  locked: 'Sign in again, then choose.',
  away: 'We cannot reach the server to see who you are.',
  tryAgain: 'Try again',
  battles: 'Your battles',
} as const
