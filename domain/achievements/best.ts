import { ACHIEVEMENT_KINDS, ACHIEVEMENTS, type Earned } from './catalog.ts'

/** At most two achievements since a day, of different kinds if possible: the most interesting kind first, the newest of each. */
export function bestSince<Own extends Pick<Earned, 'id' | 'day'>>(
  achievements: readonly Own[],
  since: string,
): readonly Own[] {
  const kindOf = ({ id }: Own): string => ACHIEVEMENTS[id].kind
  const recent = achievements
    .filter(({ day }) => day >= since)
    .toSorted((one, other) => (one.day < other.day ? 1 : -1))
  const byKind = ACHIEVEMENT_KINDS.flatMap((kind) => recent.find((one) => kindOf(one) === kind) ?? [])
  const [first, second = recent.find(({ id }) => id !== first?.id)] = byKind
  return [first, second].flatMap((one) => one ?? [])
}
