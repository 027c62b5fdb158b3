import type { SetAside } from '../../../contract/child-data.ts'

const number = new Intl.NumberFormat('en')
/** A practice day is a date of no time zone. */
const date = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

const dateOf = (practiceDay: string): string => date.format(new Date(`${practiceDay}T00:00:00Z`))

function between(firstAt: string, lastAt: string): string {
  const [first, last] = [time.format(new Date(firstAt)), time.format(new Date(lastAt))]
  return first === last ? `at ${first}` : `from ${first} to ${last}`
}

/** What adults read of answers that were set aside. */
export const setAsideMessages = {
  title: 'Set aside: too fast',
  why: 'These answers came faster than a child can read and type, or at the same time as other practice. They don’t count for facts, totals, or leaderboards unless you accept them. Children don’t see this note.',
  day: ({ practiceDay, attempts, points, firstAt, lastAt }: SetAside['days'][number]) =>
    `${dateOf(practiceDay)}, ${between(firstAt, lastAt)}: ${number.format(attempts)} ${
      attempts === 1 ? 'answer' : 'answers'
    }, ${number.format(points)} ${points === 1 ? 'point' : 'points'}`,
  accept: 'Accept',
  acceptOf: (practiceDay: string) => `Accept the answers from ${dateOf(practiceDay)}`,
  accepted: 'These answers count now.',
}
