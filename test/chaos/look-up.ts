import { MAX_HISTORY_ROWS } from '../../contract/battle-limits.ts'
import type { KeptBattle } from '../../web/features/battle/kept-battle.ts'
import { historyCall, storedEnd, type StoredResult } from '../../web/features/battle/stored-result.ts'

const ANSWER_WITHIN_MS = 8_000

/** Asks the player's history how a battle ended that the referee has forgotten, as the page does it. */
export async function lookUp(
  origin: string,
  token: string,
  { battleId, opponents }: KeptBattle,
): Promise<StoredResult> {
  const path = historyCall.path.replace(':sessionToken', token)
  try {
    const answer = await fetch(`${origin}${path}?limit=${MAX_HISTORY_ROWS}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const rows: unknown = await answer.json()
    if (!answer.ok || !historyCall.accepts(rows)) return 'unknown'
    const row = rows.find((stored) => stored.battleId === battleId)
    return row ? storedEnd(row, opponents, token) : 'none'
  } catch {
    return 'unknown'
  }
}
