import { counted, plural } from '../../../domain/words.en.ts'

function minutes(ofSeconds: number): string {
  if (ofSeconds > 0 && ofSeconds < 60) return 'under 1 minute'
  return plural(Math.floor(ofSeconds / 60), { one: '# minute', other: '# minutes' })
}

/** Text about a child's progress, for the child and for the adults who look after the child. */
export const progressMessages = {
  stale: 'You’re offline, so these numbers may be old.',
  streak: {
    days: (days: number) => `${plural(days, { one: '# day', other: '# days' })} of practice`,
    run: (run: number, days: number) => {
      if (run > 0) return run > 1 ? `${counted(run)} in a row.` : ''
      return days === 0
        ? 'A new streak starts today.'
        : `A new streak starts today. ${plural(days, { one: '# day', other: '# days' })} so far.`
    },
    week: (days: number) => `Practiced on ${plural(days, { one: '# day', other: '# days' })} this week`,
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  },
  minutes: {
    title: 'This week',
    of: (seconds: number) => (seconds > 0 && seconds < 60 ? 'Under 1 minute' : minutes(seconds)),
    all: (all: number, sessions: number) =>
      `All time: ${minutes(all)}, ${plural(sessions, { one: '# session', other: '# sessions' })}`,
    points: (points: number) => `, ${plural(points, { one: '# point', other: '# points' })}`,
    chart: 'Minutes each day over the last 30 days',
    lastThirty: 'The last 30 days',
  },
} as const
