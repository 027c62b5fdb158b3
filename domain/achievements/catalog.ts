/** What an achievement is about. In the order in which the most interesting ones are announced. */
export const ACHIEVEMENT_KINDS = ['mastery', 'growth', 'courage', 'effort', 'together'] as const

export type AchievementKind = (typeof ACHIEVEMENT_KINDS)[number]

/** Changes when a rule changes. A new rule only adds. */
export const ACHIEVEMENT_RULES = 2

/** The levels of an achievement that has only one. */
const ONCE = [1] as const

type Entry = {
  readonly kind: AchievementKind
  /** The counts at which it is earned. `good-to-see-you` is earned again each time; its level is how often. */
  readonly levels: readonly number[]
}

/** The thirty achievements (specification "achievements", section 3). Titles and sentences are in the screen's catalogs. */
export const ACHIEVEMENTS = {
  'first-practice': { kind: 'effort', levels: ONCE },
  days: { kind: 'effort', levels: [5, 10, 25, 50, 100, 150] },
  'good-week': { kind: 'effort', levels: ONCE },
  'week-after-week': { kind: 'effort', levels: [4, 8, 16, 30] },
  'good-to-see-you': { kind: 'effort', levels: ONCE },
  problems: { kind: 'effort', levels: [100, 500, 1000, 5000, 10_000] },
  'tried-again': { kind: 'courage', levels: [1, 25, 100] },
  'picture-helped': { kind: 'courage', levels: ONCE },
  'without-the-picture': { kind: 'courage', levels: [1, 10, 30] },
  'hard-one': { kind: 'courage', levels: [1, 5, 15] },
  'know-it-again': { kind: 'courage', levels: [1, 10] },
  'chose-hard-ones': { kind: 'courage', levels: [1, 10] },
  'something-new': { kind: 'courage', levels: [25, 100, 250] },
  'first-try-now': { kind: 'growth', levels: [1, 10, 30] },
  'still-knew-it': { kind: 'growth', levels: [1, 10, 50] },
  'all-four': { kind: 'growth', levels: ONCE },
  'both-ways': { kind: 'growth', levels: [5, 20, 50] },
  families: { kind: 'growth', levels: [1, 10, 40, 117] },
  facts: { kind: 'mastery', levels: [1, 10, 25, 50, 100, 200, 300] },
  doubles: { kind: 'mastery', levels: ONCE },
  'pairs-of-10': { kind: 'mastery', levels: ONCE },
  'across-10': { kind: 'mastery', levels: ONCE },
  'taking-away-to-10': { kind: 'mastery', levels: ONCE },
  'times-2-5-10': { kind: 'mastery', levels: ONCE },
  squares: { kind: 'mastery', levels: ONCE },
  'times-9': { kind: 'mastery', levels: ONCE },
  'all-times': { kind: 'mastery', levels: ONCE },
  sharing: { kind: 'mastery', levels: ONCE },
  'class-goal': { kind: 'together', levels: [1, 5, 15] },
  everybody: { kind: 'together', levels: [1, 5] },
} as const satisfies Readonly<Record<string, Entry>>

export type AchievementId = keyof typeof ACHIEVEMENTS

/** What children achieve together with their class. */
export const TOGETHER = ['class-goal', 'everybody'] as const satisfies readonly AchievementId[]

export type Together = (typeof TOGETHER)[number]

export const ACHIEVEMENT_IDS = Object.keys(ACHIEVEMENTS) as readonly AchievementId[]

/** Whether the text is the id of an achievement. */
export function isAchievement(id: string): id is AchievementId {
  return Object.hasOwn(ACHIEVEMENTS, id)
}

/** An achievement as it was earned. */
export type Earned = {
  readonly id: AchievementId
  readonly level: number
  /** The fact it is about; '' for none. */
  readonly about: string
  /** The number in its sentence. */
  readonly amount: number
  readonly atMs: number
  /** The day on the child's calendar. */
  readonly day: string
}

/** The levels that are reached when a count rises from `before` to `after`. */
export function levelsReached(id: AchievementId, before: number, after: number): readonly number[] {
  return ACHIEVEMENTS[id].levels.filter((level) => before < level && level <= after)
}
