import { MAX_RANGES } from '../../generated/constants.ts'
import { enumerated, LOCALE } from '../../../domain/words.en.ts'

const DATE = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

const dayOf = (day: string): string => DATE.format(Date.parse(`${day}T00:00:00Z`))
const rangeOf = (from: string, to: string): string =>
  from === to ? dayOf(from) : `${dayOf(from)} to ${dayOf(to)}`

/** Text about practice days, holidays, days away and announcements. */
export const calendarMessages = {
  ofClass: 'Practice days and holidays',
  ofFamily: 'Practice days, vacations and announcements',
  lead: 'Streaks don’t end on holidays, or on days that aren’t practice days. Children can also miss one practice day a week.',
  schoolDays: 'Practice days',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  oneDay: 'Keep at least one practice day.',
  zone: 'Time zone',
  zoneHint: 'A new day starts at 2 AM there.',
  holidays: { heading: 'Holidays', none: 'No holidays yet.', add: 'Add holiday' },
  copyHolidays: 'Copy holidays to my other classes',
  copiedHolidays: (classes: readonly string[]) => `Copied to ${enumerated(classes)}`,
  copyFailures: { conflict: `Nothing was copied: one class would have more than ${MAX_RANGES} holidays.` },
  away: { heading: 'Days away', none: 'No days away.', add: 'Add days away' },
  from: 'First day',
  to: 'Last day',
  toHint: 'Leave it empty for a single day.',
  range: rangeOf,
  remove: 'Remove',
  removeOf: (from: string, to: string): string => `Remove ${rangeOf(from, to)}`,
  problems: {
    no_day: 'Please enter a date that exists.',
    ends_first: 'The last day is before the first day.',
    too_long: 'That’s more than two years. Please check the dates.',
    full: `You can enter up to ${MAX_RANGES}. Remove old ones first.`,
  },
  announcesHome: 'Announce achievements',
  announcesHint:
    'Shown after practice. When this is off, children still earn them and find them on their own page.',
  ofChild: 'Days away and achievements',
  child: 'Child',
  choose: 'Choose a child',
  ofLinkedChild: 'Achievements',
  awayLead: (name: string): string =>
    `Days when ${name} was sick or away don’t end a streak, even if you enter them later.`,
  announcesChild: (name: string): string => `Announce achievements to ${name}`,
  failures: { bad_request: 'Please check what you entered.' },
} as const
