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

const isNews = (atMs: number, nowMs: number): boolean => nowMs - atMs < ANNOUNCED_FOR_MS

const kindOf = ({ id }: { readonly id: AchievementId }): AchievementKind => ACHIEVEMENTS[id].kind
const orderOf = (one: Waiting): number => ACHIEVEMENT_KINDS.indexOf(kindOf(one))

/**
 * What the results announce now, of each achievement its highest level: mastery before growth, courage and effort, and at most one
 * achievement of effort a day. What does not fit waits for the next results; after seven days it is only in the collection. Home announces
 * what the child achieved together with its class.
 */
export function announcedNow<T extends Waiting>(
  earned: readonly T[],
  todayStartMs: number,
  nowMs: number,
): Announced<T> {
  const hadEffort = earned.some((one) => kindOf(one) === 'effort' && (one.shownAtMs ?? 0) >= todayStartMs)
  const isExceeded = ({ id, level }: T): boolean => earned.some((one) => one.id === id && one.level > level)
  const waiting = earned
    .filter((one) => kindOf(one) !== 'together' && one.shownAtMs === null)
    .filter((one) => isNews(one.atMs, nowMs) && !isExceeded(one))
    .toSorted(
      (one, other) => orderOf(one) - orderOf(other) || other.level - one.level || other.atMs - one.atMs,
    )
  const firstEffort = waiting.find((one) => kindOf(one) === 'effort')
  const [large, ...small] = waiting.filter(
    (one) => kindOf(one) !== 'effort' || (!hadEffort && one === firstEffort),
  )
  return large ? { large, small: small.slice(0, MAX_SMALL) } : null
}

/** What home announces now, of what the child achieved together with its class and was not shown; the newest first. */
export function announcedAtHome<T extends { readonly atMs: number }>(
  waiting: readonly T[],
  nowMs: number,
): T | null {
  return waiting.find(({ atMs }) => isNews(atMs, nowMs)) ?? null
}
