const timeOfDay = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })

/** What the guest home shows of the daily boards. The names of the specification (§2) stand word for word. */
export const previewMessages = {
  topStates: 'Top States',
  toStates: 'State vs State Challenge',
  noStates: 'No states yet today. Be the first to represent your state!',
  yourState: 'Your State',
  leaders: 'League Leaders',
  toLeaders: 'Daily Leaderboards',
  nobody: 'Nobody yet today',
  you: 'You',
  number: (value: number) => value.toLocaleString('en'),
  pointsWord: (points: number) => (points === 1 ? 'point' : 'points'),
  resets: (atMs: number) => `A new leaderboard starts at ${timeOfDay.format(atMs)}`,
  stale: 'Couldn’t refresh. Trying again…',
  failed: 'Couldn’t load. Trying again…',
} as const
