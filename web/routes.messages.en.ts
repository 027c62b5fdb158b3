/** Titles of the pages in the first load. */
export const pageTitles = {
  guestHome: 'Play',
  practice: 'Practice',
} as const
