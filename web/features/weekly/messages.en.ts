import { LOCALE } from '../../../domain/words.en.ts'

const DATE = new Intl.DateTimeFormat(LOCALE, { month: 'long', day: 'numeric', timeZone: 'UTC' })
const DAY_MS = 86_400_000

/** The weekly report for parents. */
export const weeklyMessages = {
  title: 'Weekly report',
  back: 'My children',
  thisWeek: 'This week so far',
  week: (monday: string) =>
    `Week of ${DATE.formatRange(Date.parse(monday), Date.parse(monday) + 6 * DAY_MS)}`,
  weeks: 'Weeks',
  earlier: 'Earlier week',
  later: 'Later week',
  noChildren: 'No children yet',
  noChildrenLead: 'Add a child or link one with a code from the teacher. Their weekly reports will be here.',
  addChildren: 'Go to my children',
  email: {
    heading: 'Weekly email',
    turnOn: 'Email me this report every Sunday',
    to: (address: string) => `To ${address}`,
    when: (zone: string) => `It comes on Sunday at 4 PM (${zone.replaceAll('_', ' ')}).`,
    zoneHere: (zone: string) => `Use ${zone.replaceAll('_', ' ')} time`,
    paused:
      'There’s been no practice for three weeks, so we’ve paused these emails. They’ll start again after the next practice.',
    about: (name: string) => `About ${name}`,
    firstNames: 'Use first names',
    firstNamesHint: 'Otherwise the email says “your child.”',
    notConfirmed: 'To get it, confirm your email address first.',
    bounced: (address: string) =>
      `Our email to ${address} came back, so we turned it off. If the address works again, turn it on.`,
  },
  off: {
    ask: {
      title: 'No more weekly emails?',
      lead: 'You can turn them on again at any time, below your weekly report.',
    },
    turnOff: 'Turn off the weekly email',
    done: { title: 'The email is off', lead: 'You can turn it on again below your weekly report.' },
    damaged: {
      title: 'This link doesn’t work',
      lead: 'Copy the whole link from the email. You can also turn the email off after signing in.',
    },
    report: 'Weekly report',
  },
} as const
