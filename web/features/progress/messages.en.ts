const number = new Intl.NumberFormat('en')

function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${value === 1 ? one : many}`
}

function minutes(ofSeconds: number): string {
  if (ofSeconds > 0 && ofSeconds < 60) return 'less than 1 minute'
  return count(Math.floor(ofSeconds / 60), 'minute', 'minutes')
}

/** What stands on a child's progress, for the child and for the adults who look after it. */
export const progressMessages = {
  stale: 'You’re offline, so these numbers may be old.',
  streak: {
    days: (days: number) => `${count(days, 'day', 'days')} of practice`,
    run: (run: number, days: number) => {
      if (run > 0) return `${number.format(run)} in a row.`
      return days === 0
        ? 'A new streak starts today.'
        : `A new streak starts today. ${count(days, 'day', 'days')} so far.`
    },
    week: (days: number) => `Practiced on ${count(days, 'day', 'days')} this week`,
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    thisWeek: 'Monday to Sunday',
  },
  minutes: {
    title: 'This week',
    of: minutes,
    all: (all: number, sessions: number, points: number) =>
      `All time: ${minutes(all)}, ${count(sessions, 'session', 'sessions')}, ${count(points, 'point', 'points')}.`,
    chart: (days: number) => `Minutes each day: practiced on ${number.format(days)} of the last 30 days`,
    lastThirty: 'The last 30 days',
  },
} as const
