import type { battleRoutes } from '../../../contract/battles.ts'
import type { Output } from '../../../contract/route.ts'
import type { BattleBoardRow } from '../port.ts'

export type BattleBoard = Output<(typeof battleRoutes)['board']['response']>

/** `playerId` is the public id, or the token in the row of the caller who presented it (decisions §3). */
function entryOf(row: BattleBoardRow, playerId: string): BattleBoard[number] {
  const { nickname, wins, winStreak, topScore } = row
  return { playerId, nickname, wins, winStreak, topScore }
}

function compareRows(a: BattleBoardRow, b: BattleBoardRow): number {
  return b.wins - a.wins || b.winStreak - a.winStreak || b.topScore - a.topScore
}

/** Whether a board of at most `most` rows is out of date for this player: the row has changed or is missing. */
export function isStale(rows: readonly BattleBoardRow[], most: number, own: BattleBoardRow): boolean {
  const row = rows.find(({ publicId }) => publicId === own.publicId)
  if (row) return compareRows(row, own) !== 0
  const last = rows.at(-1)
  return rows.length < most || (last !== undefined && compareRows(own, last) < 0)
}

/** The best `limit` players. A caller's own row has the token. */
export function boardOf(
  rows: readonly BattleBoardRow[],
  limit: number,
  caller?: { readonly publicId: string; readonly sessionToken: string },
): BattleBoard {
  return rows
    .slice(0, limit)
    .map((row) => entryOf(row, row.publicId === caller?.publicId ? caller.sessionToken : row.publicId))
}
