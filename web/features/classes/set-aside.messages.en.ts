import type { SetAside } from '../../../contract/child-data.ts'
import { LOCALE, plural } from '../../../domain/words.en.ts'

/** A practice day is a date of no time zone. */
const date = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' })

const dateOf = (practiceDay: string): string => date.format(new Date(`${practiceDay}T00:00:00Z`))

function between(firstAt: string, lastAt: string): string {
  const [first, last] = [time.format(new Date(firstAt)), time.format(new Date(lastAt))]
  return first === last ? `at ${first}` : `from ${first} to ${last}`
}

/** Text on answers that were set aside. */
export const setAsideMessages = {
  title: 'Set aside: too fast',
  why: 'These answers came faster than a child can read and type, or at the same time as other practice. They don’t count unless you accept them: then they count for facts, totals, and achievements, but not on leaderboards. Children don’t see this note.',
  day: ({ practiceDay, attempts, points, firstAt, lastAt }: SetAside['days'][number]) =>
    `${dateOf(practiceDay)}, ${between(firstAt, lastAt)}: ${plural(attempts, { one: '# answer', other: '# answers' })}, ${plural(points, { one: '# point', other: '# points' })}`,
  accept: 'Accept',
  acceptOf: (practiceDay: string) => `Accept the answers from ${dateOf(practiceDay)}`,
  accepted: 'These answers count now.',
}
