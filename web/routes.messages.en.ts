/** What a browser's tab, a bookmark and a screen reader call each page. */
export const pageTitles = {
  guestHome: 'Play',
  practice: 'Practice',
  landing: 'Master Math Facts',
  about: 'About',
  contact: 'Contact Us',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  faq: 'FAQ',
  battle: 'Math Battle Arena',
  battleBoards: 'Math Battle Leaderboards',
  states: 'State vs State Challenge',
  daily: 'Daily Leaderboards',
  notFound: 'Page Not Found',
} as const
