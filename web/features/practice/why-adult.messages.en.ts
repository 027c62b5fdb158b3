import type { Why } from '../../../domain/learning/why.ts'
import { LOCALE, plural } from '../../../domain/words.en.ts'

const DAY_MS = 86_400_000
/** Practice days have no time zone. */
const dayOfYear = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

function whyForAdult({ reason, day, days }: Why): string {
  switch (reason) {
    case 'easy':
      return 'Known. An easy one after two misses.'
    case 'missed':
      return 'Missed a moment ago.'
    case 'review':
      return day === null || days === null
        ? 'Known, and due for review.'
        : `Known. First right answer: ${dayOfYear.format(day * DAY_MS)}. Due for review after ${plural(days, { one: '# day', other: '# days' })}.`
    case 'learning':
      return days === null
        ? 'Still learning: needs quick right answers on more days.'
        : `Still learning: needs a quick right answer on ${plural(days, { one: '# more day', other: '# more days' })}.`
    case 'new':
      return 'First time. It’s just beyond what this child knows.'
    case 'again':
      return 'Extra practice with a fact from a while ago.'
  }
}

/** Why a problem is asked, for adults who look over a child's shoulder. */
export const whyMessages = { forAdult: whyForAdult, grownUps: 'For grown-ups' } as const
