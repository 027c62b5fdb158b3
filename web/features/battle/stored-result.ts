import type { StoredBattle } from '../../../contract/battles.ts'
import type { OpponentView } from '../../../domain/battle-view.ts'
import { MAX_HISTORY_ROWS, DEFAULT_HISTORY_ROWS } from '../../generated/constants.ts'
import * as battleCalls from '../../generated/battle-calls.ts'
import { call } from '../../lib/api.ts'
import type { KeptBattle } from './kept-battle.ts'

/** A child waits for it. */
const TIMEOUT_MS = 8000

/** How a stored battle ended, as far as a row of the history tells. */
export type StoredEnd = Pick<StoredBattle, 'rank' | 'score' | 'players'> & {
  /** First place that counts as a win (BAT-76). */
  readonly isWinner: boolean
  /** Who won instead: a name, null where it is not known here, or nobody. */
  readonly winner: { readonly nickname: string | null } | 'nobody'
}

/** `none`: nothing is stored of it; `unknown`: that cannot be asked right now. */
export type StoredResult = StoredEnd | 'none' | 'unknown'

/** The history names a winner by an id that no page knows of a person, unless there was one person only. */
function nicknameOf(winnerId: string, opponents: readonly OpponentView[]): string | null {
  const bot = opponents.find(({ botId }) => botId === winnerId)
  const people = opponents.filter(({ isBot }) => !isBot)
  return bot?.nickname ?? (people.length === 1 ? people[0]?.nickname : null) ?? null
}

/** What the history's row says of the battle. @param playerId the token of whose history it is */
export function storedEnd(
  { winnerId, rank, score, players }: StoredBattle,
  opponents: readonly OpponentView[],
  playerId: string,
): StoredEnd {
  const winner = winnerId === null ? 'nobody' : { nickname: nicknameOf(winnerId, opponents) }
  return { rank, score, players, isWinner: winnerId === playerId, winner }
}

function askHistory(playerId: string, rows: number, signal: AbortSignal) {
  const input = { params: { sessionToken: playerId }, query: { limit: String(rows) } }
  return call(battleCalls.history, input, { signal, timeoutMs: TIMEOUT_MS })
}

/** The player's own scores in the newest battles; none where they cannot be asked for. Never rejects. */
export async function recentScores(playerId: string, signal: AbortSignal): Promise<readonly number[]> {
  const asked = await askHistory(playerId, DEFAULT_HISTORY_ROWS, signal)
  return asked.ok ? asked.value.map(({ score }) => score) : []
}

/** Asks the player's history how a battle ended that the referee has forgotten (BAT-66). Never rejects. */
export async function storedResult(
  { battleId, opponents }: KeptBattle,
  playerId: string,
  signal: AbortSignal,
): Promise<StoredResult> {
  const asked = await askHistory(playerId, MAX_HISTORY_ROWS, signal)
  if (!asked.ok) return 'unknown'
  const row = asked.value.find((stored) => stored.battleId === battleId)
  return row ? storedEnd(row, opponents, playerId) : 'none'
}
