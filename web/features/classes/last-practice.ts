import { daysBefore } from '../../../domain/practice-day.ts'
import { classMessages } from './messages.en.ts'
import { LOCALE } from '../../../domain/words.en.ts'

const { children: words } = classMessages

const DATE = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const NEAR_DAYS = 7

/** The day of the last practice in words, such as "yesterday", as seen on the practice day `today`; both `YYYY-MM-DD`. */
export function lastPracticeWords(day: string | null, today: string): string {
  if (day === null) return words.never
  if (day >= today) return words.today
  if (day === daysBefore(today, 1)) return words.yesterday
  const days = Array.from({ length: NEAR_DAYS }, (_, back) => daysBefore(today, back)).indexOf(day)
  return days > 0 ? words.daysAgo(days) : DATE.format(new Date(`${day}T00:00:00Z`))
}
