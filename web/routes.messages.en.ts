/** What a browser's tab, a bookmark and a screen reader call the pages of the first load. */
export const pageTitles = {
  guestHome: 'Play',
  practice: 'Practice',
} as const
