import type { StoredBattle } from '../../../contract/battles.ts'
import type { OpponentView } from '../../../domain/battle-view.ts'
import { MAX_HISTORY_ROWS, DEFAULT_HISTORY_ROWS } from '../../generated/constants.ts'
import * as battleCalls from '../../generated/battle-calls.ts'
import { call } from '../../lib/api.ts'
import type { SavedBattle } from './saved-battle.ts'

/** Short, because a child is waiting. */
const TIMEOUT_MS = 8000

/** How a stored battle ended, from a row of the history. */
export type StoredEnd = Pick<StoredBattle, 'rank' | 'score' | 'players'> & {
  /** First place that counts as a win (BAT-76). */
  readonly isWinner: boolean
  /** The nickname is null if this page does not know it. */
  readonly winner: { readonly nickname: string | null } | 'nobody'
}

/** `none`: no result is stored. `failed`: the history could not be loaded. */
export type StoredResult = StoredEnd | 'none' | 'failed'

/** The history has the winner's id. Pages know only the ids of bots, but a single human opponent is known by elimination. */
function nicknameOf(winnerId: string, opponents: readonly OpponentView[]): string | null {
  const bot = opponents.find(({ botId }) => botId === winnerId)
  const people = opponents.filter(({ isBot }) => !isBot)
  return bot?.nickname ?? (people.length === 1 ? people[0]?.nickname : null) ?? null
}

/** The end of a battle by its row in a history. @param playerId the token of the player whose history it is */
export function storedEnd(
  { winnerId, rank, score, players }: StoredBattle,
  opponents: readonly OpponentView[],
  playerId: string,
): StoredEnd {
  const winner = winnerId === null ? 'nobody' : { nickname: nicknameOf(winnerId, opponents) }
  return { rank, score, players, isWinner: winnerId === playerId, winner }
}

function fetchHistory(playerId: string, rows: number, signal: AbortSignal) {
  const input = { params: { sessionToken: playerId }, query: { limit: String(rows) } }
  return call(battleCalls.history, input, { signal, timeoutMs: TIMEOUT_MS })
}

/** The player's scores in the newest battles; empty if they cannot be loaded. Never rejects. */
export async function recentScores(playerId: string, signal: AbortSignal): Promise<readonly number[]> {
  const result = await fetchHistory(playerId, DEFAULT_HISTORY_ROWS, signal)
  return result.ok ? result.value.map(({ score }) => score) : []
}

/** Looks up in the player's history how a battle ended that the referee no longer has (BAT-66). Never rejects. */
export async function storedResult(
  { battleId, opponents }: SavedBattle,
  playerId: string,
  signal: AbortSignal,
): Promise<StoredResult> {
  const result = await fetchHistory(playerId, MAX_HISTORY_ROWS, signal)
  if (!result.ok) return 'failed'
  const row = result.value.find((stored) => stored.battleId === battleId)
  return row ? storedEnd(row, opponents, playerId) : 'none'
}
