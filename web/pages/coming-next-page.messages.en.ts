/** The screens of later capabilities: the title each will have (specification §2) and what it will be. */
export const comingNextMessages = {
  soon: 'Coming next',
  honest: 'It is being built and is not here yet: there is nothing to join, and nobody is ranked.',
  meanwhile: 'Practice is open. The facts you learn there are what you will need here.',
  back: 'Back to Practice',
  screens: {
    battle: {
      title: 'Math Battle Arena',
      text: 'Sixty seconds, the same problems for everybody, two or three players, or a computer player if nobody is around.',
    },
    'battle-leaderboard': {
      title: 'Math Battle Leaderboards',
      text: 'Who won most, division by division: addition and subtraction, multiplication and division.',
    },
  },
} as const

export type ComingScreen = keyof typeof comingNextMessages.screens
