import type { leaderboardRoutes } from '../../contract/leaderboard.ts'
import type { Output } from '../../contract/route.ts'
import { listedPlayers } from '../../domain/board-networks.ts'
import { ownEntryOf, playerEntryOf } from './entries.ts'
import type { ListedRow, OwnRow, PlayerRow } from './port.ts'

/** A league's board; with a token, also the caller's own row. */
export type PlayersBoard = Output<(typeof leaderboardRoutes)['players']['response']>

/**
 * Whether the first `limit` rows are out of date for this player: its row has changed or is missing. It is not missing where the ranks
 * have a gap, because not all guests are listed.
 */
export function isStale(rows: readonly ListedRow[], limit: number, own: PlayerRow): boolean {
  const shown = listedPlayers(rows, limit).listed
  const row = shown.find(({ publicId }) => publicId === own.publicId)
  if (row) return row.score !== own.score || row.problemsSolved !== own.problemsSolved
  const isInGap = own.rank < (shown.at(-1)?.rank ?? 0) && !shown.some(({ rank }) => rank === own.rank)
  return own.rank <= limit && !isInGap
}

/** The best `limit` players as a plain array. */
export function boardOf(rows: readonly ListedRow[], limit: number): PlayersBoard {
  return listedPlayers(rows, limit).listed.map((row) => playerEntryOf(row))
}

/**
 * `{entries, user}` for a caller with this token, whose row is `own` or null. The caller's row has the token, in the list or, if it
 * is outside of the list, as `user` (decisions §3, §6).
 */
export function boardFor(
  rows: readonly ListedRow[],
  limit: number,
  sessionToken: string,
  own: OwnRow | null,
): PlayersBoard {
  const shown = listedPlayers(rows, limit).listed
  const isOwn = ({ publicId }: PlayerRow): boolean => publicId === own?.publicId
  return {
    entries: shown.map((row) => playerEntryOf(row, isOwn(row) ? sessionToken : row.publicId)),
    user: own && !shown.some(isOwn) ? ownEntryOf(own, sessionToken) : null,
  }
}
