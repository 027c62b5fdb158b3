import { counted } from '../../../domain/words.en.ts'

/** The text of the battle boards. Sentences from the specification (§2) are verbatim. */
export const boardMessages = {
  title: 'Math Battle Leaderboards',
  back: 'Back to Practice',
  lead: 'Most wins in the last 7 days',
  join: 'Join Math Battle',
  number: (value: number) => counted(value),
  rank: (rank: number) => `#${counted(rank)}`,
  you: 'You',
  best: 'Best score',
  wins: 'Wins',
  streak: (wins: number) => `Win streak: ${counted(wins)}`,
  playersOf: (division: string) => `Champions in ${division}`,
  noBattles: 'No Battles Yet',
  beFirst: 'Be the first to compete!',
  failed: 'Couldn’t load the leaderboard. Trying again…',
  needsInternet: 'Leaderboards need the internet. Trying to connect…',
  stats: {
    title: 'Your battles',
    victories: 'Victories',
    battles: 'Battles',
    currentStreak: 'Current Streak',
    bestStreak: 'Best Streak',
    topScore: 'Top Score',
  },
} as const
