import { tabStore } from '../../lib/storage.ts'

/** In the storage of the tab: it makes practice varied, and is gone with the child. */
const SHOWN_KEY = 'tenfold.factsShown'

type Shown = { readonly who: string; readonly league: ReadonlyMap<string, readonly string[]> }

function strings(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : []
}

/** Facts shown to this student on this practice day, by session type. */
function shownTo(who: string): Shown {
  const kept = tabStore.read(SHOWN_KEY, (json) => (typeof json === 'object' ? json : null))
  const fields = new Map<string, unknown>(Object.entries(kept ?? {}))
  const lists = fields.get('who') === who ? Object.entries(fields.get('league') ?? {}) : []
  return { who, league: new Map(lists.map(([league, list]) => [league, strings(list)])) }
}

const keyOf = (studentId: string, day: string): string => `${studentId} ${day}`

/** Ids of the facts that a session type has shown to a student on a practice day; others come first. */
export function factsShownTo(studentId: string, day: string, sessionType: string): readonly string[] {
  return shownTo(keyOf(studentId, day)).league.get(sessionType) ?? []
}

/** Notes facts as shown. */
export function noteFactsShownTo(
  studentId: string,
  day: string,
  sessionType: string,
  factIds: readonly string[],
): void {
  const { who, league } = shownTo(keyOf(studentId, day))
  const list = [...new Set([...(league.get(sessionType) ?? []), ...factIds])]
  tabStore.write(SHOWN_KEY, { who, league: Object.fromEntries([...league, [sessionType, list]]) })
}
