import { missedIn } from '../../../domain/missed-facts.ts'
import type { PracticeSession } from '../../../domain/practice-state.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import { tabStore } from '../../lib/storage.ts'

/** In session storage, so that it survives a reload but not the child's turn at a shared device. */
const MISSED_KEY = 'tenfold.missed'

type Missed = ReadonlyMap<string, readonly string[]>

function missedByType(player: string): Missed {
  const kept = fieldsOf(tabStore.read(MISSED_KEY, (json) => json))
  if (kept.get('player') !== player) return new Map()
  const lists = [...fieldsOf(kept.get('missed'))].map(([sessionType, ids]) => {
    const strings = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
    return [sessionType, strings] as const
  })
  return new Map(lists)
}

/** Ids of the facts that a player missed in their last session of a type. */
export function missedLastTime(player: string, sessionType: string): readonly string[] {
  return missedByType(player).get(sessionType) ?? []
}

/** Stores what was missed in a finished session, in place of the last session of the same type. */
export function rememberMissed(player: string, { sessionType, answered }: PracticeSession): void {
  const missed = new Map(missedByType(player)).set(sessionType, missedIn(answered))
  tabStore.write(MISSED_KEY, { player, missed: Object.fromEntries(missed) })
}
