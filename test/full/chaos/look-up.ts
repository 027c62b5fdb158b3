import { MAX_HISTORY_ROWS } from '../../../contract/battles.ts'
import type { SavedBattle } from '../../../web/features/battle/saved-battle.ts'
import { storedEnd, type StoredResult } from '../../../web/features/battle/stored-result.ts'
import { history } from '../../../web/generated/battle-calls.ts'

const ANSWER_WITHIN_MS = 8_000

/** Looks up in the player's history how a battle ended that the referee has dropped, as the page does. */
export async function lookUp(
  origin: string,
  token: string,
  { battleId, opponents }: SavedBattle,
): Promise<StoredResult> {
  const path = history.path.replace(':sessionToken', token)
  try {
    const answer = await fetch(`${origin}${path}?limit=${MAX_HISTORY_ROWS}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const rows: unknown = await answer.json()
    if (!answer.ok || !history.accepts(rows)) return 'failed'
    const row = rows.find((stored) => stored.battleId === battleId)
    return row ? storedEnd(row, opponents, token) : 'none'
  } catch {
    return 'failed'
  }
}
