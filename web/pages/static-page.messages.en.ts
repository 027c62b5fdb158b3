export const staticPageMessages = {
  back: 'Back to Practice',
  dated: (date: string) => `Dated ${date}`,
} as const
