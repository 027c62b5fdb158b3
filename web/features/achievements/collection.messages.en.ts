import type { AchievementKind } from '../../../domain/achievements/catalog.ts'
import { LOCALE, plural } from '../../../domain/words.en.ts'

const date = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Headings of the collection of a child's achievements. */
export const collectionMessages = {
  title: 'What I’ve done',
  titleForAdults: 'Achievements',
  on: (day: string): string => date.format(Date.parse(`${day}T00:00:00Z`)),
  /** Instead of the sentence about the first week in which the class reached its goal. */
  goals: (weeks: number): string =>
    `Your class has reached its goal ${plural(weeks, { one: '# time', other: '# times' })}!`,
  kinds: {
    mastery: 'What I know',
    growth: 'How I’ve grown',
    courage: 'I kept trying',
    effort: 'I practiced',
    together: 'Together',
  } satisfies Record<AchievementKind, string>,
} as const
