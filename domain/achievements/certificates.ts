import type { Earned } from './catalog.ts'

/** Good weeks that make a good half-year. */
const HALF_YEAR_WEEKS = 16

/** What a certificate can be for, besides sets of facts. */
export const CERTIFIED = ['half_year', 'class_goal'] as const

type Certified = (typeof CERTIFIED)[number]

/** The certificates that a child has earned, besides those for sets of facts. */
export function certifiedBy(achievements: readonly Pick<Earned, 'id' | 'level'>[]): readonly Certified[] {
  const isWorth: Readonly<Record<Certified, boolean>> = {
    half_year: achievements.some(({ id, level }) => id === 'week-after-week' && level >= HALF_YEAR_WEEKS),
    class_goal: achievements.some(({ id }) => id === 'class-goal'),
  }
  return CERTIFIED.filter((one) => isWorth[one])
}
