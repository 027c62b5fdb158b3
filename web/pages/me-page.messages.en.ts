export const mePageMessages = {
  title: 'My page',
} as const
