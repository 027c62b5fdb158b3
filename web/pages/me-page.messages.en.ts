export const mePageMessages = {
  title: 'My garden',
  practice: 'Practice now',
} as const
