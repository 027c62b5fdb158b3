export const contactMessages = {
  title: 'Contact Us',
  lead: 'A question, a problem or an idea? Write to us. A person reads every message.',
  addressHeading: 'Write to',
  facts: [
    { heading: 'Reply', text: 'Within 24 hours.' },
    { heading: 'Support hours', text: 'Monday to Friday, 8 AM to 6 PM Pacific.' },
  ],
  runBy: (operator: string) => `${operator} runs this site.`,
  helpfulHeading: 'What to tell us',
  helpful: [
    [
      'What you did, and what happened.',
      'Your device and browser, if you know them.',
      'The nickname on the screen and the day, if it is about points or time.',
    ],
    'Children: please ask a grown-up to write. Never send us a full name, an age or the name of a school.',
  ],
} as const
