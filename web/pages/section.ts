import { allowanceWords, isUnlimited } from '../features/guest/allowance.ts'
import { LOCALE } from '../../domain/words.en.ts'

/** A section of a text page: a heading, then paragraphs and lists in reading order. */
export type Section = {
  readonly heading: string
  readonly body: readonly (string | readonly string[])[]
}

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

/** '2025-08-16' as 'August 16, 2025'. Formatted in UTC, so that the time zone cannot shift the day. */
export function longDate(isoDate: string): string {
  return DATE.format(new Date(`${isoDate}T00:00:00Z`))
}

/** '10 minutes' for 600 seconds, or null when there is no limit (decisions §1: 999999). */
export function dailyAllowance(seconds: number): string | null {
  return isUnlimited(seconds) ? null : allowanceWords(seconds)
}
