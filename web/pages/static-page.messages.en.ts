export const staticPageMessages = {
  back: 'Back to Practice',
  /** The legal texts (specification §9). */
  dated: 'Dated August 16, 2025',
} as const
