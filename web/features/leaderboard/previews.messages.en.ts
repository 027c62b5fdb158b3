import { LOCALE, counted, plural } from '../../../domain/words.en.ts'

const timeOfDay = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })

/** Text of the daily boards on the guest home. Names from the specification (§2) are verbatim. */
export const previewMessages = {
  topStates: 'Top States',
  toStates: 'State vs State Challenge',
  noStates: 'No states yet today. Be the first to represent your state!',
  yourState: 'Your State',
  leaders: 'League Leaders',
  toLeaders: 'Daily Leaderboards',
  nobody: 'Nobody yet today. Be first!',
  you: 'You',
  number: (value: number) => counted(value),
  pointsWord: (points: number) => plural(points, { one: 'point', other: 'points' }),
  resets: (atMs: number) => `Starts over at ${timeOfDay.format(atMs)}`,
  stale: 'Couldn’t refresh. Trying again…',
  failed: 'Couldn’t load. Trying again…',
} as const
