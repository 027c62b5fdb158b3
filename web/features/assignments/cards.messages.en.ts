import { dayName } from '../../../domain/school/assigned-names.en.ts'
import { LOCALE } from '../../../domain/words.en.ts'

const amounts = {
  problems: (count: number, amount: number) => `${count} of ${amount}`,
  minutes: (count: number, amount: number) => `${count} of ${amount} minutes`,
}

const TIME = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** A child's assignments on its home screen and in results. */
export const cardMessages = {
  heading: 'From your grown-ups',
  needs: 'What you need next',
  amount: (kind: keyof typeof amounts, count: number, amount: number) => amounts[kind](count, amount),
  due: (day: string, today: string) => `by ${dayName(day, today)}`,
  stillOpen: 'still open',
  asOf: (atMs: number) => `Offline. Last updated ${TIME.format(atMs)}.`,
  start: 'Start',
  goOn: 'Keep going',
  done: 'Done!',
  doneMore: 'Done! You can keep going if you like.',
  more: 'More',
  play: (name: string) => `Practice ${name}`,
} as const
