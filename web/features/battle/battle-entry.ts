import {
  divisionOf,
  DIVISIONS,
  hasPreference,
  PREFERENCES,
  type BattleType,
  type Division,
} from '../../../domain/division.ts'

/** Where a visit starts: in the lobby, in the picker (of one division or both), or in a queue. */
export type Entry =
  | { readonly to: 'lobby' }
  | { readonly to: 'picker'; readonly division: Division | null }
  | { readonly to: 'queue'; readonly type: BattleType }

export const LOBBY: Entry = { to: 'lobby' }

/**
 * Where the URL's query starts a visit (specification §2). A type that only one division has implies that division. If type and
 * division do not match, the picker asks for the type.
 */
export function entryOf(query: { get(name: string): string | null }): Entry {
  const [divisionText, typeText] = [query.get('division'), query.get('type')]
  if (divisionText === null && typeText === null) return LOBBY
  const preference = PREFERENCES.find((each) => each === typeText)
  const division =
    DIVISIONS.find((each) => each === divisionText) ??
    (divisionText === null && preference ? divisionOf(preference) : undefined)
  return division && preference && hasPreference(division, preference)
    ? { to: 'queue', type: { division, preference } }
    : { to: 'picker', division: division ?? null }
}

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
