import type { BattleType } from '../../../domain/division.ts'
import { DIVISIONS, PREFERENCES } from '../../../domain/division.ts'
import type { CountdownView } from '../../../domain/battle-view.ts'
import { MAX_BATTLE_PROBLEMS } from '../../generated/constants.ts'
import { eventChecks } from '../../generated/battle-events.ts'
import { hasShape, nullable, oneOf, wholeBetween } from '../../lib/shape.ts'
import { BATTLE_KEY } from '../../lib/practice-key.ts'
import { tabStore } from '../../lib/storage.ts'

/**
 * What a tab stores about its battle, so that a reload returns to it. Not shared with other tabs, which would take over the battle.
 */
export type SavedBattle = Pick<CountdownView, 'battleId' | 'opponents'> & {
  readonly type: BattleType | null
  /** Problems solved at the second attempt so far, which only the page counts. */
  readonly secondTries: number
}

const isType = nullable(hasShape({ division: oneOf(...DIVISIONS), preference: oneOf(...PREFERENCES) }))

const isCount = wholeBetween(0, MAX_BATTLE_PROBLEMS)

function revive(json: unknown): SavedBattle | null {
  const isBattle = eventChecks['battle-countdown']
  if (typeof json !== 'object' || json === null || !('type' in json)) return null
  const { type, secondTries = 0 } = json as { type: unknown; secondTries?: unknown }
  const countdown: unknown = { ...json, countdownSeconds: 0 }
  if (!isBattle(countdown) || !isType(type) || !isCount(secondTries)) return null
  return { battleId: countdown.battleId, opponents: countdown.opponents, type, secondTries }
}

/** The battle that this tab was in when it was last closed or reloaded, or null. */
export function readSavedBattle(): SavedBattle | null {
  return tabStore.read(BATTLE_KEY, revive)
}

/** Saves the battle; null deletes the saved one. */
export function saveBattle(battle: SavedBattle | null): void {
  if (battle) tabStore.write(BATTLE_KEY, battle)
  else tabStore.remove(BATTLE_KEY)
}
