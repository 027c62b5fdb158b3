export const gardenPageMessages = {
  title: 'My garden',
  practice: 'Practice now',
  onDevice: (days: number) =>
    `This garden stays on this device, until nobody has played here for ${days === 1 ? '1 day' : `${days} days`}. To keep it, ask a grown-up for an account.`,
  somebodyElse: 'Somebody else is playing',
  change: {
    title: 'Start a new garden?',
    text: (nickname: string) => `The garden of ${nickname} will be gone. You can’t get it back.`,
    keep: 'Keep my garden',
    start: 'Start a new garden',
  },
} as const
