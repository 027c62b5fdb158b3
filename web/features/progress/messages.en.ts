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
    title: 'Days in a row',
    days: (days: number) => count(days, 'day', 'days'),
    cheer: (days: number, today: boolean) => {
      if (today) return days === 1 ? 'Good start!' : 'Practiced today. Nice work!'
      return days === 0 ? 'Practice today to start a new streak.' : 'Practice today to keep it going.'
    },
    longest: (longest: number, days: number) =>
      `Longest streak: ${count(longest, 'day', 'days')}. Practiced ${count(days, 'day', 'days')} in all.`,
    frame: (days: number) => `Practiced on ${number.format(days)} of the last 10 days`,
    lastTen: 'The last 10 days',
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
