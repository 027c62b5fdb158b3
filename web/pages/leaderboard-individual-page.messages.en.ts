export const dailyPageMessages = {
  title: 'Daily Leaderboards',
} as const
