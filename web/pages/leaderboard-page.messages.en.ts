export const statesPageMessages = {
  title: 'State vs State Challenge',
} as const
