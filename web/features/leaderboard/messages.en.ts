import { LOCALE, counted, plural } from '../../../domain/words.en.ts'

const timeOfDay = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })

/** Text of the daily boards. Sentences from the specification (§2) are verbatim. */
export const boardMessages = {
  number: (value: number) => counted(value),
  pointsWord: (points: number) => plural(points, { one: 'point', other: 'points' }),
  problems: (problems: number) => plural(problems, { one: '# problem', other: '# problems' }),
  players: (players: number) => plural(players, { one: '# player', other: '# players' }),
  resets: (atMs: number, hours: number, minutes: number) => {
    const left = hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
    return `Starts over at ${timeOfDay.format(atMs)}, in ${left}`
  },
  back: 'Back to Practice',
  leagues: 'League',
  updates: 'Live',
  paused: 'Paused',
  stale: 'Couldn’t refresh. Trying again…',
  failed: 'Couldn’t load the leaderboard. Trying again…',
  needsInternet: 'Leaderboards need the internet. Trying to connect…',
  failedShort: 'Couldn’t load. Trying again…',
  practice: (league: string) => `Practice ${league}`,
  you: 'You',
  yourRank: 'Your Rank',
  nearYou: 'Players near you',
  wholeBoard: 'Whole leaderboard',
  showMore: 'Show More (Top 50)',
  showLess: 'Show Less (Top 25)',
  playersOf: (league: string) => `Today’s players in ${league}`,
  noPlayers: 'No Players Yet',
  noPlayersText: 'Be the first!',
  noPlace: 'No location',
  notPlaying: 'You’re not playing yet',
  notPlayingText: 'Press Play Now to get on the leaderboard.',
  playNow: 'Play Now',
  topStates: 'Top States',
  allLeagues: 'All six leagues combined',
  noStates: 'No states yet today.',
  toStates: 'State vs State Challenge',
  toPlayers: 'Daily Leaderboards',
  chooseLeague: 'Choose a league',
  yourState: 'Your State',
  stateRank: 'Rank',
  stateScore: 'Total score',
  statePlayers: (players: number) => plural(players, { one: 'Player', other: 'Players' }),
  stateIsFirst: (state: string) => `Play this league to score for ${state}!`,
  unknownState: 'Pick your state so your points count for it.',
  statesOf: (league: string) => `Today’s states in ${league}`,
  noStatesTitle: 'No states competing in this league yet.',
  noStatesText: 'Be the first to represent your state!',
  stateSums: (average: number, top: number) =>
    `${plural(Math.round(average), { one: '# point', other: '# points' })} each · best ${counted(top)}`,
  map: 'Map of the states as squares, shaded by points. The list of states has the same numbers.',
  mapUnknown: 'Map of the states as squares. We can’t load their points right now.',
  mapSteps: ['None yet', 'Some', 'More', 'Most'],
  mapOwn: 'Yours',
  mapTile: (state: string, points: number) =>
    `${state}: ${plural(points, { one: '# point', other: '# points' })}`,
  how: 'How it works',
  howParts: [
    [
      'Team effort',
      'Every point from a league counts for your state. Points from Today’s ten stay with you.',
    ],
    ['Daily rankings', 'Rankings update daily. Every day, all states start from zero.'],
    ['State pride', 'Play for your state and watch it climb.'],
  ],
} as const
