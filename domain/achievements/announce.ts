import { ACHIEVEMENT_KINDS, ACHIEVEMENTS, type AchievementId, type AchievementKind } from './catalog.ts'

/** Older ones go into the collection without being announced. */
const ANNOUNCED_FOR_MS = 7 * 86_400_000
const MAX_SMALL = 2

type Waiting = {
  readonly id: AchievementId
  readonly level: number
  readonly atMs: number
  /** When it was announced; null if it was not. */
  readonly shownAtMs: number | null
}

/** What the results show: one large and two small ones. */
type Announced<T> = { readonly large: T; readonly small: readonly T[] } | null

const kindOf = ({ id }: { readonly id: AchievementId }): AchievementKind => ACHIEVEMENTS[id].kind
const orderOf = (one: Waiting): number => ACHIEVEMENT_KINDS.indexOf(kindOf(one))

/**
 * What to announce now: mastery before growth, courage and effort, and at most one achievement of effort a day. What does not fit
 * waits for the next results; after seven days it is only in the collection.
 */
export function announcedNow<T extends Waiting>(
  earned: readonly T[],
  todayStartMs: number,
  nowMs: number,
): Announced<T> {
  const hadEffort = earned.some((one) => kindOf(one) === 'effort' && (one.shownAtMs ?? 0) >= todayStartMs)
  const waiting = earned
    .filter((one) => one.shownAtMs === null && nowMs - one.atMs < ANNOUNCED_FOR_MS)
    .toSorted(
      (one, other) => orderOf(one) - orderOf(other) || other.level - one.level || other.atMs - one.atMs,
    )
  const firstEffort = waiting.find((one) => kindOf(one) === 'effort')
  const [large, ...small] = waiting.filter(
    (one) => kindOf(one) !== 'effort' || (!hadEffort && one === firstEffort),
  )
  return large ? { large, small: small.slice(0, MAX_SMALL) } : null
}
