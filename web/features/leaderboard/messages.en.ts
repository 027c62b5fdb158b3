const number = new Intl.NumberFormat('en')
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const timeOfDay = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })

const counted = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${count === 1 ? one : many}`

/** What stands on the daily boards. The sentences of the specification stand word for word. */
export const boardMessages = {
  number: (value: number) => number.format(value),
  pointsWord: (points: number) => (points === 1 ? 'point' : 'points'),
  problems: (problems: number) => counted(problems, 'problem', 'problems'),
  players: (players: number) => counted(players, 'player', 'players'),
  resets: (atMs: number, hours: number, minutes: number) => {
    const left = hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
    return `A new board starts at ${timeOfDay.format(atMs)}, in ${left}`
  },
  back: 'Back to Practice',
  leagues: 'League',
  updates: 'Updates by itself',
  stale: 'No news right now. We keep trying.',
  failed: {
    title: 'The board did not come through',
    text: 'We try again every few seconds. Practice works meanwhile.',
    players: 'Failed to fetch leaderboard',
    states: 'Failed to fetch state leaderboard',
  },
  offline: {
    title: 'You are offline',
    text: 'Boards need a connection. Practice works without one, and we keep your points.',
  },
  practise: (league: string) => `Practice ${league}`,
  you: 'You',
  yourRank: 'Your Rank',
  showMore: 'Show More (Top 50)',
  showLess: 'Show Less (Top 25)',
  playersOf: (league: string) => `Today’s players in ${league}`,
  noPlayers: 'No Players Yet',
  noPlayersText: 'The board is as empty as a new frame. Play a round and fill the first place.',
  noPlace: 'No place chosen',
  notPlaying: 'You are not playing yet',
  notPlayingText: 'Press Play Now, and your name can stand here too.',
  playNow: 'Play Now',
  topStates: 'Top States',
  allLeagues: 'All six leagues together',
  noStates: 'No states yet today.',
  toStates: 'State vs State Challenge',
  toPlayers: 'Daily Leaderboards',
  chooseLeague: 'Choose a league',
  yourState: 'Your State',
  stateRank: 'Rank',
  stateScore: 'Total score',
  statePlayers: 'Players',
  stateIsFirst: (state: string) => `${state} has no points here yet. Yours would be the first.`,
  unknownState: 'We do not know your state. Choose it at home, and your points count for it.',
  atHome: 'Choose your state',
  statesOf: (league: string) => `Today’s states in ${league}`,
  noStatesTitle: 'No states competing in this league yet.',
  noStatesText: 'Be the first to represent your state!',
  stateSums: (average: number, top: number) =>
    `average ${oneDecimal.format(average)} · best ${number.format(top)}`,
  map: 'Map of the states, a square each, shaded by points. The list of states says the same in words.',
  mapUnknown: 'Map of the states, a square each. Their points are not known right now.',
  mapTitle: 'The country today',
  mapSteps: ['None yet', 'Some', 'More', 'Most points'],
  mapTile: (state: string, points: number) => `${state}: ${counted(points, 'point', 'points')}`,
  how: 'How it works',
  howParts: [
    [
      'Team effort',
      'Every point of every player counts for their state. A short round counts as much as a long one, point for point.',
    ],
    [
      'Daily rankings',
      'Rankings update daily. At 2 AM in California a new board starts, empty for everybody.',
    ],
    ['State pride', 'Play for the place you live in, and see it climb while you look.'],
  ],
} as const
