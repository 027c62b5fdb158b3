import {
  divisionOf,
  DIVISIONS,
  hasPreference,
  PREFERENCES,
  type BattleType,
  type Division,
} from '../../../domain/division.ts'

/** Where a visitor comes in: the lobby, the picker (of one division or of both), or straight into a queue. */
export type Entry =
  | { readonly to: 'lobby' }
  | { readonly to: 'picker'; readonly division: Division | null }
  | { readonly to: 'queue'; readonly type: BattleType }

export const LOBBY: Entry = { to: 'lobby' }

/**
 * What the query of the address asks for (specification §2). A type that belongs to one division alone needs no division
 * beside it; what does not fit together is asked again.
 */
export function entryOf(query: { get(name: string): string | null }): Entry {
  const [asked, askedType] = [query.get('division'), query.get('type')]
  if (asked === null && askedType === null) return LOBBY
  const preference = PREFERENCES.find((each) => each === askedType)
  const division =
    DIVISIONS.find((each) => each === asked) ??
    (asked === null && preference ? divisionOf(preference) : undefined)
  return division && preference && hasPreference(division, preference)
    ? { to: 'queue', type: { division, preference } }
    : { to: 'picker', division: division ?? null }
}

/** The address that leads to an entry. */
export function entryHref(entry: Entry): string {
  switch (entry.to) {
    case 'lobby':
      return '/battle'
    case 'picker':
      return entry.division === null ? '/battle' : `/battle?division=${entry.division}`
    case 'queue':
      return `/battle?division=${entry.type.division}&type=${entry.type.preference}`
  }
}
